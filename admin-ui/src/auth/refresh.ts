import { renewTokens } from '../api/auth';
import type { TokenSource } from '../api/client';
import { ApiError } from '../api/errors';
import { accessToken, refreshToken, storeTokens } from './session';
import { askToSignIn } from './sign-in-request';

const LOCK = 'admin-token-refresh';

let running: Promise<string> | null = null;

/** Tokens for the API client: silent renewal first, the sign-in dialog when that is refused. */
export const sessionTokens: TokenSource = {
  current: accessToken,
  renewQuietly: freshToken,
  renew: async (stale) => {
    try {
      return await freshToken(stale);
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'session') throw error;
      return askToSignIn();
    }
  },
};

/** One renewal at a time: within this tab by `running`, across tabs by a lock. */
export function freshToken(stale: string | null): Promise<string> {
  running ??= acrossTabs(() => renewUnlessDone(stale)).finally(() => {
    running = null;
  });
  return running;
}

function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist in secure contexts only; the server's grace for a predecessor covers the rest.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

/** Another tab may have renewed while this one waited for the lock: then its token is used. */
async function renewUnlessDone(stale: string | null): Promise<string> {
  const known = accessToken();
  if (known && known !== stale) return known;
  const refresh = refreshToken();
  if (!refresh) throw new ApiError('session', 401);
  try {
    const pair = await renewTokens(refresh);
    storeTokens(pair);
    return pair.access;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused' && error.status !== 429) {
      throw new ApiError('session', error.status, { cause: error });
    }
    throw error;
  }
}
