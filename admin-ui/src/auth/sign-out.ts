import { revokeTokens } from '../api/auth';
import { clearSession, refreshToken } from './session';

/** Forgets the session at once; telling the server may fail without consequence for the person. */
export function signOut(): void {
  const refresh = refreshToken();
  clearSession();
  if (refresh) revokeTokens(refresh).catch(() => undefined);
}
