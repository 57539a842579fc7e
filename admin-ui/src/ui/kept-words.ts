import { useEffect, useRef, useState } from 'react';

/** Where the browser keeps nothing, words stay as long as the page. */
const here = new Map<string, string>();

/** Words that this tab keeps under a name. */
export function keptWords(name: string): string {
  try {
    return here.get(name) ?? sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Keeps words, or none any more. */
export function keepWords(name: string, words: string): void {
  here.delete(name);
  try {
    if (words === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, words);
  } catch {
    here.set(name, words);
  }
}

/**
 * Words of a dialog that may be closed, or go with the page: whoever opens it again in this tab finds them. What it is about may get
 * another `name` meanwhile, and takes them along.
 */
export function useKeptWords(name: string): [words: string, type: (words: string) => void, sent: (words: string) => void] {
  const [words, setWords] = useState(() => keptWords(name));
  const latest = useRef({ name, words });

  function type(next: string) {
    latest.current.words = next;
    keepWords(latest.current.name, next);
    setWords(next);
  }
  useEffect(() => {
    if (latest.current.name === name) return;
    keepWords(latest.current.name, '');
    latest.current.name = name;
    keepWords(name, latest.current.words);
  }, [name]);
  /** They have arrived: only what was typed on since stays. */
  function sent(these: string) {
    if (keptWords(latest.current.name) === these) type('');
  }
  return [words, type, sent];
}
