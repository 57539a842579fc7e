import { useEffect, useRef, useState } from 'react';

/** So many addresses are asked about. */
const MOST = 100;

/**
 * Which of these paths of the site lead nowhere. Each is asked about once, and those that lead nowhere again when the window comes
 * back to the front: the missing page may have been published meanwhile. What is not known (no connection, another answer) is not
 * reported; an answer counts for its path, however late it comes.
 */
export function useGonePaths(paths: readonly string[]): ReadonlySet<string> {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const asked = useRef(new Set<string>());
  const wanted = paths.slice(0, MOST).join('\n');
  useEffect(() => {
    const ask = (path: string) => {
      asked.current.add(path);
      leadsNowhere(path).then(
        (nowhere) => setGone((known) => (known.has(path) === nowhere ? known : changed(known, path, nowhere))),
        () => asked.current.delete(path),
      );
    };
    for (const path of wanted === '' ? [] : wanted.split('\n')) {
      if (!asked.current.has(path)) ask(path);
    }
    const again = () => gone.forEach(ask);
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [wanted, gone]);
  return gone;
}

function changed(known: ReadonlySet<string>, path: string, nowhere: boolean): ReadonlySet<string> {
  const next = new Set(known);
  if (nowhere) next.add(path);
  else next.delete(path);
  return next;
}

async function leadsNowhere(path: string): Promise<boolean> {
  const { status } = await fetch(path, { method: 'HEAD', credentials: 'omit', signal: AbortSignal.timeout(10_000) });
  return status === 404 || status === 410;
}
