import { PATHS, type IconName } from './icon-paths';

/** The markup of `shared/Icon`, for islands without React. */
export const icon = (name: IconName): string => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
