import { serverNow } from '../api/server-clock';
import type { ListedPost } from '../api/types';
import type { CategoryFilter, StateFilter } from '../finding/filter';

/** Cards on one page (specification section 9). */
export const PAGE_SIZE = 6;

/**
 * The featured post: the site has one. A list shows working copies, and one of them may ask for the mark that another post got meanwhile:
 * what is on the site without a working copy is sure to have it.
 */
export function featuredOf(posts: readonly ListedPost[]): ListedPost | undefined {
  const marked = posts.filter((post) => post.featured);
  const live = marked.filter((post) => post.live !== false);
  return live.find((post) => !post.edited_at) ?? live[0] ?? marked[0];
}

/** The cards to show: exact category and state, the featured post first, otherwise in the order of the list. */
export function visiblePosts(posts: readonly ListedPost[], filter: CategoryFilter, state: StateFilter = 'any'): ListedPost[] {
  const featured = featuredOf(posts);
  return posts
    .filter((post) => filter === 'all' || post.category === filter)
    .filter((post) => state === 'any' || (post.state ?? 'published') === state)
    .toSorted((a, b) => Number(b === featured) - Number(a === featured));
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The posts of one page; a page beyond the end shows the last. */
export function pageOf(posts: readonly ListedPost[], page: number): { page: number; posts: ListedPost[] } {
  const actual = Math.min(Math.max(1, page), pageCount(posts.length));
  return { page: actual, posts: posts.slice((actual - 1) * PAGE_SIZE, actual * PAGE_SIZE) };
}

/** Page numbers of the pager with gaps (`null`) where many are left out. */
export function pagerItems(page: number, pages: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1 || pages <= 7,
  );
  return shown.flatMap((number, at) => (at > 0 && number - (shown[at - 1] ?? 0) > 1 ? [null, number] : [number]));
}

/** At most one post is featured: another one in the loaded list, not counting the post being edited. */
export function otherFeatured(posts: readonly ListedPost[], editedId: number | null): ListedPost | undefined {
  return posts.find((post) => post.featured && post.id !== editedId);
}

/** Names offered for the author field at most. */
const MOST_AUTHORS = 100;

/** Who has written so far, whoever wrote last first. Any other name may be typed. */
export function authorsOf(posts: readonly ListedPost[]): string[] {
  const names = posts.map(({ author }) => author.trim()).filter((name) => name !== '');
  return [...new Set(names)].slice(0, MOST_AUTHORS);
}

/** How long somebody who saved a draft counts as being at it. */
export const AT_IT = 2 * 60 * 1000;

/** Who else is editing a post right now: the server knows of writing only what is saved, which it is in every pause. */
export function editorOf(
  { edited_by: by, edited_at: at }: Pick<ListedPost, 'edited_by' | 'edited_at'>,
  self: string | null,
  now = serverNow(),
): string | null {
  return by && at && by !== self && now - Date.parse(at) < AT_IT ? by : null;
}

/** The day a post was published, or what was last done to one that is not. */
export function dayOf({ date, edited_at: edited, live }: ListedPost): string {
  return (live === false ? edited : date) ?? '';
}

/** Whole days until a post leaves the trash for good; the server's clock, as it is told, is behind by the way of an answer. */
export function daysLeft(expires: string, now = serverNow()): number {
  return Math.max(0, Math.ceil((Date.parse(expires) - now - 60_000) / (24 * 3600 * 1000)));
}
