import { useEffect } from 'react';

let locks = 0;

/** Holds the page still while `locked`; several islands may hold it at once. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    const { classList, style, clientWidth } = document.documentElement;
    if (locks === 0) style.setProperty('--scroll-bar', `${innerWidth - clientWidth}px`);
    locks += 1;
    classList.add('is-locked');
    return () => {
      locks -= 1;
      if (locks === 0) classList.remove('is-locked');
    };
  }, [locked]);
}
