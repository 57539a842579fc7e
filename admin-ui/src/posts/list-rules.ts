import type { Category, Language, ListedPost } from '../api/types';

/** Cards on one page (specification section 9). */
export const PAGE_SIZE = 6;

export type CategoryFilter = Category | 'all';

/** The cards to show: exact category, featured first, otherwise in the order of the list. */
export function visiblePosts(posts: readonly ListedPost[], filter: CategoryFilter): ListedPost[] {
  return posts
    .filter((post) => filter === 'all' || post.category === filter)
    .toSorted((a, b) => Number(b.featured) - Number(a.featured));
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

const PREFIX: Readonly<Record<Language, string>> = { az: '', en: '/en', ru: '/ru' };

/** The public page of a post. */
export function publicPath(id: number, language: Language): string {
  return `${PREFIX[language]}/blog/${id}/`;
}
