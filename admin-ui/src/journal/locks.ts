import { announceEntries } from './changes';

/** Which entries belong to a form that is open right now, in any tab: each open form holds a lock. */
const PREFIX = 'draft:';

interface Hold {
  count: number;
  /** Resolves when the last one lets go. */
  over: Promise<void>;
  end: () => void;
}

/** Held in this tab, by a form or by a save that waits for its answer. */
const held = new Map<string, Hold>();

/** Let go here, though the browser may not have heard of it yet. */
const letGo = new Set<string>();

/** Holds the sitting's lock until the returned function is called (or the tab is gone). */
export function holdSitting(sitting: string): () => void {
  const known = held.get(sitting);
  if (known) return share(sitting, known);
  const hold = keep(sitting);
  // Locks exist in secure contexts only; without them a tab knows just its own forms.
  void navigator.locks?.request(PREFIX + sitting, () => hold.over).finally(() => freed(sitting));
  return share(sitting, hold);
}

/** How often a lock is asked for that only tabs which wait for it have, each for a moment. */
const CLAIMS = 5;

/** Like `holdSitting`, but `null` when another tab has the sitting open. */
export async function claimSitting(sitting: string): Promise<(() => void) | null> {
  if (!navigator.locks) return holdSitting(sitting);
  for (let claims = 1; ; claims += 1) {
    const letGo = held.has(sitting) ? holdSitting(sitting) : await claimFree(sitting);
    if (letGo || claims === CLAIMS || (await liveSittings()).has(sitting)) return letGo;
  }
}

function claimFree(sitting: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const work = (lock: Lock | null): Promise<void> | undefined => {
      const hold = lock && keep(sitting);
      resolve(hold && share(sitting, hold));
      return hold?.over;
    };
    void navigator.locks.request(PREFIX + sitting, { ifAvailable: true }, work).finally(() => freed(sitting));
  });
}

/** Sittings that some tab holds. */
export async function liveSittings(): Promise<Set<string>> {
  // Of before the question: the answer may be older than the news that a lock is free.
  const free = new Set(letGo);
  const state = await navigator.locks?.query();
  // Shared ones only wait.
  const names = (state?.held ?? []).filter(({ mode }) => mode !== 'shared').map((lock) => lock.name ?? '');
  const known = names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  return new Set([...known.filter((sitting) => !free.has(sitting) && !letGo.has(sitting)), ...held.keys()]);
}

/** Sittings of other tabs that are waited for. */
const awaited = new Set<string>();

/** Announces when other tabs let go of these. A tab that is closed or dies says nothing; only its lock tells. */
export function awaitSittings(sittings: Iterable<string>): void {
  for (const sitting of sittings) {
    if (!navigator.locks || held.has(sitting) || awaited.has(sitting)) continue;
    awaited.add(sitting);
    const over = () => {
      awaited.delete(sitting);
      announceEntries();
    };
    // Shared, so that all tabs that wait are told at once.
    void navigator.locks.request(PREFIX + sitting, { mode: 'shared' }, () => undefined).then(over, over);
  }
}

/** Now the other tabs see it too. */
function freed(sitting: string): void {
  letGo.delete(sitting);
  announceEntries();
}

function keep(sitting: string): Hold {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const hold = { count: 0, over, end };
  letGo.delete(sitting);
  held.set(sitting, hold);
  return hold;
}

function share(sitting: string, hold: Hold): () => void {
  hold.count += 1;
  let mine = true;
  return () => {
    if (!mine) return;
    mine = false;
    hold.count -= 1;
    if (hold.count > 0) return;
    held.delete(sitting);
    letGo.add(sitting);
    hold.end();
  };
}
