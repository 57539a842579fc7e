import { useState, useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The fragment of the address without `#`; empty on the server. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => decodeURIComponent(location.hash.slice(1)), () => '');
}

/**
 * Which tab is open: the last one chosen or named by the address. `ownerOf` tells whose tab a fragment is; a
 * fragment of nobody (a skip link) changes nothing.
 */
export function useHashTab(first: string, ownerOf: (hash: string) => string | undefined): [string, (id: string) => void] {
  const hash = useHash();
  const [seen, setSeen] = useState({ hash: '', active: first });
  const active = hash === seen.hash ? seen.active : (ownerOf(hash) ?? seen.active);
  if (hash !== seen.hash) setSeen({ hash, active });
  return [active, (id) => setSeen({ hash, active: id })];
}
