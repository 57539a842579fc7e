/** Ids of panels are addresses (`/faq/#faq-tax`), so they are plain words and not `useId`. */
export const PANEL = 'faq-';
