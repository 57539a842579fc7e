/** Why a call failed, in the terms the interface needs. Of the bodies of error answers only codes are read. */
export type FailureKind = 'offline' | 'timeout' | 'stopped' | 'server' | 'session' | 'refused';

export type Refused = Readonly<Record<string, readonly string[]>>;

/** A problem document as far as it is looked at. */
interface Problem {
  type?: unknown;
  errors?: Refused;
}

/** Answers whose body says more than their status. */
const TELLING: readonly number[] = [400, 401, 403, 422];

/** A call that did not succeed. `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  /** What the server would not take, by field: names of rules, as the API documents them. */
  readonly refused: Refused;
  /** Which kind of problem it is, by the last part of its URN; empty when the answer does not say. */
  readonly problem: string;
  /** The codes of a 400, by field. */
  readonly wrong: Refused;

  constructor(kind: FailureKind, status = 0, options: ErrorOptions & { refused?: Refused; problem?: string; wrong?: Refused } = {}) {
    super(status ? `HTTP ${status}` : kind, options);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.refused = options.refused ?? {};
    this.problem = options.problem ?? '';
    this.wrong = options.wrong ?? {};
  }

  /** Classifies an answer that is not 2xx, with the rules that were broken where it names them. */
  static async fromAnswer(answer: Response): Promise<ApiError> {
    const { status } = answer;
    if (!TELLING.includes(status)) return ApiError.fromStatus(status);
    const said = Object((await answer.json().catch(() => null)) as unknown) as Problem;
    const problem = typeof said.type === 'string' ? said.type.replace(/^urn:problem:/, '') : '';
    return new ApiError(kindOf(status), status, status === 422 ? { refused: said.errors, problem } : { wrong: said.errors, problem });
  }

  /** The same of an answer that nobody can look into. */
  static fromStatus(status: number): ApiError {
    return new ApiError(kindOf(status), status);
  }

  /** Classifies what `fetch`, or the reading of an answer, was rejected with. */
  static fromCause(cause: unknown): ApiError {
    const { name } = Object(cause) as { name?: unknown };
    return new ApiError(KINDS[String(name)] ?? 'offline', 0, { cause });
  }
}

function kindOf(status: number): FailureKind {
  if (status === 401) return 'session';
  return status >= 500 ? 'server' : 'refused';
}

/** An answer that is cut off or not what was promised is as good as none; one that makes no sense is the server's fault. */
const KINDS: Readonly<Record<string, FailureKind>> = { TimeoutError: 'timeout', AbortError: 'stopped', SyntaxError: 'server' };

/** False when the server certainly did nothing; a lost answer, a timeout or a failing server may hide a success. */
export function mayHaveSucceeded(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.status === 507) return false;
  return (error.kind !== 'refused' && error.kind !== 'session') || error.status === 408;
}

/** True when the server looked at what was sent and would not take it: sending the same again is refused again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'refused' && error.status !== 408 && error.status !== 429;
}

/** True when the server refused what was sent, not who sent it or when: sent again it would be refused again. */
export function isAboutContent(error: unknown): boolean {
  return error instanceof ApiError && [400, 409, 413, 415].includes(error.status);
}

/** Asked to take something away: gone is gone, whoever was first. */
export async function goneInAnyCase(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
  });
}

/** Which rules a failed call broke, by field. */
export function refusedBy(error: unknown): Refused {
  return error instanceof ApiError ? error.refused : {};
}

/** Which kind of problem a failed call met, as the API names it; empty when it does not say. */
export function problemOf(error: unknown): string {
  return error instanceof ApiError ? error.problem : '';
}

/** Which fields a failed call was refused for. */
export function wrongFields(error: unknown): Refused {
  return error instanceof ApiError ? error.wrong : {};
}

/** The status of a failed call, 0 for anything else. */
export function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0;
}
