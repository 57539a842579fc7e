import { useSyncExternalStore } from 'react';

/** Told to the window when an island has changed the address, of which the browser tells nobody. SearchField repeats the name: a chunk for it would weigh more. */
const MOVED = 'moved';

function subscribe(changed: () => void) {
  for (const type of [MOVED, 'popstate']) addEventListener(type, changed);
  return () => {
    for (const type of [MOVED, 'popstate']) removeEventListener(type, changed);
  };
}

/** Goes to an address of this page's own making and tells every island. */
export function pushAddress(url: string): void {
  history.pushState({ list: Date.now() }, '', url); // an entry of the history is told from another of the same address
  dispatchEvent(new Event(MOVED));
}

/** A parameter of the address, trimmed; empty on the server and when there is none. */
export function useQueryParameter(name: string): string {
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(location.search).get(name)?.trim() ?? '',
    () => '',
  );
}
