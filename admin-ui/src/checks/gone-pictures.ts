import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';

/** So many pictures are asked about. */
const MOST = 50;
/** A colleague may delete one while the post is being written (ms). */
const AGAIN = 60_000;

/**
 * Which of these paths of stored pictures have none any more. What is not known (no connection, another answer) is not reported; each is
 * asked about again every minute, and when the window comes back or the line does.
 */
export function useGonePictures(paths: readonly string[]): ReadonlySet<string> {
  const asked = paths.slice(0, MOST);
  const gone = useQueries({
    queries: asked.map((path) => ({
      queryKey: ['picture-there', path],
      queryFn: () => isGone(path),
      staleTime: 0,
      gcTime: 0,
      refetchInterval: AGAIN,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    })),
    combine: (answers) => asked.filter((_, at) => answers[at]?.data === true).join('\n'),
  });
  return useMemo(() => new Set(gone === '' ? [] : gone.split('\n')), [gone]);
}

async function isGone(path: string): Promise<boolean> {
  // A browser keeps pictures for ever: it would answer for one that is gone.
  const { status } = await fetch(path, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(10_000) });
  if (status >= 500) throw new Error(String(status));
  return status === 404;
}
