import { PLAIN_PATHS } from './icon-paths';

/** The markup of `shared/Icon`, for islands without React. */
export const icon = (name: keyof typeof PLAIN_PATHS): string =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PLAIN_PATHS[name]}"/></svg>`;
