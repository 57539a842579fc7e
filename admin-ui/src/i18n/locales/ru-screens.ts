import type { Translation } from './az';

/** Names of the screens, as the menu and they themselves say them. */
export const screens: Translation['screens'] = {
  account: 'Мой профиль',
  audit: 'Журнал',
  media: 'Изображения',
  messages: 'Сообщения',
  people: 'Сотрудники',
  releases: 'Публикации',
  tokens: 'Токены API',
  webhooks: 'Вебхуки',
  unread_one: '{{count}} непрочитанное сообщение',
  unread_few: '{{count}} непрочитанных сообщения',
  unread_many: '{{count}} непрочитанных сообщений',
  unread_other: '{{count}} непрочитанных сообщения',
};

/** The second step of a sign-in, where one signs in. */
export const signInCode: Translation['signInCode'] = {
  wrongCode: 'Код неверный или уже использован. Дождитесь следующего кода в приложении.',
  wrongRecovery: 'Код неверный или уже использован.',
  signInAs: '{{name}}, откройте приложение в телефоне и введите шесть цифр.',
  signInRecovery: '{{name}}, введите один из резервных кодов.',
  code: 'Код',
  recovery: 'Резервный код',
  useRecovery: 'Войти по резервному коду',
  useDevice: 'Войти по коду из приложения',
  back: 'Назад',
  codeRequired: 'Введите код.',
};
