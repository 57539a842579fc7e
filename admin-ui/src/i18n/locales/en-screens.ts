import type { Translation } from './az';

/** Names of the screens, as the menu and they themselves say them. */
export const screens: Translation['screens'] = {
  account: 'My account',
  audit: 'Activity',
  media: 'Pictures',
  messages: 'Messages',
  people: 'People',
  releases: 'Publications',
  tokens: 'API tokens',
  webhooks: 'Webhooks',
  unread_one: '{{count}} unread message',
  unread_other: '{{count}} unread messages',
};

/** The second step of a sign-in, where one signs in. */
export const signInCode: Translation['signInCode'] = {
  wrongCode: 'The code is wrong or was used before. Wait for the next one in the app.',
  wrongRecovery: 'The code is wrong or was used before.',
  signInAs: '{{name}}, open the app on your phone and type the six digits.',
  signInRecovery: '{{name}}, type one of your recovery codes.',
  code: 'Code',
  recovery: 'Recovery code',
  useRecovery: 'Use a recovery code',
  useDevice: 'Use the code from the app',
  back: 'Back',
  codeRequired: 'Type the code.',
};
