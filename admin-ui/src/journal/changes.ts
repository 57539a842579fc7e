/** Tells this tab and the others that entries came free, changed hands or went. */
const CHANNEL = 'blog-admin-drafts';

const listeners = new Set<() => void>();
let channel: BroadcastChannel | null = null;

function tell(): void {
  for (const listener of listeners) listener();
}

/** Not a message of every written word: only what changes which entries are there to be taken up. */
export function announceEntries(): void {
  tell();
  channel?.postMessage(null);
}

export function onEntriesChange(listener: () => void): () => void {
  listeners.add(listener);
  if (!channel && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = tell;
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = null;
  };
}
