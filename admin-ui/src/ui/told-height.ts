import { useCallback } from 'react';

/** For a `ref`: tells the style sheet how high the element is, in pixels under that name, for as long as it stands. */
export function useToldHeight(name: `--${string}`) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !('ResizeObserver' in window)) return;
      const { style } = document.documentElement;
      const watch = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
      watch.observe(element);
      return () => {
        watch.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}
