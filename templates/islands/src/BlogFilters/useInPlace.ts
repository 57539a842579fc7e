import { useCallback, useEffect, useRef, useState } from 'react';
import { pushAddress } from '../shared/address';
import { REDUCED_MOTION } from '../shared/media';
import { followsHere } from './links';
import { fetchPage, region, swapIn } from './page-swap';

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
  useEffect(() => { shown.current = onShown; });

  const load = useCallback(async (url: string, push: boolean) => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setLoading(true);
    region()?.setAttribute('aria-busy', 'true');
    try {
      const page = await fetchPage(url, signal);
      if (signal.aborted) return;
      swapIn(page);
      if (push) {
        pushAddress(url);
        scrollTo({ top: 0, behavior: matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth' });
      }
      region()?.removeAttribute('aria-busy');
      here.current = location.pathname + location.search;
      setPath(location.pathname);
      setLoading(false);
      shown.current();
    } catch {
      if (!signal.aborted) location.assign(url);
    }
  }, []);

  useEffect(() => {
    here.current = location.pathname + location.search;
    const onPop = () => {
      // A mere fragment needs no new list.
      if (location.pathname + location.search !== here.current) void load(location.href, false);
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('[data-blog-region] a[data-in-place]');
      if (!link || !followsHere(event, link)) return;
      event.preventDefault();
      void load(link.href, true);
    };
    addEventListener('popstate', onPop);
    document.addEventListener('click', onClick);
    return () => {
      removeEventListener('popstate', onPop);
      document.removeEventListener('click', onClick);
    };
  }, [load]);

  return { path, loading, go: (url) => void load(url, true) };
}
