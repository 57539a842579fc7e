import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches; false on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((changed: () => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, () => false);
}

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export function useReducedMotion(): boolean {
  return useMedia(REDUCED_MOTION);
}

/** The browser's save-data wish (not known everywhere). */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
