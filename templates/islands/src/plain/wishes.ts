// What the visitor has asked of the browser.
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
