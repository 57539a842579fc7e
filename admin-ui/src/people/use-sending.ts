import { useRef, useState } from 'react';
import { failureOf, type PeopleFailure } from './failure';

/** One request at a time; what is asked while one runs is not sent. */
export function useSending(refused?: PeopleFailure) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PeopleFailure | null>(null);
  const running = useRef(false);

  /** True when it was done. */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(failureOf(error, refused));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, failure, run };
}
