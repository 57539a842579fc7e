/** What a person does who wants to be somewhere else than at the top. */
const INTERRUPTIONS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

let stopSettling: () => void = () => undefined;

/** Scrolls to the top, smoothly unless the person asked for less motion, and rests there. */
export function scrollToTop(): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  stopSettling();
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
  settle();
}

/**
 * Browsers hold the page where its content was when something is drawn above meanwhile, which leaves a smooth scroll some
 * pixels short of the top: it is completed when it ends.
 */
function settle(): void {
  const listening = new AbortController();
  const { signal } = listening;
  stopSettling = () => listening.abort();
  const complete = () => {
    listening.abort();
    if (window.scrollY > 0) window.scrollTo({ top: 0, behavior: 'instant' });
  };
  window.addEventListener('scrollend', complete, { signal });
  for (const interruption of INTERRUPTIONS) window.addEventListener(interruption, stopSettling, { signal, passive: true });
}
