import { publication } from './publication';

/** Several saves in a row are one change to look at. */
const CALM = 400;

/** Calls back soon after the store has changed, whoever changed it; the answer stops it. */
export function onNewRevision(listener: () => void): () => void {
  let known = publication.get().status?.revision ?? null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = publication.subscribe(() => {
    const revision = publication.get().status?.revision ?? null;
    if (revision === known) return;
    if (known !== null) {
      clearTimeout(timer);
      timer = setTimeout(listener, CALM);
    }
    known = revision;
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
