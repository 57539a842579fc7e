import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { type FoundPosts, findPosts } from '../api/finding';
import type { Language } from '../api/types';
import { useCategories } from '../site/categories';
import { type LinkTarget, pageTargets, postTarget } from './link-targets';

/** A pause in the typing after which the server is asked. */
const PAUSE = 200;
/** Posts that are shown at most. */
const MOST_POSTS = 8;

export interface FoundTargets {
  targets: readonly LinkTarget[];
  searching: boolean;
  failed: boolean;
  /** There are posts that are not shown. */
  more: boolean;
  retry: () => void;
}

/**
 * What a link in a text of this language may lead to: pages of the site at once, posts as the server finds them. An empty text
 * asks for the pages alone, `null` for nothing. An answer belongs to its words: one that comes when there are others is not shown.
 */
export function useLinkTargets(words: string | null, language: Language): FoundTargets {
  const { t, i18n } = useTranslation();
  const categories = useCategories();
  const settled = useSettled(words);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['link-targets', settled],
    queryFn: ({ signal }) => findPosts({ q: settled }, 1, MOST_POSTS, signal),
    enabled: !!settled,
    // While one types on, what was found stays until the next is.
    placeholderData: (before: FoundPosts | undefined, query) => (continues(settled, query?.queryKey[1] ?? null) ? before : undefined),
    staleTime: 0,
    gcTime: 0,
  });
  const pages =
    words === null
      ? []
      : pageTargets(words, language, { nameOf: (page) => t(`links.${page}`), spoken: i18n.language, services: categories.all });
  const found = continues(words, settled) ? data : undefined;
  const posts = found?.posts.map((post) => postTarget(post, language)) ?? [];
  const searching = !!words && (words !== settled || isFetching);
  return {
    targets: [...pages, ...posts],
    searching,
    failed: !!words && isError && !searching,
    more: !searching && !isPlaceholderData && (found?.total ?? 0) > posts.length,
    retry: () => void refetch(),
  };
}

/** Whether words are those that were there before, perhaps with more behind them. */
function continues(words: string | null, before: string | null): boolean {
  return !!words && !!before && words.startsWith(before);
}

function useSettled(words: string | null): string | null {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
