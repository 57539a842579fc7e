import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { listPosts } from '../api/posts';
import type { ListedPost, Post, Versioned } from '../api/types';
import { ALERTS } from '../i18n/fixed';
import { withCreated, withoutPost, withUpdated } from './list-rules';

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

/** The loaded list, kept in step with what the editor saves, opens and deletes without loading it again. */
export function usePosts() {
  const client = useQueryClient();
  // The list itself has no versions of single posts; these are known from opening and saving them.
  const [etags] = useState(() => new Map<number, string | null>());
  const { data, isPending, isError, isFetching, refetch } = useQuery({ queryKey: KEY, queryFn: loadPosts });
  const change = useCallback(
    (edit: (posts: readonly ListedPost[]) => ListedPost[]) => {
      client.setQueryData<ListedPost[]>(KEY, (posts) => (posts ? edit(posts) : posts));
    },
    [client],
  );
  const note = ({ value, etag }: Versioned<Post>, edit: typeof withUpdated) => {
    etags.set(value.id, etag);
    change((posts) => edit(posts, value));
  };
  return {
    posts: data ?? NONE,
    loading: isPending || isFetching,
    failed: isError,
    reload: () => {
      etags.clear();
      void refetch();
    },
    /** The version of a card, if it was opened or saved here. */
    etagOf: (id: number) => etags.get(id) ?? null,
    /** A new post goes in front. */
    added: (post: Versioned<Post>) => note(post, withCreated),
    /** The server's version of a post takes the place of the one on its card. */
    seen: (post: Versioned<Post>) => note(post, withUpdated),
    removed: (id: number) => change((posts) => withoutPost(posts, id)),
  };
}
