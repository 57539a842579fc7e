import { useRef, useState } from 'react';
import { type Refused, statusOf, wrongFields } from '../api/errors';
import { useWhileHere } from '../ui/while-here';
import { failureOf, type PeopleFailure } from './failure';

interface Sending {
  /** What a 400 means. */
  refused?: PeopleFailure;
  /** It was about something that somebody else has removed: whoever shows the list reads it again, and says so where that stays. */
  onGone?: () => Promise<void>;
  /** It failed when what shows `failure` was not here any more. */
  onUnheard?: (failure: PeopleFailure) => void;
}

/** One request at a time; what is asked while one runs is not sent. */
export function useSending({ refused, onGone, onUnheard }: Sending = {}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PeopleFailure | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const isHere = useWhileHere();

  /** True when it was done. `told`: of fields that a refusal names, whether that was said at one of them. */
  async function run(work: () => Promise<unknown>, told?: (wrong: Refused) => boolean): Promise<boolean> {
    if (running.current) return false;
    let end: () => void = () => undefined;
    running.current = new Promise((resolve) => (end = resolve));
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (onGone && statusOf(error) === 404) await onGone();
      else if (told?.(wrongFields(error))) return false;
      else if (isHere()) setFailure(failureOf(error, refused));
      else onUnheard?.(failureOf(error, refused));
      return false;
    } finally {
      running.current = null;
      setBusy(false);
      end();
    }
  }

  /** When nothing is on its way. */
  async function idle(): Promise<void> {
    while (running.current) await running.current;
  }
  return { busy, failure, run, idle, forget: () => setFailure(null) };
}
