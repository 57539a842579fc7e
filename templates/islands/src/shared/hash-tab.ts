import { useEffect, useState, useSyncExternalStore } from 'react';
import { followsHere } from './links';

let visits = 0;

function subscribe(changed: () => void) {
  const visit = () => {
    visits += 1;
    changed();
  };
  // A link to the address that is there already changes nothing, so no event tells of it.
  const again = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href*="#"]');
    if (link?.href === location.href && followsHere(event, link)) visit();
  };
  addEventListener('hashchange', visit);
  addEventListener('click', again);
  return () => {
    removeEventListener('hashchange', visit);
    removeEventListener('click', again);
  };
}

/** What the address names; like the browser, a fragment that cannot be decoded is taken as it is. */
export function target(): HTMLElement | null {
  const fragment = location.hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return document.getElementById(fragment);
  }
}

const panelOf = (element: Element | null, panels: string[]) => panels.find((id) => element?.closest(`#${id}`));

/**
 * Which of the tabs (ids of their panels) is open: the last one chosen, or the one whose panel holds what the address
 * names. A fragment of no panel (a skip link) changes nothing. The third is another string whenever the address has
 * led into a panel, empty before; it begins with how often that was since the page was opened.
 */
export function useHashTab(panels: string[]): [active: string, choose: (id: string) => void, visit: string] {
  const visit = useSyncExternalStore(
    subscribe,
    () => `${visits} ${panelOf(target(), panels) ?? ''}`,
    () => '',
  );
  const [first] = useState(() => visits);
  const [seen, setSeen] = useState({ visit: '', led: '', active: panels[0] ?? '' });
  const owner = visit.split(' ')[1];
  const now = visit === seen.visit ? seen : { visit, led: owner ? visit : seen.led, active: owner || seen.active };
  if (now !== seen) setSeen(now);

  // The browser cannot scroll to what is in a hidden panel; by now the panel is shown. At first it was (tabs.css),
  // and the visitor may have scrolled on since.
  useEffect(() => {
    if (now.led && visits > first) target()?.scrollIntoView();
  }, [now.led, first]);
  return [now.active, (active) => setSeen({ ...now, active }), now.led];
}
