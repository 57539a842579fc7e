import { publication } from './publication';

/** Several saves in a row are one change to look at. */
const CALM = 400;

/** What counts as a change: a publication, and what the staff alone can see. */
const mark = () => {
  const { status } = publication.get();
  return status ? `${status.revision} ${status.edits}` : null;
};

/** Calls back soon after the store has changed, whoever changed it; the answer stops it. */
export function onNewRevision(listener: () => void): () => void {
  let known = mark();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = publication.subscribe(() => {
    const now = mark();
    if (now === known) return;
    if (known !== null) {
      clearTimeout(timer);
      timer = setTimeout(listener, CALM);
    }
    known = now;
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
