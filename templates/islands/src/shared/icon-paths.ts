import { PLAIN_PATHS } from '../plain/icon-paths';

/** Icons of the islands with React: those of the others, and their own. */
export const PATHS = {
  ...PLAIN_PATHS,
  'chevron-down': 'M6 9.5l6 6 6-6',
  'arrow-left': 'M20 12H4m6-6l-6 6 6 6',
  'arrow-right': 'M4 12h16m-6-6l6 6-6 6',
  close: 'M5.5 5.5l13 13m0-13l-13 13',
  plus: 'M12 5v14M5 12h14',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  rows: 'M4 5h16v6H4zM4 14h16v5H4z',
  filter: 'M4 7h16M7 12h10m-7 5h4',
} as const;

export type IconName = keyof typeof PATHS;
