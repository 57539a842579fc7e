import { useEffect, useRef, useState } from 'react';
import { statusOf } from '../api/errors';
import { uploadPicture } from '../api/media';
import { randomUuid } from '../ui/random-uuid';
import { useAskBeforeBack } from '../ui/stay';
import { setUnsaved } from '../ui/unsaved';

/** What the server takes. */
export const KINDS = 'image/jpeg,image/png,image/gif,image/webp';

/** How far a file is on its way into the library. */
export interface StoredFile {
  key: string;
  name: string;
  phase: 'waiting' | 'sending' | 'done' | 'refused' | 'tooLarge' | 'failed';
  /** Share that has left, 0 to 1. */
  sent: number;
}

/** More at a time would only make each of them slower. */
const AT_ONCE = 2;
const PROBLEMS: Readonly<Record<number, StoredFile['phase']>> = { 400: 'refused', 413: 'tooLarge' };

/** Of what is unsaved here, beside what a dialog above the page holds. */
const HOLDER = 'uploads';

export const isUnderWay = ({ phase }: StoredFile) => phase === 'waiting' || phase === 'sending';

/** Files on their way, two at a time. Whoever leaves the screen is asked first, and stops those that have not arrived. */
export function useStoredFiles(onStored: () => void) {
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  const queue = useRef<{ key: string; file: File }[]>([]);
  const running = useRef(0);
  const stop = useRef<AbortController | null>(null);
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => {
      queue.current = [];
      controller.abort();
    };
  }, []);

  const underWay = files.some(isUnderWay);
  useEffect(() => {
    setUnsaved(underWay, HOLDER);
    return () => setUnsaved(false, HOLDER);
  }, [underWay]);
  useAskBeforeBack(underWay);

  function note(key: string, change: Partial<StoredFile>) {
    if (!stop.current?.signal.aborted) setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }
  async function send(key: string, file: File, signal: AbortSignal) {
    note(key, { phase: 'sending' });
    try {
      await uploadPicture(file, { signal, onProgress: (sent) => note(key, { sent }) });
      note(key, { phase: 'done', sent: 1 });
      if (!signal.aborted) stored.current();
    } catch (error) {
      note(key, { phase: PROBLEMS[statusOf(error) ?? 0] ?? 'failed' });
    }
  }
  function next() {
    const signal = stop.current?.signal;
    const one = signal && running.current < AT_ONCE ? queue.current.shift() : undefined;
    if (!one || !signal) return;
    running.current += 1;
    void send(one.key, one.file, signal).finally(() => {
      running.current -= 1;
      next();
    });
    next();
  }
  function add(chosen: Iterable<File>) {
    const added = [...chosen].map((file) => ({ key: randomUuid(), file }));
    queue.current.push(...added);
    const waiting = added.map(({ key, file }): StoredFile => ({ key, name: file.name, phase: 'waiting', sent: 0 }));
    setFiles((all) => [...all.filter(({ phase }) => phase !== 'done'), ...waiting]);
    next();
  }
  return { files, add };
}
