import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Message } from '../api/types';
import { storeTokens } from '../auth/session';
import { FakeServer, json } from './server';

export function message(id: number, change: Partial<Message> = {}): Message {
  return {
    id, received_at: '2026-11-01T08:00:00Z', name: `Visitor ${id}`, email: 'visitor@example.az', phone: '', subject: 'tax', message: `Words ${id}`,
    state: 'new', read: false, suspected: null, note: '', assigned_to: null, handled_by: null, handled_at: null, mailed_at: null,
    version: 1, etag: '"1"',
    ...change,
  };
}

export const list = (state: string, page = 1) => `GET /api/messages/?state=${state}&page=${page}&page_size=20`;

/** What the server has, newest first. */
export const inbox: { all: Message[] } = { all: [] };

/** Two new messages, and a server that keeps what becomes of the first. */
export function inboxServer(): FakeServer {
  storeTokens({ access: 'a', refresh: 'r' });
  inbox.all = [message(2), message(1)];
  return new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'editor' }))
    .on('GET /api/messages/assignees/', () => json([{ id: 1, username: 'leyla' }]))
    .on('GET /api/messages/counts/', () =>
      json({ unread: inbox.all.filter(({ read }) => !read).length, new: inbox.all.length, answered: 0, archived: 0, suspected: 0 }),
    )
    .on(list('new'), () => json(inbox.all.filter(({ state }) => state === 'new'), 200, { 'X-Total-Count': '2' }))
    .on('PATCH /api/messages/1/', ({ json: change }) => {
      const { assigned_to: who, ...rest } = change as { assigned_to?: number };
      const next = { ...message(1), ...inbox.all.find(({ id }) => id === 1), ...rest, ...(who && { assigned_to: { id: who, username: 'leyla' } }), read: true };
      inbox.all = inbox.all.map((one) => (one.id === 1 ? next : one));
      return json(next, 200, { ETag: '"2"' });
    });
}

export async function row(id: number): Promise<HTMLElement> {
  const item = (await screen.findByText(`Visitor ${id}`)).closest('li');
  if (!item) throw new Error(`no row of ${id}`);
  return item;
}

export async function opened(id: number): Promise<HTMLElement> {
  const item = await row(id);
  await userEvent.click(within(item).getByRole('button', { name: new RegExp(`Visitor ${id}`) }));
  return item;
}
