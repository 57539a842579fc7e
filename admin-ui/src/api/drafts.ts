import { authorisedCall, readJson } from './client';
import { ifMatch, postPath } from './posts';
import type { Draft, Versioned } from './types';

/** How a draft is sent. */
export interface DraftCall {
  signal?: AbortSignal;
  /** Nobody asked for it: nobody is asked to sign in for it. */
  quietly?: boolean;
  /** The page is being left. */
  keepalive?: boolean;
}

/** Begins a post that nobody but the staff can read. Repeated with the same key and fields it answers the draft of the first time. */
export async function createDraft(form: FormData, key: string, { quietly, ...how }: DraftCall = {}): Promise<Versioned<Draft>> {
  return versioned(
    await authorisedCall('/api/blog/drafts/', { method: 'POST', form, ...how, headers: { 'Idempotency-Key': key } }, quietly),
  );
}

/** The working copy, or the published post where there is none; `quietly` where nobody asked for it. */
export async function getDraft(id: number, signal?: AbortSignal, quietly = false): Promise<Versioned<Draft>> {
  return versioned(await authorisedCall(draftPath(id), { signal, headers: { 'Cache-Control': 'no-cache' } }, quietly));
}

/** Changes the working copy, or begins one; with `etag` only if nobody else did meanwhile (412 otherwise). */
export async function saveDraft(
  id: number,
  form: FormData,
  etag: string | null,
  { quietly, ...how }: DraftCall = {},
): Promise<Versioned<Draft>> {
  return versioned(await authorisedCall(draftPath(id), { method: 'PUT', form, ...how, headers: ifMatch(etag) }, quietly));
}

/** Drops the changes of a published post; a post that was never published goes into the trash. */
export async function dropDraft(id: number, etag: string | null): Promise<void> {
  await authorisedCall(draftPath(id), { method: 'DELETE', headers: ifMatch(etag) });
}

function draftPath(id: number): string {
  return `${postPath(id)}draft/`;
}

export async function versioned(answer: Response): Promise<Versioned<Draft>> {
  return { value: await readJson<Draft>(answer), etag: answer.headers.get('ETag') };
}
