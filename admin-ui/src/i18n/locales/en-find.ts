/** Find and replace in a text. */
export const find = {
  open: 'Find and replace',
  bar: 'Find and replace: {{language}}',
  what: 'Find',
  with: 'Replace with',
  at: '{{at}} of {{count}}',
  none: 'Not found',
  previous: 'Previous',
  next: 'Next',
  case: 'Match case',
  close: 'Close',
  one: 'Replace',
  all: 'Replace all',
  replaced_one: 'Replaced in {{count}} place',
  replaced_other: 'Replaced in {{count}} places',
};
