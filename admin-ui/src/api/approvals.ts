import { authorisedCall, readJson } from './client';
import { goneInAnyCase, statusOf } from './errors';
import { postPath } from './posts';
import type { Approval, Language, WaitingApproval } from './types';

/** What was asked for a post and not done yet; quietly, as nobody asked for it. Of a post that is in the trash by now nothing is asked. */
export async function readApproval(id: number): Promise<Approval | null> {
  const answer = await authorisedCall(`${postPath(id)}approval/`, {}, true).catch((error: unknown) => {
    if (statusOf(error) === 404) return null;
    throw error;
  });
  if (answer === null) return null;
  return (await readJson<{ approval: Approval | null }>(answer)).approval;
}

/** Asks editors to publish the working copy of these languages. */
export async function askForApproval(id: number, languages: readonly Language[], note: string): Promise<void> {
  await authorisedCall(`${postPath(id)}approval/`, { method: 'POST', json: { languages, note } });
}

/** Asks no more; also what was sent back is done with. */
export async function withdrawApproval(id: number): Promise<void> {
  await goneInAnyCase(authorisedCall(`${postPath(id)}approval/`, { method: 'DELETE' }));
}

/** 404: it was answered or withdrawn meanwhile. */
export async function returnApproval(id: number, note: string): Promise<void> {
  await authorisedCall(`${postPath(id)}approval/return/`, { method: 'POST', json: { note } });
}

/** What waits for an editor, the oldest first. */
export async function listApprovals(): Promise<WaitingApproval[]> {
  return readJson(await authorisedCall('/api/approvals/', {}, true));
}

/** What one asked for oneself and was sent back. */
export async function listReturned(): Promise<WaitingApproval[]> {
  return readJson(await authorisedCall('/api/approvals/returned/', {}, true));
}
