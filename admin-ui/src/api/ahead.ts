/** An answer that `public/arrival.js` has sent for before the program was here, and what it asked with. */
interface Asked {
  authorization: string | undefined;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** By their addresses. */
    askedAhead?: Map<string, Asked>;
  }
}

/** As long as a call may take: what is older belongs to no first view. */
const FRESH_MS = 30_000;

/** The answer to this very call, if it is on its way already: once, and only to whom it was asked for. */
export function askedAhead(path: string, authorization: string | undefined): Promise<Response> | undefined {
  const asked = window.askedAhead?.get(path);
  window.askedAhead?.delete(path);
  return asked && asked.authorization === authorization && performance.now() < FRESH_MS ? asked.answer : undefined;
}
