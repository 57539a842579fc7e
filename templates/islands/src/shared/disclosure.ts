import { useCallback, useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';

export interface Disclosure {
  ref: RefObject<HTMLDetailsElement | null>;
  open: boolean;
  show: () => void;
  close: () => void;
  /** Closes and puts the focus back on the control. */
  dismiss: () => void;
}

/**
 * A `<details>` that works by itself before and without React; this only listens and closes it.
 * The element is the state: it may have been opened before the island was alive.
 * `within`: what does not count as outside either (the panel, when it is not in the details). `layered`: it lies above the page;
 * what does not moves the page when it folds, so it waits for the click, whose place is settled by then: on touch screens a
 * click is looked for again after `pointerup`.
 */
export function useDisclosure({ within, layered = true }: { within?: RefObject<Element | null>; layered?: boolean } = {}): Disclosure {
  const ref = useRef<HTMLDetailsElement>(null);
  const subscribe = useCallback((changed: () => void) => {
    const details = ref.current;
    details?.addEventListener('toggle', changed);
    addEventListener('pageshow', changed); // closed while the page was left: that event may never come
    return () => {
      details?.removeEventListener('toggle', changed);
      removeEventListener('pageshow', changed);
    };
  }, []);
  const open = useSyncExternalStore(
    subscribe,
    () => ref.current?.open ?? false,
    () => false,
  );

  const show = useCallback(() => {
    if (ref.current) ref.current.open = true;
  }, []);
  const close = useCallback(() => {
    if (ref.current) ref.current.open = false;
  }, []);
  const dismiss = useCallback(() => {
    close();
    ref.current?.querySelector('summary')?.focus();
  }, [close]);

  // A page that comes back from the browser's memory comes back closed.
  useEffect(() => {
    addEventListener('pagehide', close);
    return () => removeEventListener('pagehide', close);
  }, [close]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!ref.current?.contains(target) && !within?.current?.contains(target)) close();
    };
    document.addEventListener('click', outside);
    if (layered) document.addEventListener('pointerup', outside); // Safari on touch screens sends no click for plain areas
    return () => {
      document.removeEventListener('click', outside);
      document.removeEventListener('pointerup', outside);
    };
  }, [open, close, within, layered]);

  return { ref, open, show, close, dismiss };
}
