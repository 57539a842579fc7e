import { useEffect } from 'react';

let locks = 0;

/** Holds the page still while `locked`; several islands may hold it at once. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    locks += 1;
    // The class hides the overflow; the width of the scroll bar is kept by `scrollbar-gutter` where it has one.
    document.documentElement.classList.add('is-locked');
    return () => {
      locks -= 1;
      if (locks === 0) document.documentElement.classList.remove('is-locked');
    };
  }, [locked]);
}
