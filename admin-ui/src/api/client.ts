import { askedAhead } from './ahead';
import { ApiError, statusOf } from './errors';
import { setClockBy } from './server-clock';

/** What a call may carry. `json` and `form` exclude each other. */
export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** What the browser's cache has to do with it. */
  cache?: RequestCache;
  /** The page is being left: the browser sends it all the same, if it is not too long. */
  keepalive?: boolean;
}

/** Supplies access tokens; implemented by `auth/refresh.ts` and plugged in at start-up. */
export interface TokenSource {
  /** The access token to send now. */
  current(): string | null;
  /** A token to use instead of `stale`; rejects with `ApiError('session')` when there is none. */
  renew(stale: string | null): Promise<string>;
  /** The same without asking anybody to sign in. */
  renewQuietly?(stale: string | null): Promise<string>;
}

/** How long an answer may take; an upload may besides take as long as its bytes need at the slowest pace the server grants. */
const PATIENCE_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 16.384;

let tokens: TokenSource = {
  current: () => null,
  renew: () => Promise.reject(new ApiError('session', 401)),
};

/** The name in a token, to tell people apart; `null` when it does not say. */
export function nameIn(token: string | null): string | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    return (JSON.parse(new TextDecoder().decode(bytes)) as { name?: string }).name ?? null;
  } catch {
    return null;
  }
}

/** One's own name. */
export const ownName = (): string | null => nameIn(tokens.current());

/** Connects the client to the session. Kept apart so that neither module imports the other. */
export function setTokenSource(source: TokenSource): void {
  tokens = source;
}

/** One call without a token, given up after its time. This function is the only user of `fetch` in the admin; `media.ts` uploads. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  let body: BodyInit | undefined = options.form;
  if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.json);
  }
  const ahead = isPlain(options) ? askedAhead(path, headers['Authorization']) : undefined;
  const answer = await (ahead ?? send(path, { ...options, headers }, body)).catch((cause: unknown) => {
    throw ApiError.fromCause(cause);
  });
  // Not by what a cache may keep.
  if (headers['Authorization']) setClockBy(answer);
  if (!answer.ok) throw await ApiError.fromAnswer(answer);
  return answer;
}

function send(path: string, options: CallOptions, body: BodyInit | undefined): Promise<Response> {
  const limit = AbortSignal.timeout(patienceFor(options.form));
  return fetch(path, {
    method: options.method ?? 'GET',
    headers: options.headers ?? {},
    body,
    signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    credentials: 'same-origin',
    cache: options.cache ?? 'default',
    keepalive: options.keepalive ?? false,
  });
}

/** Nothing but reading, which nobody stops. */
function isPlain({ method = 'GET', cache, signal }: CallOptions): boolean {
  return method === 'GET' && cache === undefined && signal === undefined;
}

/** How long a call with this form may take, in milliseconds. */
export function patienceFor(form: FormData | undefined): number {
  const parts = form ? [...form.values()] : [];
  // A character of a text has up to four bytes; the generous guess only delays the giving up.
  const bytes = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length * 2 : part.size), 0);
  return Math.round(PATIENCE_MS + bytes / SLOWEST_BYTES_PER_MS);
}

/** The body of an answer; one that is cut off while it is read counts as lost. */
export async function readJson<T>(answer: Response): Promise<T> {
  return (await answer.json().catch((cause: unknown) => {
    throw ApiError.fromCause(cause);
  })) as T;
}

let tellForbidden: () => void = () => undefined;

/** Whoever asked may not do this, perhaps not any more: told of every such answer until the returned function is called. */
export function onForbidden(listener: () => void): () => void {
  tellForbidden = listener;
  return () => {
    tellForbidden = () => undefined;
  };
}

/** Runs a call with the access token; an expired one is renewed and the call repeated once. */
export async function authorised<T>(send: (token: string) => Promise<T>, quietly = false): Promise<T> {
  const renew = (stale: string | null) => (quietly && tokens.renewQuietly ? tokens.renewQuietly(stale) : tokens.renew(stale));
  const first = tokens.current() ?? (await renew(null));
  try {
    return await send(first);
  } catch (error) {
    if (statusOf(error) === 403) tellForbidden();
    if (!(error instanceof ApiError) || error.kind !== 'session') throw error;
    return send(await renew(first));
  }
}

/** One call with the access token, which no browser has an old answer to; `quietly` when nobody asked for it, so nobody is asked to sign in for it. */
export function authorisedCall(path: string, options: CallOptions = {}, quietly = false): Promise<Response> {
  return authorised((token) => call(path, withToken(options, token)), quietly);
}

function withToken(options: CallOptions, token: string): CallOptions {
  return { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } };
}
