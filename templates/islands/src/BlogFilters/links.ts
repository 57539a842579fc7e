import type { BlogCategory } from './props';

/** The category whose list (or a later page of it) this path is: the longest address that begins it. */
export function categoryOf(path: string, categories: BlogCategory[]): BlogCategory | undefined {
  return categories.filter(({ url }) => path.startsWith(url)).sort((a, b) => b.url.length - a.url.length)[0];
}
