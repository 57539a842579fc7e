/** How much of the page lies above, in whole percent. */
export function scrollPercentage(): number {
  const room = document.documentElement.scrollHeight - innerHeight;
  return room > 0 ? Math.round(Math.min(1, Math.max(0, scrollY / room)) * 100) : 0;
}

/** Calls `show` now and whenever the page was scrolled or the window has another size; gives the way to end that. */
export function followScroll(show: () => void): () => void {
  addEventListener('scroll', show);
  addEventListener('resize', show);
  show();
  return () => {
    removeEventListener('scroll', show);
    removeEventListener('resize', show);
  };
}
