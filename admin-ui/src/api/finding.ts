import { authorisedCall, readJson } from './client';
import type { Category, ListedPost, Outcome } from './types';

const POSTS = '/api/blog/posts/';

export interface FoundPosts {
  posts: ListedPost[];
  /** On all pages together. */
  total: number;
}

/** A page of the posts that staff see, by what the API calls its parameters; what is empty does not matter. */
export async function findPosts(
  wanted: Readonly<Record<string, string | null>>,
  page: number,
  size: number,
  signal?: AbortSignal,
): Promise<FoundPosts> {
  const query = new URLSearchParams({ state: 'all', fields: 'summary' });
  for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value);
  query.set('page', String(page));
  query.set('page_size', String(size));
  const answer = await authorisedCall(`${POSTS}?${query}`, { signal });
  return { posts: await readJson(answer), total: Number(answer.headers.get('X-Total-Count') ?? 0) };
}

export type SeveralAction = 'publish' | 'unpublish' | 'category' | 'trash' | 'restore';

/** A post as it was when it was chosen. */
export interface Chosen {
  id: number;
  /** Left out: whatever there is will do. */
  edited_at?: string | null;
}

/** The most posts that one call takes. */
const AT_ONCE = 100;

/** Does the same to each; one outcome for each, in their order. */
export async function changeSeveral(action: SeveralAction, posts: readonly Chosen[], category?: Category): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < posts.length; at += AT_ONCE) {
    const json = { action, posts: posts.slice(at, at + AT_ONCE), ...(category && { category }) };
    outcomes.push(...(await readJson<Outcome[]>(await authorisedCall(`${POSTS}several/`, { method: 'POST', json }))));
  }
  return outcomes;
}
