import { ApiError } from './errors';

/** What a call may carry. `json` and `form` exclude each other. */
export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Supplies access tokens; implemented by `auth/refresh.ts` and plugged in at start-up. */
export interface TokenSource {
  /** The access token to send now. */
  current(): string | null;
  /** A token to use instead of `stale`; rejects with `ApiError('session')` when there is none. */
  renew(stale: string | null): Promise<string>;
}

let tokens: TokenSource = {
  current: () => null,
  renew: () => Promise.reject(new ApiError('session', 401)),
};

/** Connects the client to the session. Kept apart so that neither module imports the other. */
export function setTokenSource(source: TokenSource): void {
  tokens = source;
}

/** One call without a token. This function is the only user of `fetch` in the admin; uploads that show their progress are in `media.ts`. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  let body: BodyInit | undefined = options.form;
  if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.json);
  }
  const answer = await fetch(path, {
    method: options.method ?? 'GET',
    headers,
    body,
    signal: options.signal,
    credentials: 'same-origin',
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError('offline', 0, { cause });
  });
  if (!answer.ok) throw ApiError.fromStatus(answer.status);
  return answer;
}

/** Runs a call with the access token; an expired one is renewed and the call repeated once. */
export async function authorised<T>(send: (token: string) => Promise<T>): Promise<T> {
  const first = tokens.current() ?? (await tokens.renew(null));
  try {
    return await send(first);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'session') throw error;
    return send(await tokens.renew(first));
  }
}

/** One call with the access token. */
export function authorisedCall(path: string, options: CallOptions = {}): Promise<Response> {
  return authorised((token) => call(path, withToken(options, token)));
}

function withToken(options: CallOptions, token: string): CallOptions {
  return { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } };
}
