/** The server's clock when the page began to count, as the latest answer told it; 0 until one has. */
let began = 0;

/** An answer may have been under way for so long. */
const UNDER_WAY = 60_000;

/**
 * Takes from an answer what the time is there. It is always behind by the answer's way and what is left of a second, so of all answers
 * the one that tells the latest is right; one that is further behind tells that the clock was set.
 */
export function setClockBy(answer: Response): void {
  const told = Date.parse(answer.headers.get('Date') ?? '') - performance.now();
  if (told > began || told < began - UNDER_WAY) began = told;
}

/** Now, by the server's clock, to a second and the way of an answer; by this device's, which may be wrong, until the server has answered. */
export function serverNow(): number {
  return began ? began + performance.now() : Date.now();
}
