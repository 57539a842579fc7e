/** Which drafts belong to a form that is open right now, in any tab: each open form holds a lock. */
const PREFIX = 'draft:';

/** Released here, though the browser may not have heard of it yet. */
const released = new Set<string>();

/** Holds the session's lock until the returned function is called (or the tab is gone). */
export function holdSession(session: string): () => void {
  if (!navigator.locks) return () => undefined;
  released.delete(session);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(PREFIX + session, () => held);
  return () => {
    released.add(session);
    release();
  };
}

/** Sessions that some tab holds. */
export async function liveSessions(): Promise<Set<string>> {
  const state = await navigator.locks?.query();
  const names = (state?.held ?? []).map((lock) => lock.name ?? '');
  const sessions = names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  return new Set(sessions.filter((session) => !released.has(session)));
}
