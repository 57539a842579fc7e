import { useSyncExternalStore } from 'react';
import { LAYOUT_KEY, showLayout, type Layout } from './layout-memory';

const shownLayout = (): Layout => (document.documentElement.dataset.blogLayout === 'wide' ? 'wide' : 'card');
const listeners = new Set<() => void>();

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** The layout the page shows (the inline script has set a remembered one) and how to change it. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  return [useSyncExternalStore(subscribe, shownLayout, () => 'card'), chooseLayout];
}

function chooseLayout(layout: Layout): void {
  showLayout(layout);
  try {
    localStorage.setItem(LAYOUT_KEY, layout);
  } catch {
    // not remembered, but shown
  }
  for (const changed of listeners) changed();
}
