import { authorisedCall, readJson } from './client';
import { goneInAnyCase } from './errors';
import { postPath } from './posts';
import type { Approval, Language, WaitingApproval } from './types';

/** What was asked for a post and not done yet; quietly, as nobody asked for it. */
export async function readApproval(id: number): Promise<Approval | null> {
  const answer = await authorisedCall(`${postPath(id)}approval/`, {}, true);
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
