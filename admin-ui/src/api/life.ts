import { authorisedCall, call, readJson } from './client';
import { statusOf } from './errors';
import { versioned } from './drafts';
import { ifMatch, postPath } from './posts';
import type { Draft, Language, LinkingPost, Post, Revision, RevisionWhole, SourceChange, TrashedPost, Versioned } from './types';

/** What is to go live or off-line, and when: languages that have text, now, where nothing is said. */
export interface Plan {
  languages?: readonly Language[];
  /** A title is enough for each of these languages, as it is for the specified creation of a post. */
  titles_suffice?: boolean;
  /** RFC 3339 in UTC. */
  at?: string | null;
  /** Refused when that time is past by the server's clock; else past is now. */
  only_later?: boolean;
}

/** How the server took it: planned, or done at once. */
export interface Taken {
  planned: boolean;
}

const takenBy = ({ status }: Response): Taken => ({ planned: status === 202 });

/** Publishes the working copy of these languages; with `etag` only if nobody changed it meanwhile. */
export async function publishPost(
  id: number,
  plan: Plan,
  etag: string | null = null,
  signal?: AbortSignal,
): Promise<Versioned<Post> & Taken> {
  const answer = await authorisedCall(`${postPath(id)}publish/`, { method: 'POST', json: plan, signal, headers: ifMatch(etag) });
  return { value: await readJson<Post>(answer), etag: answer.headers.get('ETag'), ...takenBy(answer) };
}

/** Where the address of a post leads that is off the site: a path of this site, or an https address. */
export interface Removal extends Pick<Plan, 'languages' | 'at' | 'only_later'> {
  redirect_to?: string | null;
}

/** Takes languages off-line, or the whole post; its texts stay as the working copy. */
export async function unpublishPost(id: number, plan: Removal, etag: string | null = null): Promise<Taken> {
  return takenBy(await authorisedCall(`${postPath(id)}unpublish/`, { method: 'POST', json: plan, headers: ifMatch(etag) }));
}

/** What is planned for one language. */
export interface OnePlan {
  language: Language;
  action: 'publish' | 'unpublish';
}

/** Cancels one plan, or all of the post. */
export async function cancelSchedule(id: number, one: OnePlan | null = null): Promise<void> {
  const query = one ? `?language=${one.language}&action=${one.action}` : '';
  await authorisedCall(`${postPath(id)}schedule/${query}`, { method: 'DELETE' });
}

/** Sends the address of a post that is off the site elsewhere; `null`: no longer. */
export async function redirectPost(id: number, to: string | null): Promise<void> {
  const path = `${postPath(id)}redirect/`;
  await authorisedCall(path, to === null ? { method: 'DELETE' } : { method: 'PUT', json: { redirect_to: to } });
}

/** A link that shows the working copy to whoever has it, for seven days. */
export async function sharePost(id: number): Promise<{ url: string; expires_at: string }> {
  return readJson(await authorisedCall(`${postPath(id)}share/`, { method: 'POST' }));
}

export async function revokeShare(id: number): Promise<void> {
  await authorisedCall(`${postPath(id)}share/`, { method: 'DELETE' });
}

/** Whether a link leads nowhere any more, as far as the server can be asked. */
export async function isShareOver(url: string): Promise<boolean> {
  return call(new URL(url).pathname).then(
    () => false,
    (error: unknown) => statusOf(error) === 404,
  );
}

/** What changed in the words that each language was translated from. */
export async function sourceChanges(id: number): Promise<Partial<Record<Language, SourceChange>>> {
  return readJson(await authorisedCall(`${postPath(id)}translated/`));
}

/** Declares a translation right for its source as it is. */
export async function declareRight(id: number, language: Language): Promise<Versioned<Draft>> {
  return versioned(await authorisedCall(`${postPath(id)}translated/`, { method: 'POST', json: { language } }));
}

/** Posts whose texts lead to this one. */
export async function linksTo(id: number): Promise<LinkingPost[]> {
  return readJson(await authorisedCall(`${postPath(id)}links/`));
}

/** All revisions, newest first. */
export async function listRevisions(id: number): Promise<Revision[]> {
  return readJson(await authorisedCall(`${postPath(id)}revisions/`));
}

/** One of them, which stays as it is from now on. */
export async function getRevision(id: number, number: number): Promise<Versioned<RevisionWhole>> {
  const answer = await authorisedCall(`${postPath(id)}revisions/${number}/`);
  return { value: await readJson(answer), etag: answer.headers.get('ETag') };
}

/** Makes a revision the working copy; with tags only if neither that nor the revision is another one than was seen (412 otherwise). */
export async function restoreRevision(id: number, number: number, etag: string | null, seen: string | null): Promise<Versioned<Draft>> {
  const headers = { ...ifMatch(etag), ...(seen && { 'X-Revision-Match': seen }) };
  return versioned(await authorisedCall(`${postPath(id)}revisions/${number}/restore/`, { method: 'POST', headers }));
}

/** Posts that were deleted in the last thirty days. */
export async function listTrash(): Promise<TrashedPost[]> {
  return readJson(await authorisedCall('/api/blog/trash/'));
}

export async function restorePost(id: number): Promise<Versioned<Draft>> {
  return versioned(await authorisedCall(`/api/blog/trash/${id}/restore/`, { method: 'POST' }));
}

/** Removes a post from the trash: nothing of it remains. */
export async function removeForGood(id: number): Promise<void> {
  await authorisedCall(`/api/blog/trash/${id}/`, { method: 'DELETE' });
}
