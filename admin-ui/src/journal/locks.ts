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

/** Holds the session's lock until the returned function is called (or the tab is gone). */
export function holdSession(session: string): () => void {
  const known = held.get(session);
  if (known) return share(session, known);
  const hold = keep(session);
  // Locks exist in secure contexts only; without them a tab knows just its own forms.
  void navigator.locks?.request(PREFIX + session, () => hold.over).finally(() => freed(session));
  return share(session, hold);
}

/** Like `holdSession`, but `null` when another tab has the session open. */
export async function claimSession(session: string): Promise<(() => void) | null> {
  if (!navigator.locks || held.has(session)) return holdSession(session);
  return new Promise((resolve) => {
    const work = (lock: Lock | null): Promise<void> | undefined => {
      const hold = lock && keep(session);
      resolve(hold && share(session, hold));
      return hold?.over;
    };
    void navigator.locks.request(PREFIX + session, { ifAvailable: true }, work).finally(() => freed(session));
  });
}

/** Sessions that some tab holds. */
export async function liveSessions(): Promise<Set<string>> {
  // Of before the question: the answer may be older than the news that a lock is free.
  const free = new Set(letGo);
  const state = await navigator.locks?.query();
  const names = (state?.held ?? []).map((lock) => lock.name ?? '');
  const known = names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  return new Set([...known.filter((session) => !free.has(session) && !letGo.has(session)), ...held.keys()]);
}

/** Now the other tabs see it too. */
function freed(session: string): void {
  letGo.delete(session);
  announceEntries();
}

function keep(session: string): Hold {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const hold = { count: 0, over, end };
  letGo.delete(session);
  held.set(session, hold);
  return hold;
}

function share(session: string, hold: Hold): () => void {
  hold.count += 1;
  let mine = true;
  return () => {
    if (!mine) return;
    mine = false;
    hold.count -= 1;
    if (hold.count > 0) return;
    held.delete(session);
    letGo.add(session);
    hold.end();
  };
}
