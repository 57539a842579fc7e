import { generations } from './generations';

/** Several saves in a row are one change to look at. */
const CALM = 400;

/** What counts as a change: what is on-line, and what the staff alone can see. */
const mark = () => {
  const { status } = generations.get();
  return status ? `${status.revision} ${status.edits}` : null;
};

/** Calls back soon after the store has changed, whoever changed it; the answer stops it. */
export function onStoreChange(listener: () => void): () => void {
  let known = mark();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = generations.subscribe(() => {
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
