import { followScroll } from '../plain/scroll';

/** A heading has been read past when it stands in the upper third of the window. */
const PASSED = 1 / 3;

/** Marks the entry of the part that is being read in the contents of a post; gives the way to end that. */
export function followContents(contents: Element): () => void {
  const parts = [...contents.querySelectorAll<HTMLAnchorElement>('a')].map((link) => ({ link, heading: document.getElementById(link.hash.slice(1)) }));
  let marked: HTMLAnchorElement | undefined;
  return followScroll(() => {
    const current = parts.findLast(({ heading }) => heading && heading.getBoundingClientRect().top < innerHeight * PASSED)?.link;
    if (current === marked) return;
    marked?.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'location');
    marked = current;
  });
}
