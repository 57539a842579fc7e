import { authorisedCall, readJson } from './client';
import type { ApiToken, Role, TokenSecret } from './types';

const TOKENS = '/api/tokens/';

/** What a script may be allowed; what only owners may is for people. */
export const TOKEN_ROLES = ['author', 'editor'] as const satisfies readonly Role[];
export type TokenRole = (typeof TOKEN_ROLES)[number];

export async function listTokens(): Promise<ApiToken[]> {
  return readJson(await authorisedCall(TOKENS));
}

/** The secret is told once. 400: the name is taken. */
export async function makeToken(name: string, role: TokenRole, days: number | null): Promise<TokenSecret> {
  return readJson(await authorisedCall(TOKENS, { method: 'POST', json: { name, role, ...(days !== null && { days }) } }));
}

export async function revokeToken(id: number): Promise<void> {
  await authorisedCall(`${TOKENS}${id}/`, { method: 'DELETE' });
}
