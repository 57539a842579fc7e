// What the visitor has asked of the browser.
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** The browser's save-data wish (not known everywhere). */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
