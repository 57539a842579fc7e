import { ApiError } from '../api/errors';
import { uploadPicture, type UploadOptions } from '../api/media';
import { uploadAddress, uploadId } from '../rich-text/address';
import { randomUuid } from '../ui/random-uuid';
import { findPicture, keepPicture, type LocalPicture } from './local-pictures';
import { PictureError, preparePicture } from './prepare';
import { problemOf, UnstoredPicture, type UploadProblem } from './problem';

/** How far a picture is on its way to the server. */
export type Upload =
  { phase: 'waiting' } | { phase: 'sending'; sent: number } | { phase: 'failed'; problem: UploadProblem } | { phase: 'done'; url: string };

/** What the uploads need from outside; tests bring their own. */
export interface Tools {
  prepare: (file: Blob) => Promise<Blob>;
  send: (picture: Blob, options: UploadOptions) => Promise<{ url: string }>;
  keep: (picture: LocalPicture) => Promise<void>;
  find: (id: string) => Promise<LocalPicture | undefined>;
}

interface Entry {
  upload: Upload;
  file: Blob | null;
  /** The file, small enough to be sent. */
  prepared: Blob | null;
  /** Address under which this page shows the file. */
  preview: string | null;
  /** How many places show the picture; without any, nothing is sent. */
  holders: number;
  stop: AbortController | null;
}

const WAITING: Upload = { phase: 'waiting' };
/** More at a time would only make each of them slower. */
const AT_ONCE = 2;

/**
 * The pictures of texts on their way to the server. A picture is sent while some text shows it: deleting it cancels the
 * upload, undoing the deletion begins it again. Nodes keep the address they were made with; `settled` is what is saved.
 */
export class PictureUploads {
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<() => void>();
  private readonly queue: (() => void)[] = [];
  private running = 0;

  constructor(private readonly tools: Tools) {}

  /** Takes a picture; answers the address that stands for it in a text. */
  add(file: Blob): string {
    const id = randomUuid();
    this.entries.set(id, { upload: WAITING, file, prepared: null, preview: null, holders: 0, stop: null });
    this.keep({ id, blob: file, keptAt: Date.now() });
    return uploadAddress(id);
  }

  of(id: string): Upload {
    return this.entry(id).upload;
  }

  /** Address under which this page can show the picture now. */
  preview(id: string): string | null {
    const entry = this.entry(id);
    if (entry.preview === null && entry.file) entry.preview = URL.createObjectURL(entry.file);
    return entry.preview;
  }

  /** The file of a picture, from memory or from this browser's store. */
  async file(id: string): Promise<Blob | null> {
    const entry = this.entry(id);
    if (entry.file) return entry.file;
    const kept = await this.tools.find(id).catch(() => undefined);
    if (!kept) return null;
    entry.file ??= kept.blob;
    if (kept.url !== undefined) this.set(entry, { phase: 'done', url: kept.url });
    else this.changed();
    return kept.blob;
  }

  /** The address to save: the server's as soon as there is one. */
  settled(src: string): string {
    const id = uploadId(src);
    const upload = id === null ? undefined : this.entries.get(id)?.upload;
    return upload?.phase === 'done' ? upload.url : src;
  }

  /** A text shows the picture, until the returned function is called. */
  hold(id: string): () => void {
    const entry = this.entry(id);
    entry.holders += 1;
    if (entry.upload.phase === 'waiting') void this.run(id, entry);
    return () => {
      entry.holders -= 1;
      // Not when it is only drawn anew or moved.
      setTimeout(() => this.stopUnheld(entry));
    };
  }

  /** The server's address of a picture, once it has arrived; until then it is sent even if no text shows it any more. */
  arrival(id: string, signal: AbortSignal): Promise<string> {
    const release = this.hold(id);
    let unsubscribe: () => void = () => undefined;
    const arrived = new Promise<string>((resolve, reject) => {
      const look = () => {
        const { upload } = this.entry(id);
        if (upload.phase === 'done') resolve(upload.url);
        else if (upload.phase === 'failed') reject(new UnstoredPicture(upload.problem));
        else if (signal.aborted) reject(new ApiError('stopped'));
      };
      unsubscribe = this.subscribe(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
    return arrived.finally(() => {
      unsubscribe();
      release();
    });
  }

  /** The server keeps a picture under another address from now on. */
  moved(from: string, to: string): void {
    for (const entry of this.entries.values()) {
      if (entry.upload.phase === 'done' && entry.upload.url === from) this.set(entry, { phase: 'done', url: to });
    }
  }

  retry(id: string): void {
    const entry = this.entry(id);
    if (entry.upload.phase === 'failed') void this.run(id, entry);
  }

  /** The line is back: what it interrupted goes on by itself. */
  retryInterrupted(): void {
    for (const [id, { upload, holders }] of this.entries) {
      if (holders > 0 && upload.phase === 'failed' && upload.problem === 'uploadOffline') this.retry(id);
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private entry(id: string): Entry {
    const known = this.entries.get(id);
    if (known) return known;
    const entry: Entry = { upload: WAITING, file: null, prepared: null, preview: null, holders: 0, stop: null };
    this.entries.set(id, entry);
    return entry;
  }

  private stopUnheld(entry: Entry): void {
    if (entry.holders > 0 || !entry.stop) return;
    entry.stop.abort();
    entry.stop = null;
    this.set(entry, WAITING);
  }

  private async run(id: string, entry: Entry): Promise<void> {
    if (entry.stop) return;
    const stop = new AbortController();
    entry.stop = stop;
    this.set(entry, WAITING);
    await this.turn();
    try {
      if (!stop.signal.aborted) await this.store(id, entry, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) this.set(entry, { phase: 'failed', problem: problemOf(error) });
    } finally {
      if (entry.stop === stop) entry.stop = null;
      this.nextTurn();
    }
  }

  private async store(id: string, entry: Entry, signal: AbortSignal): Promise<void> {
    const file = await this.file(id);
    if (!file) throw new PictureError('uploadLost');
    if (entry.upload.phase === 'done' || signal.aborted) return;
    entry.prepared ??= await this.tools.prepare(file);
    signal.throwIfAborted();
    this.set(entry, { phase: 'sending', sent: 0 });
    const onProgress = (sent: number) => {
      if (!signal.aborted) this.set(entry, { phase: 'sending', sent });
    };
    const { url } = await this.tools.send(entry.prepared, { signal, onProgress });
    signal.throwIfAborted();
    this.set(entry, { phase: 'done', url });
    this.keep({ id, blob: entry.prepared, keptAt: Date.now(), url });
  }

  /** Resolves when fewer than the allowed number are under way. */
  private turn(): Promise<void> {
    if (this.running < AT_ONCE) {
      this.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.queue.push(resolve));
  }

  private nextTurn(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running -= 1;
  }

  private keep(picture: LocalPicture): void {
    this.tools.keep(picture).catch((error: unknown) => console.warn(error));
  }

  private set(entry: Entry, upload: Upload): void {
    entry.upload = upload;
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The uploads of this page. */
export const uploads = new PictureUploads({ prepare: preparePicture, send: uploadPicture, keep: keepPicture, find: findPicture });

window.addEventListener('online', () => uploads.retryInterrupted());
