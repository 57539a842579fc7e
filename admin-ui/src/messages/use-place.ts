import { useSearchParams } from 'react-router-dom';
import { type Folder, FOLDERS, type Place } from '../api/messages';

/** Which messages are shown. */
export interface Shown {
  folder: Folder;
  words: string;
  /** The newest ones without. */
  place: Place | null;
}

function shownOf(params: URLSearchParams): Shown {
  const side = (['before', 'after'] as const).find((name) => /^[1-9]\d{0,14}$/.test(params.get(name) ?? ''));
  return {
    folder: FOLDERS.find((one) => one === params.get('folder')) ?? 'new',
    words: (params.get('q') ?? '').trim().slice(0, 200),
    place: side ? { side, id: Number(params.get(side)) } : null,
  };
}

function paramsOf({ folder, words, place }: Shown): URLSearchParams {
  return new URLSearchParams({
    ...(folder !== 'new' && { folder }),
    ...(words && { q: words }),
    ...(place && { [place.side]: String(place.id) }),
  });
}

/** It lives in the address: back, forward and a reload find it again, and it can be sent to a colleague. */
export function usePlace(): Shown & { key: string; go: (to: Partial<Shown>, quietly?: boolean) => void } {
  const [params, setParams] = useSearchParams();
  const shown = shownOf(params);
  const key = paramsOf(shown).toString();
  /** To the newest ones, unless it says where. `quietly`: no step of its own on the way back. */
  function go(to: Partial<Shown>, quietly = false) {
    const next = paramsOf({ ...shown, place: null, ...to });
    setParams(next, { replace: quietly || next.toString() === key, preventScrollReset: true, flushSync: true });
  }
  return { ...shown, key, go };
}
