import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** For what may go with the button in it that was pressed: `onLeft` gives the focus that goes with it on to what stays. */
export function useLeftFocus<E extends HTMLElement>(onLeft: () => void): RefObject<E | null> {
  const own = useRef<E>(null);
  const leave = useEffectEvent((going: E | null) => {
    if (going?.contains(document.activeElement)) onLeft();
  });
  useLayoutEffect(() => {
    const going = own.current;
    return () => leave(going);
  }, []);
  return own;
}

/** The focus goes to what stays, and nothing scrolls. */
export function focusOn(to: RefObject<HTMLElement | null>): void {
  to.current?.focus({ preventScroll: true });
}
