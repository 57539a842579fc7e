import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepWords, keptWords } from './kept-words';

/**
 * State with words that nobody else has. A phone throws away a page that is not looked at and loads it again: this tab still has
 * them then, under a name. They go when there is nothing of `worth` in them, and with the screen, which is left by whoever gives them up.
 * `since` says what became of them meanwhile.
 */
export function useKeptState<T>(
  wanted: string,
  first: T,
  worth: (state: T) => boolean,
  since: (kept: T) => T = (kept) => kept,
): [T, Dispatch<SetStateAction<T>>] {
  // Whose they are does not change while this is shown, whoever signs out or in beside it.
  const [name] = useState(wanted);
  const [state, setState] = useState<T>(() => {
    const kept = read<T>(name);
    return kept === null ? first : since(kept);
  });
  const kept = worth(state) ? JSON.stringify(state) : '';
  useEffect(() => keepWords(name, kept), [name, kept]);
  useEffect(() => () => keepWords(name, ''), [name]);
  return [state, setState];
}

function read<T>(name: string): T | null {
  try {
    return JSON.parse(keptWords(name)) as T;
  } catch {
    return null;
  }
}
