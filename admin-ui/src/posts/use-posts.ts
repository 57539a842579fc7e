import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ListedPost } from '../api/types';
import { loadPosts, PostCache, POSTS_KEY } from '../saving/post-cache';
import { onStoreChange } from '../site/store-changes';

const NONE: ListedPost[] = [];

/** The list as it is shown, and the cache behind it. */
export function usePosts() {
  const client = useQueryClient();
  const [cache] = useState(() => new PostCache(client));
  const { data, isPending, isError, isFetching, refetch } = useQuery({ queryKey: POSTS_KEY, queryFn: loadPosts });
  // Other people and other tabs save as well.
  useEffect(() => onStoreChange(() => void cache.refresh()), [cache]);
  return {
    cache,
    posts: data ?? NONE,
    loading: isPending || isFetching,
    failed: isError,
    reload: () => {
      cache.forgetVersions();
      void refetch();
    },
  };
}
