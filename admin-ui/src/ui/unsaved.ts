/** Whether the form holds something unsaved; asked before the page is left. */
let unsaved = false;
const listeners = new Set<() => void>();

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function setUnsaved(value: boolean): void {
  if (value === unsaved) return;
  unsaved = value;
  if (value) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

export function hasUnsaved(): boolean {
  return unsaved;
}

const onTheWay = new Set<Promise<unknown>>();

/** Words that the server has not answered for: whoever signs out keeps the session for them. */
export function sendingWords(sending: Promise<unknown>): void {
  onTheWay.add(sending);
  const over = () => onTheWay.delete(sending);
  sending.then(over, over);
}

/** Ends when the words on their way have an answer of any kind; `null` when there are none. */
export function wordsSent(): Promise<unknown> | null {
  return onTheWay.size === 0 ? null : Promise.allSettled(onTheWay);
}

export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
