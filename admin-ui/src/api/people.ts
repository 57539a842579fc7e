import { authorisedCall, call, readJson } from './client';
import type { Invitation, InvitationLink, Invited, Me, OwnSession, Role, User } from './types';

const USERS = '/api/users/';
const INVITATIONS = '/api/users/invitations/';
const SESSIONS = '/api/auth/sessions/';

/** Who is signed in; `quietly` where nobody asked for it. */
export async function readMe(quietly = false): Promise<Me> {
  return readJson(await authorisedCall(`${USERS}me/`, {}, quietly));
}

export async function listUsers(): Promise<User[]> {
  return readJson(await authorisedCall(USERS));
}

/** What is left out stays. 409: nobody would be left who may manage the others. */
export async function changeUser(id: number, change: { role?: Role; disabled?: boolean }): Promise<void> {
  await authorisedCall(`${USERS}${id}/`, { method: 'PATCH', json: change });
}

export async function removeUser(id: number): Promise<void> {
  await authorisedCall(`${USERS}${id}/`, { method: 'DELETE' });
}

export async function listInvitations(): Promise<Invitation[]> {
  return readJson(await authorisedCall(INVITATIONS));
}

/** The link is told once. 400: the name is taken. */
export async function invite(username: string, role: Role): Promise<InvitationLink> {
  return readJson(await authorisedCall(INVITATIONS, { method: 'POST', json: { username, role } }));
}

export async function takeInvitationBack(id: number): Promise<void> {
  await authorisedCall(`${INVITATIONS}${id}/`, { method: 'DELETE' });
}

/** What a link invites to; 404 when it opens nothing any more. */
export async function readInvitation(secret: string): Promise<Invited> {
  return readJson(await call(invitationPath(secret)));
}

export async function acceptInvitation(secret: string, password: string): Promise<Invited> {
  return readJson(await call(invitationPath(secret), { method: 'POST', json: { password } }));
}

function invitationPath(secret: string): string {
  return `/api/invitations/${encodeURIComponent(secret)}/`;
}

/** One's own sign-ins, the one in use last first. */
export async function listSessions(): Promise<OwnSession[]> {
  return readJson(await authorisedCall(SESSIONS));
}

export async function endSession(id: string): Promise<void> {
  await authorisedCall(`${SESSIONS}${encodeURIComponent(id)}/`, { method: 'DELETE' });
}

/** Ends all of one's own, this one too. */
export async function endAllSessions(): Promise<void> {
  await authorisedCall(SESSIONS, { method: 'DELETE' });
}

/** For somebody else, who has lost the device. */
export async function resetSecondStep(id: number): Promise<void> {
  await authorisedCall(`${USERS}${id}/second-step/`, { method: 'DELETE' });
}

/** 400: the present password is another one. */
export async function changePassword(current: string, password: string): Promise<void> {
  await authorisedCall('/api/auth/password/', { method: 'POST', json: { current, password } });
}
