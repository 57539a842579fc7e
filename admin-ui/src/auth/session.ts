import type { TokenPair } from '../api/types';

/** The browser keys of specification section 3. */
const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
const FLAG = 'isAuthenticated';

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** The signed-in flag, which is all the route guards rely on. */
export function isSignedIn(): boolean {
  return localStorage.getItem(FLAG) === 'true';
}

export function accessToken(): string | null {
  return localStorage.getItem(ACCESS);
}

export function refreshToken(): string | null {
  return localStorage.getItem(REFRESH);
}

/** Keeps the tokens of a sign-in or a renewal. */
export function storeTokens({ access, refresh }: TokenPair): void {
  localStorage.setItem(ACCESS, access);
  localStorage.setItem(REFRESH, refresh);
  localStorage.setItem(FLAG, 'true');
  notify();
}

/** Forgets both tokens and the flag. */
export function clearSession(): void {
  for (const key of [ACCESS, REFRESH, FLAG]) localStorage.removeItem(key);
  notify();
}

/** Calls `listener` when the session changes, in this tab or in another. */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === FLAG || key === ACCESS) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
