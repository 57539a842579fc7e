/** Icons of islands without React, which every page loads: 24 x 24, one path, drawn as a line (`.icon` of ornament.css). */
export const PLAIN_PATHS = {
  'arrow-up': 'M12 20V4m-6 6l6-6 6 6',
  pause: 'M9 5v14m6-14v14',
  play: 'M8 5.5v13l10.5-6.5z',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM20 20l-4.8-4.8',
  share: 'M12 15V4m-4.5 4L12 3.5 16.5 8M5 12v8h14v-8',
} as const;
