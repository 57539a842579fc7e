import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true });
  addEventListener('resize', changed, { passive: true });
  return () => {
    removeEventListener('scroll', changed);
    removeEventListener('resize', changed);
  };
}

/** Whether the page is scrolled by more than `threshold` pixels. */
export function useScrolledPast(threshold: number): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > threshold, () => false);
}

/** How much of the page lies above, in whole percent. */
export function useScrollProgress(): number {
  return useSyncExternalStore(subscribe, scrollPercentage, () => 0);
}

export function scrollPercentage(): number {
  const room = document.documentElement.scrollHeight - innerHeight;
  return room > 0 ? Math.round(Math.min(1, Math.max(0, scrollY / room)) * 100) : 0;
}
