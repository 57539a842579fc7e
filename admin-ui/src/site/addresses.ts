import { CATEGORIES, type Language } from '../api/types';

/** What the addresses of a language begin with: Azerbaijani has the bare ones. */
function prefixOf(language: Language): string {
  return language === 'az' ? '' : `/${language}`;
}

/** The pages that are there whatever is written, in the order of the site's menu; categories stand for the pages of their services. */
export const PAGES = ['home', 'about', 'services', ...CATEGORIES, 'blog', 'faq', 'contact', 'terms'] as const;
export type Page = (typeof PAGES)[number];

/** The address of a page, as `generator/src/routes/` makes it. */
export function pagePath(page: Page, language: Language): string {
  if (CATEGORIES.some((category) => category === page)) return servicePath(page, language);
  return `${prefixOf(language)}/${page === 'home' ? '' : `${page}/`}`;
}

/** The page of a service. */
export function servicePath(id: string, language: Language): string {
  return `${prefixOf(language)}/services/${id}/`;
}

/** The public page of a post, whatever words its address has; `…` for the number of one that has none yet. */
export function publicPath(id: number | '…', language: Language): string {
  return `${prefixOf(language)}/blog/${id}/`;
}
