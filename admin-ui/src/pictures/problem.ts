import { ApiError } from '../api/errors';
import { PictureError } from './prepare';

/** Why a picture is not stored; each is a sentence in the translations (`editor.…`). */
export type UploadProblem =
  'uploadOffline' | 'uploadServer' | 'uploadBusy' | 'uploadSession' | 'uploadRefused' | 'uploadLost' | 'imageTooLarge' | 'imageRefused';

/** A picture of a text is not on the server, so the text cannot be saved with it. */
export class UnstoredPicture extends Error {
  constructor(readonly problem: UploadProblem) {
    super(problem);
  }
}

const BY_STATUS: Readonly<Record<number, UploadProblem>> = {
  408: 'uploadOffline',
  413: 'imageTooLarge',
  429: 'uploadBusy',
  503: 'uploadBusy',
};
const FINAL: readonly UploadProblem[] = ['uploadRefused', 'uploadLost', 'imageTooLarge', 'imageRefused'];

export function problemOf(error: unknown): UploadProblem {
  if (error instanceof PictureError) return error.problem;
  if (!(error instanceof ApiError)) return 'uploadServer';
  const known = BY_STATUS[error.status];
  if (known) return known;
  const byKind = {
    offline: 'uploadOffline',
    timeout: 'uploadOffline',
    stopped: 'uploadOffline',
    session: 'uploadSession',
    server: 'uploadServer',
    refused: 'uploadRefused',
  } as const;
  return byKind[error.kind];
}

/** False when another attempt would end the same way. */
export function mayRetry(problem: UploadProblem): boolean {
  return !FINAL.includes(problem);
}
