import { useRef, useState } from 'react';

interface Saving<T> {
  /** What it is before the choice. */
  before: T;
  /** True when it was saved. */
  save: (next: T) => Promise<boolean>;
  /** The last of what was saved. */
  tell: (saved: T) => Promise<void> | void;
}

/**
 * What is chosen from a list is shown at once and saved by itself. The last choice is what it becomes, however many are made before the
 * first is saved: by keyboard every step through a list is one. `idle` waits until nothing else is on its way.
 */
export function useLastChoice<T>(idle: () => Promise<void>) {
  /** To be saved, and shown until the list says it. */
  const wanted = useRef<{ value: T } | null>(null);
  /** What was saved last, until the list says it. */
  const standing = useRef<{ value: T } | null>(null);
  const [shown, setShown] = useState<{ value: T } | null>(null);

  async function choose(value: T, { before, save, tell }: Saving<T>) {
    const first = wanted.current === null;
    wanted.current = { value };
    setShown({ value });
    if (!first) return;
    const known = standing.current ? standing.current.value : before;
    let saved = known;
    while (wanted.current.value !== saved) {
      const next: T = wanted.current.value;
      await idle();
      if (!(await save(next))) break;
      saved = next;
    }
    wanted.current = null;
    if (saved !== known) {
      const mine = { value: saved };
      standing.current = mine;
      await tell(saved);
      if (standing.current === mine) standing.current = null;
    }
    // Chosen once more while the list was read.
    if (wanted.current === null) setShown(null);
  }
  return { shown, choose };
}
