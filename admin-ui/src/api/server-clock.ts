/** The server's clock when the page began to count, as the latest answer told it; 0 until one has. */
let began = 0;

/** Takes from an answer what the time is there. */
export function setClockBy(answer: Response): Response {
  const told = Date.parse(answer.headers.get('Date') ?? '');
  if (told) began = told - performance.now();
  return answer;
}

/** Now, by the server's clock, to a second or so; by this device's, which may be wrong, until the server has answered. */
export function serverNow(): number {
  return began ? began + performance.now() : Date.now();
}
