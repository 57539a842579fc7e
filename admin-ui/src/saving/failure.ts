import { ApiError, problemOf, statusOf, wrongFields } from '../api/errors';
import { UnstoredPicture } from '../pictures/problem';

/** Why a save did not happen; each is a sentence in the translations. */
export type Failure =
  | 'offline'
  | 'timeout'
  | 'stopped'
  | 'unsent'
  | 'server'
  | 'full'
  | 'session'
  | 'invalid'
  | 'category'
  | 'invalidImage'
  | 'tooLarge'
  | 'badImage'
  | 'featured'
  | 'forbidden'
  | 'secondStep'
  | 'gone'
  | 'throttled'
  | 'changed'
  | 'pictures'
  | 'coming'
  | 'left';

const BY_STATUS: Readonly<Record<number, Failure>> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'gone',
  408: 'server',
  409: 'featured',
  412: 'changed',
  413: 'tooLarge',
  415: 'badImage',
  422: 'invalid',
  429: 'throttled',
};

/** Judged by kind and status, by the one problem that every call may meet, and by the field that may have become wrong by itself; a refused form with an image names both. */
export function failureOf(error: unknown, withImage = false): Failure {
  if (error instanceof UnstoredPicture) return 'pictures';
  if (!(error instanceof ApiError)) return 'server';
  if (statusOf(error) === 507) return 'full';
  if (problemOf(error) === 'second-step-missing') return 'secondStep';
  if (error.kind !== 'refused') return error.kind;
  if (wrongFields(error).category) return 'category';
  const failure = BY_STATUS[statusOf(error)] ?? 'invalid';
  return failure === 'invalid' && withImage ? 'invalidImage' : failure;
}
