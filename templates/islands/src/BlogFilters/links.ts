import type { BlogCategory } from './props';

/** A plain click on a link of this site that would leave the page in this tab. */
export function followsHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    && (link.target === '' || link.target === '_self') && link.origin === location.origin;
}

/** The category whose list (or a later page of it) this path is: the longest address that begins it. */
export function categoryOf(path: string, categories: BlogCategory[]): BlogCategory | undefined {
  return categories
    .filter(({ url }) => path.startsWith(url))
    .sort((a, b) => b.url.length - a.url.length)[0];
}
