import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(changed: () => void) {
  listeners.add(changed);
  addEventListener('popstate', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('popstate', changed);
  };
}

/** Goes to an address of this page's own making and tells every island. */
export function pushAddress(url: string): void {
  history.pushState({ list: Date.now() }, '', url); // an entry of the history is told from another of the same address
  for (const changed of listeners) changed();
}

/** A parameter of the address, trimmed; empty on the server and when there is none. */
export function useQueryParameter(name: string): string {
  return useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name)?.trim() ?? '', () => '');
}
