import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { findPosts } from '../api/finding';
import type { ListedPost } from '../api/types';
import { asksServer, type Filter, queryOf } from './filter';

/**
 * What the server finds, a page of it; `null` while nothing is looked for. An answer belongs to its question: one that comes
 * after the next question was asked is not shown. `known` are the posts of the page, which know of changes first.
 */
export function useFound(filter: Filter, size: number, known: readonly ListedPost[]) {
  const asked = asksServer(filter);
  const query = useQuery({
    queryKey: ['found', queryOf(filter), filter.page],
    queryFn: ({ signal }) => findPosts(queryOf(filter), filter.page, size, signal),
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  });
  const { refetch } = query;
  // Whatever changed on the page may belong to what is found, or not any more.
  const before = useRef(known);
  useEffect(() => {
    const news = before.current !== known && before.current.length > 0;
    before.current = known;
    if (asked && news) void refetch();
  }, [asked, known, refetch]);
  if (!asked) return null;
  const found = (query.data?.posts ?? []).map((post) => known.find(({ id }) => id === post.id) ?? post);
  return {
    posts: found,
    total: query.data?.total ?? 0,
    loading: query.isPending || query.isPlaceholderData,
    /** It is the answer to this very question, and no later one is on its way. */
    settled: query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    failed: query.isError && !query.isFetching,
    retry: () => void refetch(),
  };
}
