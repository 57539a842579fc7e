import { renewTokens, revokeTokens } from '../api/auth';
import { nameIn, type TokenSource } from '../api/client';
import { ApiError } from '../api/errors';
import { accessToken, refreshToken, storeTokens } from './session';
import { askToSignIn, signInRequest } from './sign-in-request';

const LOCK = 'admin-token-refresh';

/** Milliseconds within which a tab sees what another one has stored, unless that one got no token. */
const SEEN_WITHIN = 1000;

/** The renewal that is under way in this tab, and of which refresh token. */
let running: { of: string | null; access: Promise<string> } | null = null;

/** Tokens for the API client: silent renewal first, the sign-in dialog when that is refused. */
export const sessionTokens: TokenSource = {
  current: accessToken,
  renewQuietly: freshToken,
  renew: async (stale) => {
    const mine = refreshToken();
    try {
      return await freshToken(stale);
    } catch (error) {
      if (!isOver(error)) throw error;
      // Whose call it was has signed out meanwhile: nobody else signs in for it. Words that were kept are under the dialog already.
      if ((mine !== refreshToken() || isOthers(stale, accessToken())) && !signInRequest.isOpen()) throw error;
      return askToSignIn();
    }
  },
};

const isOver = (error: unknown) => error instanceof ApiError && error.kind === 'session';

/** Whether two tokens are of two people, as far as they say. */
function isOthers(one: string | null, other: string | null): boolean {
  const [a, b] = [nameIn(one), nameIn(other)];
  return a !== b && a !== null && b !== null;
}

/** One renewal of a session at a time: within this tab by `running`, across tabs by a lock. A call is repeated in nobody else's name. */
export async function freshToken(stale: string | null): Promise<string> {
  const of = refreshToken();
  if (running?.of !== of) {
    const mine = {
      of,
      access: acrossTabs(stale).finally(() => {
        if (running === mine) running = null;
      }),
    };
    running = mine;
  }
  const fresh = await running.access.catch((error: unknown) => ofNewSession(stale, error));
  if (isOthers(stale, fresh)) throw new ApiError('session', 401);
  return fresh;
}

/** The session that was to be renewed is over, and the same person has signed in anew in another tab; a token without a name is nobody's. */
function ofNewSession(stale: string | null, error: unknown): string {
  const known = accessToken();
  if (known && known !== stale && isOver(error) && nameIn(stale) === (nameIn(known) ?? '')) return known;
  throw error;
}

async function acrossTabs(stale: string | null): Promise<string> {
  // Web Locks exist in secure contexts only; the server's grace for a predecessor covers the rest.
  const { locks } = navigator;
  if (!locks) return renewUnlessDone(stale);
  const fresh = await locks.request(LOCK, { ifAvailable: true }, (lock) => lock && renewUnlessDone(stale));
  if (fresh !== null) return fresh;
  return locks.request(LOCK, async () => {
    await storedElsewhere(stale);
    return renewUnlessDone(stale);
  });
}

/** Storage and locks reach a tab by different ways: what the lock's last holder stored may come after the lock. */
function storedElsewhere(stale: string | null): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (accessToken() !== stale) done();
    };
    const done = () => {
      clearTimeout(timer);
      removeEventListener('storage', look);
      resolve();
    };
    const timer = setTimeout(done, SEEN_WITHIN);
    addEventListener('storage', look);
    look();
  });
}

/** Another tab may have renewed while this one waited for the lock: then its token is used. */
async function renewUnlessDone(stale: string | null): Promise<string> {
  const known = accessToken();
  if (known && known !== stale) return known;
  const refresh = refreshToken();
  if (!refresh) throw new ApiError('session', 401);
  try {
    const pair = await renewTokens(refresh);
    // Who signed out meanwhile stays signed out; another tab may have stored this very pair.
    if (![refresh, pair.refresh].includes(refreshToken() ?? '')) {
      void revokeTokens(pair.refresh).catch(() => undefined);
      throw new ApiError('session', 401);
    }
    storeTokens(pair);
    return pair.access;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused' && error.status !== 429) {
      throw new ApiError('session', error.status, { cause: error });
    }
    throw error;
  }
}
