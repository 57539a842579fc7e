import { authorisedCall, readJson } from './client';
import type { Folder } from './messages';
import type { components } from './schema';

/** Which message, and as of which change. */
export type SeenMessage = components['schemas']['SeenMessage'];

/** All messages of a folder, or those in which all of these words are, as they are now: newest first. */
export async function findMessages(folder: Folder, words: string): Promise<SeenMessage[]> {
  const query = new URLSearchParams({ state: folder, ...(words && { q: words }) });
  return readJson(await authorisedCall(`/api/messages/found/?${query}`));
}

/** So many are deleted in one call. */
const AT_ONCE = 1000;

/** Deletes those that nobody else has changed since; `tell` hears of each call how many went, how many stay, and how many it was about. */
export async function deleteMessages(
  seen: readonly SeenMessage[],
  tell: (deleted: number, changed: number, asked: number) => void,
): Promise<void> {
  for (let at = 0; at < seen.length; at += AT_ONCE) {
    const messages = seen.slice(at, at + AT_ONCE);
    const answer = await authorisedCall('/api/messages/several/', { method: 'POST', json: { action: 'delete', messages } });
    const { deleted, changed } = await readJson<{ deleted: number; changed: number }>(answer);
    tell(deleted, changed, messages.length);
  }
}
