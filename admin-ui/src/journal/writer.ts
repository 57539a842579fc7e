import { isDirty } from '../form/compare';
import { type FormState, isTouched } from '../form/state';
import { type Entry, entryOf, readEntry, removeEntry, writeEntry, writeLastEntry } from './store';

/** How long typing pauses before it is written, and how long it may go on without; short, as everything unwritten dies with the tab. */
const PAUSE = 300;
const LONGEST = 1_000;
/** How long a save waits for the journal. */
const PATIENCE = 1_000;

/** What the writer finds out; both may come a moment after the words. */
interface Report {
  /** Whether a form really differs from the server's post, which is too much work for every key. */
  checked: (form: FormState, dirty: boolean) => void;
  /** Whether the browser took the entry: IndexedDB may be full or forbidden. */
  kept: (sitting: string, kept: boolean) => void;
}

/**
 * Keeps the latest words of the open form as an entry while they differ from the server's post, one write at a time and
 * in order. `note` is called with every key and does next to nothing; `flush` writes at once.
 */
export class JournalWriter {
  private waiting: FormState | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest words that are not written were typed. */
  private since: number | null = null;
  private queue: Promise<void> = Promise.resolve();
  private readonly entries = new Set<string>();
  /** The latest of each sitting that is queued and not known to be in the database. */
  private readonly unwritten = new Map<string, Entry>();

  constructor(private readonly report: Partial<Report> = {}) {}

  note(form: FormState): void {
    if (this.waiting && this.waiting.sitting !== form.sitting) void this.flush();
    this.waiting = form;
    this.since ??= Date.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), Math.min(PAUSE, Math.max(0, this.since + LONGEST - Date.now())));
  }

  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.since = null;
    const form = this.waiting;
    this.waiting = null;
    if (!form) return this.queue;
    const dirty = isDirty(form);
    this.report.checked?.(form, dirty);
    return dirty ? this.write(entryOf(form)) : this.forgetWritten(form.sitting);
  }

  /** The page goes: what waits, also in the queue behind an earlier write, would not live to be written. */
  flushNow(): void {
    const last = new Map(this.unwritten);
    const form = this.waiting;
    if (form) last.delete(form.sitting);
    if (form && isTouched(form)) last.set(form.sitting, entryOf(form));
    for (const entry of last.values()) writeLastEntry(entry).catch((error: unknown) => console.warn('entry not kept', error));
    void this.flush();
  }

  /** Like `flush`, but gives up waiting for a slow disk: the journal must never hold up a save. */
  flushSoon(): Promise<void> {
    return Promise.race([this.flush(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))]);
  }

  /** Forgets a sitting's entry, also one that waits to be written. */
  forget(sitting: string): Promise<void> {
    if (this.waiting?.sitting === sitting) this.waiting = null;
    this.entries.delete(sitting);
    this.unwritten.delete(sitting);
    return this.then(() => removeEntry(sitting));
  }

  /** Changes the entry of a form that was left; `null` forgets it. */
  amend(sitting: string, change: (entry: Entry) => Entry | null): Promise<void> {
    return this.then(async () => {
      const entry = await readEntry(sitting);
      const next = entry && change(entry);
      if (next) await writeEntry(next);
      else await removeEntry(sitting);
    });
  }

  private write(entry: Entry): Promise<void> {
    this.entries.add(entry.sitting);
    this.unwritten.set(entry.sitting, entry);
    return this.then(
      () => writeEntry(entry),
      (kept) => {
        if (this.unwritten.get(entry.sitting) === entry) this.unwritten.delete(entry.sitting);
        this.report.kept?.(entry.sitting, kept);
      },
    );
  }

  private forgetWritten(sitting: string): Promise<void> {
    return this.entries.has(sitting) ? this.forget(sitting) : this.queue;
  }

  /** A full or forbidden IndexedDB must not stop the editor. */
  private then(work: () => Promise<void>, done: (succeeded: boolean) => void = () => undefined): Promise<void> {
    this.queue = this.queue.then(work).then(
      () => done(true),
      (error: unknown) => {
        console.warn('entry not kept', error);
        done(false);
      },
    );
    return this.queue;
  }
}
