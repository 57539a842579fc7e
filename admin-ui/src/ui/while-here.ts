import { useEffect, useRef } from 'react';

/** Does `work` only while what asked for it is shown: a late answer closes no dialog that was opened since. */
export function useWhileHere(work: () => void): () => void {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current && work();
}
