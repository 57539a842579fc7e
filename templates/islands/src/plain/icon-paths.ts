/** Icons of the islands: 24 x 24, one path, drawn as a line (`.icon` of ornament.css). */
export const PATHS = {
  'chevron-down': 'M6 9.5l6 6 6-6',
  'arrow-left': 'M20 12H4m6-6l-6 6 6 6',
  'arrow-right': 'M4 12h16m-6-6l6 6-6 6',
  'arrow-up': 'M12 20V4m-6 6l6-6 6 6',
  close: 'M5.5 5.5l13 13m0-13l-13 13',
  plus: 'M12 5v14M5 12h14',
  pause: 'M9 5v14m6-14v14',
  play: 'M8 5.5v13l10.5-6.5z',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.300 6.400-3.800 9c-2.500-2.600-3.800-5.600-3.800-9s1.300-6.400 3.800-9z',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  rows: 'M4 5h16v6H4zM4 14h16v5H4z',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM20 20l-4.8-4.8',
  filter: 'M4 7h16M7 12h10m-7 5h4',
  check: 'M5 12.5l4.500 4.500L19 7.500',
  share: 'M12 15V4m-4.500 4L12 3.500 16.500 8M5 12v8h14v-8',
} as const;

export type IconName = keyof typeof PATHS;
