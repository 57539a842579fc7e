import type { approval as azApproval } from './az-approval';

/** Asking for publication. */
export const approval: typeof azApproval = {
  ask: 'Ask for publication…',
  askTitle: 'Ask for publication',
  askHint: 'Editors will see the request above the posts. You can go on changing the post.',
  note: 'Note for the editor (optional)',
  send: 'Ask',
  waits: '{{name}} asks for publication: {{languages}} · {{time}}',
  changed: 'The post has changed since.',
  withdraw: 'Withdraw the request',
  approve: 'Publish',
  sendBack: 'Send back…',
  returnTitle: 'Send back to the author',
  returnNote: 'What is to be done first?',
  returnSend: 'Send back',
  returnGone: 'This request is not there any more: it was answered or withdrawn.',
  returned: 'Sent back by {{name}} · {{time}}',
  dismiss: 'Understood',
  queue_one: '{{count}} post awaits publication',
  queue_other: '{{count}} posts await publication',
  open: 'Open',
  untitled: 'Untitled',
};
