import { useState } from 'react';
import { loadAgain } from './load-again';
import { useWhileHere } from './while-here';

let reach: (address: string) => Promise<unknown> = () => Promise.resolve();

/** How the page tells whether something answers there. Kept apart, because what is shown knows no server. */
export function reachBy(how: typeof reach): void {
  reach = how;
}

/** The page anew, only where something answers: the browser would put a page of its own in the place of all this. */
export function useLoadAgain(): { asking: boolean; unanswered: number; reload: (address: string) => Promise<void> } {
  const isHere = useWhileHere();
  const [asking, setAsking] = useState(false);
  const [unanswered, setUnanswered] = useState(0);

  async function reload(address: string) {
    if (asking) return;
    setAsking(true);
    const answers = await reach(address).then(
      () => true,
      () => false,
    );
    if (!isHere()) return;
    // Whoever has words that are not saved may stay all the same.
    setAsking(false);
    if (answers) loadAgain();
    else setUnanswered(unanswered + 1);
  }
  return { asking, unanswered, reload };
}
