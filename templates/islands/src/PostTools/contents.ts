import { followScroll } from '../plain/scroll';

/** A heading has been read past when it stands in the upper third of the window. */
const PASSED = 1 / 3;

/** Marks the entry of the part that is being read in the contents of a post, and keeps it in sight; gives the way to end that. */
export function followContents(contents: Element): () => void {
  const parts = [...contents.querySelectorAll<HTMLAnchorElement>('a')].map((link) => ({
    link,
    heading: document.getElementById(link.hash.slice(1)),
  }));
  const box = contents.parentElement as Element;
  let marked: HTMLAnchorElement | undefined;
  return followScroll(() => {
    const current = parts.findLast(({ heading }) => heading && heading.getBoundingClientRect().top < innerHeight * PASSED)?.link;
    if (current === marked) return;
    marked?.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'location');
    marked = current;
    // Whoever has the pointer or the focus there is looking through them; a finger leaves a `:hover` behind.
    if (box.matches(matchMedia('(hover)').matches ? ':hover,:focus-within' : ':focus-within')) return;
    // The box around the contents scrolls, never the page, where the entry is in neither its first tenth nor its last.
    const half = box.clientHeight / 2;
    const at = (current?.offsetTop ?? 0) - half;
    if (Math.abs(at - box.scrollTop) > half * 0.8) box.scrollTop = at;
  });
}
