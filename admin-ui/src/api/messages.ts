import { authorisedCall, readJson } from './client';
import { ifMatch } from './posts';
import type { Assignee, Message, MessageCounts, MessageState, Versioned } from './types';

const MESSAGES = '/api/messages/';

/** What the inbox is divided into. */
export const FOLDERS = ['new', 'answered', 'archived', 'suspected', 'all'] as const;
export type Folder = (typeof FOLDERS)[number];

export interface MessagePage {
  messages: Message[];
  /** On all pages together. */
  total: number;
}

/** One page, newest first; with words, those messages in which all of them are. */
export async function listMessages(folder: Folder, words: string, page: number, size: number): Promise<MessagePage> {
  const query = new URLSearchParams({ state: folder, page: String(page), page_size: String(size), ...(words && { q: words }) });
  const answer = await authorisedCall(`${MESSAGES}?${query}`);
  return { messages: await readJson(answer), total: Number(answer.headers.get('X-Total-Count') ?? 0) };
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
