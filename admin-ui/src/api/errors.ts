/** Why a call failed, in the terms the interface needs. Bodies of error answers are not read. */
export type FailureKind = 'offline' | 'server' | 'session' | 'refused';

/** A call that did not succeed. `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;

  constructor(kind: FailureKind, status = 0, options?: ErrorOptions) {
    super(status ? `HTTP ${status}` : kind, options);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
  }

  /** Classifies an answer that is not 2xx. */
  static fromStatus(status: number): ApiError {
    if (status === 401) return new ApiError('session', status);
    return new ApiError(status >= 500 ? 'server' : 'refused', status);
  }
}

/** True for failures that may pass by themselves, so that a retry makes sense. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'refused' || error.status === 429);
}

/** False when the server certainly did nothing; a lost answer, a timeout or a failing server may hide a success. */
export function mayHaveSucceeded(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.kind === 'offline' || error.kind === 'server' || error.status === 408;
}

/** True when the server refused what was sent, not who sent it or when: sent again it would be refused again. */
export function isAboutContent(error: unknown): boolean {
  return error instanceof ApiError && [400, 409, 413, 415].includes(error.status);
}

/** The status of a failed call, 0 for anything else. */
export function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0;
}
