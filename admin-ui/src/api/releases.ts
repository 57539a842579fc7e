import { authorisedCall, readJson } from './client';
import type { Releases } from './types';

const RELEASES = '/api/releases/';

export async function listReleases(): Promise<Releases> {
  return readJson(await authorisedCall(RELEASES));
}

/** The site becomes what it was then; what is saved goes live when publishing goes on. 404: it is not kept any more. */
export async function restoreRelease(number: number): Promise<Releases> {
  return readJson(await authorisedCall(`${RELEASES}${number}/restore/`, { method: 'POST' }));
}

export async function resumePublishing(): Promise<Releases> {
  return readJson(await authorisedCall(`${RELEASES}resume/`, { method: 'POST' }));
}
