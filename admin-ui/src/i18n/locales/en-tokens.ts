import type { tokens as azTokens } from './az-tokens';

/** Tokens for scripts. */
export const tokens: typeof azTokens = {
  newTitle: 'New token',
  hint: 'A token lets a script use the API under a name of its own instead of yours. It is a password: keep it out of code and mail.',
  none: 'No tokens yet.',
  failed: 'The tokens could not be loaded.',
  name: 'What it is for',
  life: 'Valid for',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  endless: 'Until revoked',
  make: 'Create',
  nameless: 'Say what it is for.',
  taken: 'There is a token of this name already.',
  unsure:
    'Whether the token was created is not known, and its secret cannot be shown again: if it is in the list below, revoke it and create another.',
  once: 'Token “{{name}}” is ready. Copy it now: it will not be shown again.',
  secret: 'The token itself',
  copy: 'Copy',
  copied: 'Copied.',
  until: 'until {{time}}',
  ended: 'expired {{time}}',
  used: 'Last used {{time}}, {{from}}',
  unused: 'Not used yet',
  made: 'created by {{by}}, {{time}}',
  madeByShell: 'created on the command line, {{time}}',
  revoke: 'Revoke',
  revokeLabel: '{{name}}: revoke',
  revokeConfirm: 'Revoke the token “{{name}}”? Scripts that use it stop working at once.',
  revoked: '{{name}}: token revoked.',
};
