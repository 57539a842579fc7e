// How far each entry of the history was scrolled. The browser would restore that against the list that still stands there;
// here it is restored together with the list it belongs to.
const tops = new Map<string, number>();
let shown = '';

const entry = () => `${(history.state as { list?: number } | null)?.list ?? ''} ${location.href}`;

/** From now on the browser leaves the scroll alone, until the page is left. */
export function takeOver(): void {
  if (history.scrollRestoration === 'manual') return;
  history.scrollRestoration = 'manual';
  // A page that is loaded again is scrolled by the browser as ever; one that comes back from its memory is ours again.
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
    addEventListener(
      'pageshow',
      () => {
        history.scrollRestoration = 'manual';
      },
      { once: true },
    );
  });
}

/** Keeps how far the list that is seen is scrolled. */
export function keep(): void {
  tops.set(shown, scrollY);
}

/** The list of the current entry is the one that is seen now. */
export function show(): void {
  shown = entry();
}

/** Scrolls to where this entry was left. */
export function restore(): void {
  scrollTo({ top: tops.get(entry()) ?? 0, behavior: 'instant' });
}
