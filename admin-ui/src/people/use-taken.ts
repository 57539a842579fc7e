import { type RefObject, useRef, useState } from 'react';
import { keepFocus } from '../ui/keep-focus';

/** Says what became of one of a list, and reads the list again. */
type Tell = (sentence: string) => Promise<unknown>;

interface Taken {
  /** The numbers of what has gone: a secret of it that is shown once is shown no more. */
  gone: readonly number[];
  /** The title of the list, which can have the focus. */
  title: RefObject<HTMLHeadingElement | null>;
  /** It goes; so does the button that was pressed, with its `row`. */
  taken: (id: number, sentence: string, row: Element | null) => Promise<void>;
}

/** What is taken from a list of things whose secrets are shown once. */
export function useTaken(tell: Tell): Taken {
  const [gone, setGone] = useState<readonly number[]>([]);
  const title = useRef<HTMLHeadingElement>(null);

  async function taken(id: number, sentence: string, row: Element | null) {
    setGone((known) => [...known, id]);
    await tell(sentence);
    keepFocus(title.current, row);
  }
  return { gone, title, taken };
}
