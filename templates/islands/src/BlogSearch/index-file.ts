import { use } from 'react';
import { fold } from '../shared/search';
import type { FoundPost } from './props';

interface Indexed extends FoundPost {
  folded: string;
}

const loads = new Map<string, Promise<Indexed[] | null>>();

/** The folded index, fetched once; null when it cannot be had. Suspends while it is on its way. */
export function useIndex(address: string): Indexed[] | null {
  let load = loads.get(address);
  if (!load) loads.set(address, load = fetchIndex(address));
  return use(load);
}

async function fetchIndex(address: string): Promise<Indexed[] | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    const posts = await response.json() as FoundPost[];
    return posts.map((post) => ({ ...post, folded: `${fold(post.title)}\n${fold(post.excerpt)}` }));
  } catch {
    return null;
  }
}

/** Posts whose title or excerpt contains the query, in the order of the index. */
export function searchPosts(posts: Indexed[], query: string): FoundPost[] {
  const wanted = fold(query);
  return posts.filter(({ folded }) => folded.includes(wanted));
}
