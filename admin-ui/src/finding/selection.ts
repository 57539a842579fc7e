import type { ListedPost } from '../api/types';

/** Posts that were chosen, as they were then, in the order in which they were; they may be on several pages. */
export type Selection = ReadonlyMap<number, ListedPost>;

export const NONE: Selection = new Map();

/** With these posts chosen, or not. */
export function choose(selection: Selection, posts: readonly ListedPost[], chosen: boolean): Selection {
  const next = new Map(selection);
  for (const post of posts) {
    if (chosen) next.set(post.id, post);
    else next.delete(post.id);
  }
  return next;
}

/** The posts from one to another on the page, both with them, whichever comes first; the other alone when the first is not there. */
export function range(shown: readonly ListedPost[], from: number | null, to: number): ListedPost[] {
  const at = (id: number | null) => shown.findIndex((post) => post.id === id);
  const [start, end] = [at(from), at(to)];
  if (end < 0) return [];
  return start < 0 ? shown.slice(end, end + 1) : shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** How much of a page is chosen. */
export function shareOf(selection: Selection, shown: readonly ListedPost[]): 'all' | 'some' | 'none' {
  const chosen = shown.filter(({ id }) => selection.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === shown.length ? 'all' : 'some';
}
