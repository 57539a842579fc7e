import { type Draft, removeDraft, writeDraft } from './store';

/** How long typing may pause before it is written; short, as everything unwritten dies with the tab. */
const DELAY = 300;
const PATIENCE = 1_000;

/**
 * Writes the latest draft soon after each change, one write at a time and in order; `flush` writes at once.
 * Failures are reported once: a full or forbidden IndexedDB must not stop the editor.
 */
export class JournalWriter {
  private waiting: Draft | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly onProblem: (error: unknown) => void = console.warn) {}

  note(draft: Draft): void {
    if (this.waiting && this.waiting.session !== draft.session) void this.flush();
    this.waiting = draft;
    this.timer ??= setTimeout(() => void this.flush(), DELAY);
  }

  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const draft = this.waiting;
    this.waiting = null;
    return draft ? this.then(() => writeDraft(draft)) : this.queue;
  }

  /** Like `flush`, but gives up waiting for a slow disk: the journal must never hold up a save. */
  flushSoon(): Promise<void> {
    return Promise.race([this.flush(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))]);
  }

  /** Forgets a session's draft, also one that waits to be written. */
  forget(session: string): Promise<void> {
    if (this.waiting?.session === session) this.waiting = null;
    return this.then(() => removeDraft(session));
  }

  private then(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work).catch(this.onProblem);
    return this.queue;
  }
}
