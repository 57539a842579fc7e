import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listPosts } from '../api/posts';
import type { ListedPost } from '../api/types';
import { ALERTS } from '../i18n/fixed';

const KEY = ['posts'];
const NONE: ListedPost[] = [];

/** A failed load is logged and shown as a browser alert, once per attempt. */
async function loadPosts(): Promise<ListedPost[]> {
  try {
    return await listPosts();
  } catch (error) {
    console.error(ALERTS.loadFailed, error);
    window.alert(ALERTS.loadFailed);
    throw error;
  }
}

/** The loaded list, and a way to change it after a save without loading it again. */
export function usePosts() {
  const client = useQueryClient();
  const { data, isPending, isError, isFetching, refetch } = useQuery({ queryKey: KEY, queryFn: loadPosts });
  const change = useCallback(
    (edit: (posts: readonly ListedPost[]) => ListedPost[]) => {
      client.setQueryData<ListedPost[]>(KEY, (posts) => (posts ? edit(posts) : posts));
    },
    [client],
  );
  return { posts: data ?? NONE, loading: isPending || isFetching, failed: isError, reload: () => void refetch(), change };
}
