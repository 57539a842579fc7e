import { useCallback, useEffect, useRef, useState } from 'react';
import { pushAddress } from '../shared/address';
import { followsHere } from '../shared/links';
import { REDUCED_MOTION } from '../plain/wishes';
import { fetchPage, region, swapIn } from './page-swap';
import * as scrollMemory from './scroll-memory';

export interface InPlace {
  /** Path of the list that is shown; null before anything changed in place. */
  path: string | null;
  loading: boolean;
  go: (url: string) => void;
}

/**
 * Changes the list without leaving the page: fetches the address, swaps what differs, then the history. Whatever goes wrong
 * on the way, the browser goes to the address itself.
 */
export function useInPlace(onShown: () => void): InPlace {
  const [path, setPath] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const request = useRef<AbortController>(null);
  const here = useRef('');
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });

  const load = useCallback(async (url: string, push: boolean) => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setLoading(true);
    region()?.setAttribute('aria-busy', 'true');
    try {
      const page = await fetchPage(url, signal);
      if (signal.aborted) return;
      scrollMemory.keep();
      scrollMemory.takeOver();
      swapIn(page);
      if (push && url !== location.href) pushAddress(url);
      scrollMemory.show();
      if (push) scrollTo({ top: 0, behavior: matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth' });
      else scrollMemory.restore();
      region()?.removeAttribute('aria-busy');
      here.current = location.pathname + location.search;
      setPath(location.pathname);
      setLoading(false);
      shown.current();
    } catch {
      if (signal.aborted) return;
      if (push) location.assign(url);
      else location.reload(); // the address is here already: to go there with a fragment would fetch nothing
    }
  }, []);

  useEffect(() => {
    here.current = location.pathname + location.search;
    scrollMemory.show();
    // An answer that is still on its way leads elsewhere by now; and what fails because the page is left must not lead back.
    const giveUp = () => {
      request.current?.abort();
      region()?.removeAttribute('aria-busy');
      setLoading(false);
    };
    const follow = () => {
      if (location.pathname + location.search !== here.current) return void load(location.href, false);
      giveUp(); // the list is the one that is shown, at most at a fragment of it
      scrollMemory.show();
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('[data-blog-region] a[data-in-place]');
      if (!link || !followsHere(event, link)) return;
      event.preventDefault();
      void load(link.href, true);
    };
    document.addEventListener('click', onClick);
    addEventListener('popstate', follow);
    addEventListener('pageshow', follow);
    addEventListener('pagehide', giveUp);
    return () => {
      document.removeEventListener('click', onClick);
      removeEventListener('popstate', follow);
      removeEventListener('pageshow', follow);
      removeEventListener('pagehide', giveUp);
    };
  }, [load]);

  return { path, loading, go: (url) => void load(url, true) };
}
