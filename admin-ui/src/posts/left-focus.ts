import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** For what goes when it is pressed: the focus that goes with it is given on to what stays. */
export function useLeftFocus<E extends HTMLElement>(to: RefObject<HTMLElement | null>): RefObject<E | null> {
  const own = useRef<E>(null);
  const leave = useEffectEvent((going: E | null) => {
    if (going?.contains(document.activeElement)) to.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const going = own.current;
    return () => leave(going);
  }, []);
  return own;
}
