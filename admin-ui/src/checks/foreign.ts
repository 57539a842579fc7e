import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { checkLinks, type CheckedLink } from '../api/links';
import { type Failure, failureOf } from '../saving/failure';

/** Links to other sites, which are asked for when somebody wishes it. */
export interface ForeignLinks {
  /** How many addresses the texts have. */
  count: number;
  /** How many of them nobody has asked for yet, or waited for long enough. */
  left: number;
  /** How many of those were asked for and had no time. */
  unheard: number;
  /** What became of those that were asked for, by address. */
  answers: ReadonlyMap<string, CheckedLink>;
  asking: boolean;
  failure: Failure | null;
  /** Asks for those that are left, or for all once more. */
  ask: () => void;
}

/**
 * What became of these addresses. An answer counts for its address, whatever the texts link to by then; leaving the form gives the
 * questions up.
 */
export function useForeignLinks(links: readonly string[]): ForeignLinks {
  const [known, setKnown] = useState<ReadonlyMap<string, CheckedLink>>(new Map());
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  const answers = useMemo(() => new Map([...known].filter(([, { state, status }]) => state !== 'unsure' || status !== null)), [known]);
  const left = useMemo(() => links.filter((link) => !answers.has(link)), [links, answers]);
  const ask = useCallback(() => {
    const question = new AbortController();
    current.current?.abort();
    current.current = question;
    setAsking(true);
    setFailure(null);
    const tell = (found: readonly CheckedLink[]) =>
      setKnown((before) => new Map([...before, ...found.map((link) => [link.url, link] as const)]));
    checkLinks(left.length > 0 ? left : links, tell, question.signal)
      .catch((error: unknown) => {
        if (!question.signal.aborted) setFailure(failureOf(error));
      })
      .finally(() => {
        if (current.current === question) setAsking(false);
      });
  }, [links, left]);
  return { count: links.length, left: left.length, unheard: left.filter((link) => known.has(link)).length, answers, asking, failure, ask };
}
