/**
 * Scrolls to the top, smoothly unless the person asked for less motion. While it runs nothing holds the page where its
 * content was: what is drawn above meanwhile would leave it some pixels short of the top.
 */
export function scrollToTop(): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const page = document.documentElement;
  page.style.overflowAnchor = 'none';
  window.addEventListener('scrollend', () => page.style.removeProperty('overflow-anchor'), { once: true });
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
}
