import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepWords, keptWords } from './kept-words';

/**
 * State with words that nobody else has. A phone throws away a page that is not looked at and loads it again: this tab still has
 * them then, under `name`. They go when there is nothing of `worth` in them, and with the screen, which is left only by whoever gives them up.
 */
export function useKeptState<T>(name: string, first: T, worth: (state: T) => boolean): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState<T>(() => read<T>(name) ?? first);
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
