/** Who holds something unsaved, with the question when it is one of its own; asked before the page is left. */
const holders = new Map<string, string | undefined>();
const listeners = new Set<() => void>();

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** A dialog above the page says its own name: what it saves or gives up is not what the page holds. */
export function setUnsaved(value: boolean, holder = 'page', question?: string): void {
  change(() => void (value ? holders.set(holder, question) : holders.delete(holder)));
}

/** Whether the screen may be left: whoever holds something unsaved is asked. */
export function mayLeave(question: string): boolean {
  return !hasUnsaved() || window.confirm([...holders.values()].find(Boolean) ?? question);
}

/** All that is unsaved may be left: somebody agreed to that. */
export function leaveUnsaved(): void {
  change(() => holders.clear());
}

function change(apply: () => void): void {
  const before = hasUnsaved();
  apply();
  if (hasUnsaved() === before) return;
  if (before) window.removeEventListener('beforeunload', warn);
  else window.addEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

export function hasUnsaved(): boolean {
  return holders.size > 0;
}

const onTheWay = new Set<Promise<unknown>>();

/** Words that the server has not answered for: whoever signs out keeps the session for them. */
export function sendingWords(sending: Promise<unknown>): void {
  onTheWay.add(sending);
  const over = () => onTheWay.delete(sending);
  sending.then(over, over);
}

/** Ends when the words on their way have an answer of any kind; `null` when there are none. Who asks signs out: the next session has words of its own. */
export function wordsSent(): Promise<unknown> | null {
  if (onTheWay.size === 0) return null;
  const sent = Promise.allSettled(onTheWay);
  onTheWay.clear();
  return sent;
}

export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
