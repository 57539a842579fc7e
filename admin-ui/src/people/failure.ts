import { statusOf } from '../api/errors';

/** Keys of the sentences that say why something about people was not done. */
export type PeopleFailure = 'taken' | 'wrong' | 'lastOwner' | 'notAllowed' | 'gone' | 'changed' | 'throttled' | 'failed';

/** `refused` is what a 400 means where the fields were checked before they were sent. */
export function failureOf(error: unknown, refused: PeopleFailure = 'failed'): PeopleFailure {
  const known: Record<number, PeopleFailure> = {
    400: refused,
    403: 'notAllowed',
    404: 'gone',
    409: 'lastOwner',
    412: 'changed',
    429: 'throttled',
  };
  return known[statusOf(error)] ?? 'failed';
}
