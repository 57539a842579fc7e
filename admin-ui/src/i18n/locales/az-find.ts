/** Find and replace in a text. */
export const find = {
  open: 'Tap və əvəz et',
  bar: 'Tap və əvəz et: {{language}}',
  what: 'Tap',
  with: 'Bununla əvəz et',
  at: '{{at}} / {{count}}',
  none: 'Tapılmadı',
  previous: 'Əvvəlki',
  next: 'Növbəti',
  case: 'Böyük-kiçik hərfi fərqləndir',
  close: 'Bağla',
  one: 'Əvəz et',
  all: 'Hamısını əvəz et',
  replaced_one: '{{count}} yerdə əvəz edildi',
  replaced_other: '{{count}} yerdə əvəz edildi',
};
