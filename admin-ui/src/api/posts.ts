import { authorisedCall, call, readJson } from './client';
import { ApiError } from './errors';
import type { Created, Language, ListedPost, Post, Versioned } from './types';

const POSTS = '/api/blog/posts/';

/** All posts as the staff sees them, newest first, without their contents; a single post is wrapped. `quietly` where nobody asked for it. */
export async function listPosts(signal?: AbortSignal, quietly = false): Promise<ListedPost[]> {
  const answer = await authorisedCall(`${POSTS}?state=all&fields=summary`, { signal }, quietly);
  const body = await readJson<ListedPost | ListedPost[]>(answer);
  return Array.isArray(body) ? body : [body];
}

/** One post with its contents and its version. */
export async function getPost(id: number, signal?: AbortSignal): Promise<Versioned<Post>> {
  return versioned(await call(postPath(id), { signal, headers: { 'Cache-Control': 'no-cache' } }));
}

/** Creates a post from the specified multipart fields. Repeated with the same key it answers the post of the first time. */
export async function createPost(form: FormData, key: string, signal?: AbortSignal): Promise<Created> {
  const answer = await authorisedCall(POSTS, { method: 'POST', form, signal, headers: { 'Idempotency-Key': key } });
  return { ...(await versioned(answer)), replayed: answer.headers.get('Idempotency-Replayed') === 'true' };
}

/** The versions that a change was made from: the post's, and the one of its working copy, which the change ends. */
export interface Seen {
  etag: string | null;
  draft?: string | null;
}

/** Replaces a post; only if nobody else changed it, or its working copy, since they were seen (412 otherwise). */
export async function updatePost(id: number, form: FormData, { etag, draft }: Seen, signal?: AbortSignal): Promise<Versioned<Post>> {
  const headers = { ...ifMatch(etag), ...(draft && { 'X-Draft-Match': draft }) };
  return versioned(await authorisedCall(postPath(id), { method: 'PUT', form, signal, headers }));
}

/** Removes a post, and may send its address elsewhere; with `etag` only if it is still the version that was seen (412 otherwise). */
export async function deletePost(id: number, etag: string | null, redirect: string | null = null): Promise<void> {
  const query = redirect === null ? '' : `?redirect_to=${encodeURIComponent(redirect)}`;
  await authorisedCall(`${postPath(id)}${query}`, { method: 'DELETE', headers: ifMatch(etag) });
}

/** The page of an unsaved post in one language, made by the site's own templates. */
export async function previewPost(form: FormData, language: Language, id: number | null, signal?: AbortSignal): Promise<string> {
  form.set('lang', language);
  if (id !== null) form.set('id', String(id));
  const options = { method: 'POST', form, signal, headers: { Accept: 'text/html' } } as const;
  return (await authorisedCall('/api/blog/preview/', options)).text();
}

/** The picture at an address of this site as a file, so that another post can have it too. */
export async function getImage(address: string): Promise<File> {
  const answer = await call(address, { headers: { Accept: 'image/*' } });
  const blob = await answer.blob().catch((cause: unknown) => {
    throw ApiError.fromCause(cause);
  });
  return new File([blob], `image.${blob.type.replace(/^image\/(\w+).*$/, '$1')}`, { type: blob.type });
}

export function ifMatch(etag: string | null): Record<string, string> {
  return etag ? { 'If-Match': etag } : {};
}

export function postPath(id: number): string {
  return `${POSTS}${id}/`;
}

async function versioned(answer: Response): Promise<Versioned<Post>> {
  return { value: await readJson<Post>(answer), etag: answer.headers.get('ETag') };
}
