import { useLayoutEffect, useRef } from 'react';

/** Does `work` only while what asked for it is shown, and answers whether it is: a late answer closes no dialog that was opened since. */
export function useWhileHere(work: () => void = () => undefined): () => boolean {
  const here = useRef(false);
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => {
    if (here.current) work();
    return here.current;
  };
}
