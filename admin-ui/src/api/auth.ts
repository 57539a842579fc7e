import { call, readJson } from './client';
import type { TokenPair } from './types';

/** `POST /api/auth/token/`; 401 with the problem `second-step-required` asks for a code besides. */
export async function requestTokens(username: string, password: string, code?: string): Promise<TokenPair> {
  const answer = await call('/api/auth/token/', {
    method: 'POST',
    json: code === undefined ? { username, password } : { username, password, code },
  });
  return readJson<TokenPair>(answer);
}

/** `POST /api/auth/token/refresh/`; each refresh token works once. */
export async function renewTokens(refresh: string): Promise<TokenPair> {
  const answer = await call('/api/auth/token/refresh/', { method: 'POST', json: { refresh } });
  return readJson<TokenPair>(answer);
}

/** `POST /api/auth/logout/` revokes the whole token family. */
export async function revokeTokens(refresh: string): Promise<void> {
  await call('/api/auth/logout/', { method: 'POST', json: { refresh } });
}
