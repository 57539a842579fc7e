// What jsdom lacks, as little as the islands need; tests drive it by `media` and `Intersections`.
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** Media queries that match. */
export const media = new Set<string>();

export class Intersections {
  static all = new Set<Intersections>();
  readonly seen = new Set<Element>();
  constructor(
    readonly callback: (entries: { isIntersecting: boolean; target: Element }[]) => void,
    readonly options?: { rootMargin?: string },
  ) {
    Intersections.all.add(this);
  }
  observe(element: Element) {
    this.seen.add(element);
  }
  unobserve(element: Element) {
    this.seen.delete(element);
  }
  disconnect() {
    Intersections.all.delete(this);
  }
  /** Everything observed comes into view. */
  static show() {
    this.tell(true);
  }
  /** It leaves the view. */
  static hide() {
    this.tell(false);
  }
  private static tell(isIntersecting: boolean) {
    for (const one of this.all) one.callback([...one.seen].map((target) => ({ isIntersecting, target })));
  }
}

const inBrowser = typeof document !== 'undefined'; // the tests of the build run without

beforeEach(() => {
  if (!inBrowser) return;
  media.clear();
  Intersections.all.clear();
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return media.has(query);
    },
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal('IntersectionObserver', Intersections);
  vi.stubGlobal('scrollTo', vi.fn());
  Element.prototype.scrollIntoView = vi.fn();
  Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
    configurable: true,
    get(this: Element) {
      return this.hasAttribute('muted');
    },
    set(this: Element, muted: boolean) {
      this.toggleAttribute('muted', muted);
    },
  });
  HTMLMediaElement.prototype.play = vi.fn(async () => {});
  HTMLMediaElement.prototype.pause = vi.fn();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

afterEach(() => {
  if (!inBrowser) return;
  cleanup();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  localStorage.clear();
  history.replaceState(null, '', '/');
});

/** Scrolls the page of 2000 px in a window of 1000 px. */
export function scrollPage(y: number): void {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(2000);
  vi.stubGlobal('innerHeight', 1000);
  vi.stubGlobal('scrollY', y);
  window.dispatchEvent(new Event('scroll'));
}
