/** Shortest password that the server takes, in characters. */
export const SHORTEST = 8;
const MAX_BYTES = 1024;

/** Keys of the sentences about a password that somebody chooses. */
export type PasswordProblem = 'tooShort' | 'tooLong' | 'differ';

/** What is wrong with a new password that was typed twice. */
export function passwordProblem(password: string, again: string): PasswordProblem | null {
  if ([...password].length < SHORTEST) return 'tooShort';
  if (new TextEncoder().encode(password).length > MAX_BYTES) return 'tooLong';
  return password === again ? null : 'differ';
}
