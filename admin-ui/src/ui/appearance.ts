/** What `public/appearance.js` reads before the first paint. */
const KEY = 'appearance';

export const APPEARANCES = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** What was chosen in this browser. */
export function chosenAppearance(): Appearance {
  const stored = localStorage.getItem(KEY);
  return APPEARANCES.find((one) => one === stored) ?? 'system';
}

/** Shows it at once and remembers it. */
export function chooseAppearance(appearance: Appearance): void {
  if (appearance === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, appearance);
  document.documentElement.dataset['appearance'] = appearance;
}
