import type { Wrong } from './use-fields';

/** Shortest password that the server takes, in characters. */
export const SHORTEST = 8;
const MAX_BYTES = 1024;

/** What is wrong with a new password that was typed twice. */
export function passwordProblem(password: string, again: string): Wrong | null {
  if ([...password].length < SHORTEST) return ['password', 'account.tooShort'];
  if (new TextEncoder().encode(password).length > MAX_BYTES) return ['password', 'account.tooLong'];
  return password === again ? null : ['again', 'account.differ'];
}

/** What the server says of one. */
export function refusedPassword(codes: readonly string[] | undefined): Wrong | null {
  if (!codes) return null;
  return ['password', codes.includes('too_long') ? 'account.tooLong' : 'account.tooShort'];
}
