import { authorisedCall, readJson } from './client';
import type { components } from './schema';

/** What became of a link to another site. */
export type CheckedLink = components['schemas']['CheckedLink'];

/** So many are asked for in one call. */
const AT_ONCE = 50;
const LONGEST = 2000;

/** Whether the server can ask for it: an address of the web without a name and a password in it. */
export function isAskable(href: string): boolean {
  if (href.length > LONGEST || !URL.canParse(href)) return false;
  const { protocol, username, password } = new URL(href);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Has the server ask other sites for these addresses; some seconds for each fifty. `tell` hears of each fifty as they come. */
export async function checkLinks(
  urls: readonly string[],
  tell: (found: readonly CheckedLink[]) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < urls.length; at += AT_ONCE) {
    const answer = await authorisedCall('/api/links/', { method: 'POST', json: { urls: urls.slice(at, at + AT_ONCE) }, signal });
    tell(await readJson<CheckedLink[]>(answer));
  }
}
