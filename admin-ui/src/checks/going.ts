import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getDraft } from '../api/drafts';
import { LANGUAGES, type Life } from '../api/types';
import { everyLanguage } from '../form/every-language';

/** So many posts are asked about. */
const MOST = 20;
const POST = new RegExp(String.raw`^(?:/(?:${LANGUAGES.slice(1).join('|')}))?/blog/(\d+)/(?:[a-z0-9-]+/)?$`);

/**
 * When the pages of posts among these paths are planned to go off-line, by path. Of each post is asked once, and again when the
 * window comes back to the front; what is not known is not reported.
 */
export function useGoingPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const ids = [...new Set(paths.flatMap((path) => postOf(path) ?? []))].slice(0, MOST);
  const times = useQueries({
    queries: ids.map((id) => ({ queryKey: ['goes', id], queryFn: () => whenGone(id), staleTime: 0, refetchOnWindowFocus: true })),
    combine: (answers) => answers.map(({ data }) => data ?? '').join('\n'),
  });
  const wanted = paths.join('\n');
  const asked = ids.join('\n');
  return useMemo(() => {
    const known = times.split('\n');
    const byPost = new Map(asked.split('\n').map((id, at) => [id, known[at] ?? '']));
    const going = wanted.split('\n').map((path) => [path, byPost.get(String(postOf(path) ?? '')) ?? ''] as const);
    return new Map(going.filter(([path, time]) => path !== '' && time !== ''));
  }, [times, wanted, asked]);
}

function postOf(path: string): number | null {
  const [, id] = POST.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}

/** Empty when nothing is planned, or when the address will lead elsewhere. */
async function whenGone(id: number): Promise<string> {
  const { value } = await getDraft(id, undefined, true);
  return value.redirect_to ? '' : (lastDay({ languages: everyLanguage(value.languages) }) ?? '');
}

/** A page is there in every language as long as anything of the post is on-line: it goes with the last language. */
export function lastDay({ languages }: Pick<Life, 'languages'>): string | null {
  const shown = LANGUAGES.map((language) => languages[language]).filter(({ published_at: since }) => since !== null);
  const ends = shown.flatMap(({ unpublish_at: end }) => end ?? []);
  return ends.length > 0 && ends.length === shown.length ? (ends.toSorted().at(-1) ?? null) : null;
}
