import { ApiError, statusOf } from '../api/errors';

/** Why a save did not happen; each is a sentence in the translations. */
export type Failure = 'offline' | 'server' | 'session' | 'invalid' | 'tooLarge' | 'badImage' | 'featured' | 'gone' | 'throttled';

const BY_STATUS: Readonly<Record<number, Failure>> = {
  400: 'invalid', 404: 'gone', 409: 'featured', 413: 'tooLarge', 415: 'badImage', 422: 'invalid', 429: 'throttled',
};

/** Judged by kind and status alone: bodies of error answers are not read. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'server';
  if (error.kind !== 'refused') return error.kind;
  return BY_STATUS[statusOf(error)] ?? 'invalid';
}
