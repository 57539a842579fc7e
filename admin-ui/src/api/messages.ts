import { authorisedCall, readJson } from './client';
import { ifMatch } from './posts';
import type { Assignee, Message, MessageCounts, MessageState, Versioned } from './types';

const MESSAGES = '/api/messages/';

/** What the inbox is divided into. */
export const FOLDERS = ['new', 'answered', 'archived', 'suspected', 'all'] as const;
export type Folder = (typeof FOLDERS)[number];

/** Beside which message a page lies; the newest ones without. Nothing is skipped when others leave meanwhile. */
export interface Place {
  side: 'before' | 'after';
  id: number;
}

export interface MessagePage {
  messages: Message[];
  /** How many there are before the page, and behind it. */
  newer: number;
  older: number;
  /** To which `changes` of the counts it belongs. */
  changes: number | null;
}

/** One page, newest first; with words, those messages in which all of them are. */
export async function listMessages(folder: Folder, words: string, place: Place | null, size: number): Promise<MessagePage> {
  const query = new URLSearchParams({
    state: folder,
    page_size: String(size),
    ...(place && { [place.side]: String(place.id) }),
    ...(words && { q: words }),
  });
  const answer = await authorisedCall(`${MESSAGES}?${query}`);
  const number = (name: string) => Number(answer.headers.get(name) ?? 0);
  return {
    messages: await readJson(answer),
    newer: number('X-Newer-Count'),
    older: number('X-Older-Count'),
    changes: number('X-Changes') || null,
  };
}

/** How many there are of each kind; nobody asked for it, so nobody is asked to sign in. */
export async function countMessages(): Promise<MessageCounts> {
  return readJson(await authorisedCall(`${MESSAGES}counts/`, {}, true));
}

export async function listAssignees(): Promise<Assignee[]> {
  return readJson(await authorisedCall(`${MESSAGES}assignees/`));
}

/** What staff may say of a message; what is left out stays. */
export interface MessageChange {
  state?: MessageState;
  note?: string;
  assigned_to?: number | null;
  read?: boolean;
  suspected?: false;
}

/** With `etag` only if nobody else changed it meanwhile (412 otherwise). */
export async function changeMessage(id: number, change: MessageChange, etag: string | null = null): Promise<Versioned<Message>> {
  const answer = await authorisedCall(`${MESSAGES}${id}/`, { method: 'PATCH', json: change, headers: ifMatch(etag) });
  return { value: await readJson(answer), etag: answer.headers.get('ETag') };
}

export async function readMessage(id: number): Promise<Versioned<Message>> {
  const answer = await authorisedCall(`${MESSAGES}${id}/`);
  return { value: await readJson(answer), etag: answer.headers.get('ETag') };
}

export async function deleteMessage(id: number): Promise<void> {
  await authorisedCall(`${MESSAGES}${id}/`, { method: 'DELETE' });
}
