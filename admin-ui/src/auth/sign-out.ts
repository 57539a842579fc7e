import { revokeTokens } from '../api/auth';
import { wordsSent } from '../ui/unsaved';
import { clearSession, refreshToken } from './session';

/**
 * Forgets the session at once. The server hears of it when the last words have arrived, which it would refuse otherwise;
 * telling it may fail without consequence for the person.
 */
export function signOut(): void {
  const sent = wordsSent();
  const refresh = refreshToken();
  clearSession();
  if (!refresh) return;
  const revoke = () => revokeTokens(refresh).catch(() => undefined);
  if (sent) void sent.then(revoke);
  else void revoke();
}
