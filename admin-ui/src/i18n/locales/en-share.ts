import type { Translation } from './az';

/** A link for somebody without an account. */
export const share: Translation['share'] = {
  title: 'Link for approval',
  text: 'Whoever has this link can read the draft as the page it will be, without an account. It works for seven days.',
  make: 'Make a link',
  again: 'Make a new link',
  until: 'The link works until {{time}} (Baku time).',
  another: 'Another link works until {{time}} (Baku time).',
  revoke: 'Revoke the link',
  made: 'The link is ready.',
  revoked: 'The link no longer works.',
  lost: 'The link that was shown here no longer works.',
  link: 'Link',
  leave: 'The link has not been copied yet. Leave anyway?',
};
