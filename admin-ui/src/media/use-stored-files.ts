import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, statusOf } from '../api/errors';
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
  phase: 'waiting' | 'sending' | 'done' | Failed;
  /** Share that has left, 0 to 1. */
  sent: number;
  /** The number of the picture that it is by now. */
  id?: number;
}

type Failed = 'refused' | 'tooLarge' | 'full' | 'secondStep' | 'offline' | 'timeout' | 'failed';

/** More at a time would only make each of them slower. */
const AT_ONCE = 2;
/** Everyone who sees the library may add to it: 403 is about how they have signed in. */
const PROBLEMS: Readonly<Record<number, Failed>> = { 400: 'refused', 403: 'secondStep', 413: 'tooLarge', 507: 'full' };
/** Of what the line is to blame for: sent again by itself when there is one. */
const LOST: readonly StoredFile['phase'][] = ['offline', 'timeout'];
const FINAL: readonly StoredFile['phase'][] = ['refused', 'tooLarge'];
const NAMES = /\.(?:jpe?g|png|gif|webp)$/i;

/** Of what is unsaved here, beside what a dialog above the page holds. */
const HOLDER = 'uploads';

function failureOf(error: unknown): Failed {
  const lost = LOST.find((kind) => error instanceof ApiError && error.kind === kind) as Failed | undefined;
  return lost ?? PROBLEMS[statusOf(error)] ?? 'failed';
}

/** Whether another attempt may end otherwise: the file is still at hand. */
export const mayBeSentAgain = ({ phase }: StoredFile) => !FINAL.includes(phase);

/** What is told from outside; some systems do not say of what type a file is. */
const looksLikePicture = ({ type, name }: File) => type.startsWith('image/') || (type === '' && NAMES.test(name));

export const isUnderWay = ({ phase }: StoredFile) => phase === 'waiting' || phase === 'sending';

/** Files on their way, two at a time. Whoever leaves the screen is asked first, and stops those that have not arrived. */
export function useStoredFiles(onStored: () => void) {
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  const queue = useRef<{ key: string; file: File }[]>([]);
  const failed = useRef(new Map<string, File>());
  const stops = useRef(new Map<string, AbortController>());
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
  async function send(key: string, file: File, left: AbortSignal) {
    const own = new AbortController();
    const signal = AbortSignal.any([left, own.signal]);
    stops.current.set(key, own);
    note(key, { phase: 'sending' });
    try {
      const { id } = await uploadPicture(file, { signal, onProgress: (sent) => note(key, { sent }), keep: true });
      note(key, { phase: 'done', sent: 1, id });
      if (!left.aborted) stored.current();
    } catch (error) {
      if (signal.aborted) return;
      failed.current.set(key, file);
      note(key, { phase: failureOf(error) });
    } finally {
      stops.current.delete(key);
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
    queue.current.push(...added.filter(({ file }) => looksLikePicture(file)));
    const waiting = added.map(({ key, file }): StoredFile => ({
      key,
      name: file.name,
      phase: looksLikePicture(file) ? 'waiting' : 'refused',
      sent: 0,
    }));
    setFiles((all) => [...all.filter(({ phase }) => phase !== 'done'), ...waiting]);
    next();
  }
  function retry(key: string) {
    const file = failed.current.get(key);
    if (!file) return;
    failed.current.delete(key);
    queue.current.push({ key, file });
    note(key, { phase: 'waiting', sent: 0 });
    next();
  }
  const goOn = useEffectEvent(() => files.filter(({ phase }) => LOST.includes(phase)).forEach(({ key }) => retry(key)));
  useEffect(() => {
    const online = () => goOn();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, []);
  /** Off the list; what is on its way is stopped. */
  function drop(key: string) {
    queue.current = queue.current.filter((one) => one.key !== key);
    stops.current.get(key)?.abort();
    failed.current.delete(key);
    setFiles((all) => all.filter((one) => one.key !== key));
  }
  return { files, add, retry, drop };
}
