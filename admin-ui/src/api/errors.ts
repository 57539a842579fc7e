/** Why a call failed, in the terms the interface needs. Bodies of error answers are not read. */
export type FailureKind = 'offline' | 'timeout' | 'stopped' | 'server' | 'session' | 'refused';

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

  /** Classifies what `fetch`, or the reading of an answer, was rejected with. */
  static fromCause(cause: unknown): ApiError {
    const { name } = Object(cause) as { name?: unknown };
    return new ApiError(KINDS[String(name)] ?? 'offline', 0, { cause });
  }
}

/** An answer that is cut off or not what was promised is as good as none; one that makes no sense is the server's fault. */
const KINDS: Readonly<Record<string, FailureKind>> = { TimeoutError: 'timeout', AbortError: 'stopped', SyntaxError: 'server' };

/** False when the server certainly did nothing; a lost answer, a timeout or a failing server may hide a success. */
export function mayHaveSucceeded(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return (error.kind !== 'refused' && error.kind !== 'session') || error.status === 408;
}

/** True when the server looked at what was sent and would not take it: sending the same again is refused again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'refused' && error.status !== 408 && error.status !== 429;
}

/** The status of a failed call, 0 for anything else. */
export function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0;
}
