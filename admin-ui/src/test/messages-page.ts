import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Message } from '../api/types';
import { storeTokens } from '../auth/session';
import { FakeServer, json } from './server';

export function message(id: number, change: Partial<Message> = {}): Message {
  return {
    id,
    received_at: '2026-11-01T08:00:00Z',
    name: `Visitor ${id}`,
    email: 'visitor@example.az',
    phone: '',
    subject: 'tax',
    message: `Words ${id}`,
    state: 'new',
    read: false,
    suspected: null,
    note: '',
    assigned_to: null,
    handled_by: null,
    handled_at: null,
    mailed_at: null,
    version: 1,
    etag: '"1"',
    ...change,
  };
}

/** `place`: `&before=1`, `&after=1`. */
export const list = (state: string, place = '') => `GET /api/messages/?state=${state}&page_size=20${place}`;

/** What the server has, newest first. */
export const inbox: { all: Message[] } = { all: [] };

/** As the server counts: another number whenever something is different. */
let known = { all: '', changes: 0 };
function changes(): number {
  const all = JSON.stringify(inbox.all);
  if (all !== known.all) known = { all, changes: known.changes + 1 };
  return known.changes;
}

/** A page of messages as the server answers it now, with how many there are around it. */
export function pageOf(messages: readonly Message[], { newer = 0, older = 0 } = {}): Response {
  return json(messages, 200, {
    'X-Total-Count': String(newer + messages.length + older),
    'X-Newer-Count': String(newer),
    'X-Older-Count': String(older),
    'X-Changes': String(changes()),
  });
}

/** Two new messages, and a server that keeps what becomes of the first. */
export function inboxServer(): FakeServer {
  storeTokens({ access: 'a', refresh: 'r' });
  inbox.all = [message(2), message(1)];
  return new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'editor' }))
    .on('GET /api/messages/assignees/', () => json([{ id: 1, username: 'leyla' }]))
    .on('GET /api/messages/counts/', () =>
      json({
        unread: inbox.all.filter(({ read }) => !read).length,
        new: inbox.all.length,
        answered: 0,
        archived: 0,
        suspected: 0,
        room: 'enough',
        changes: changes(),
      }),
    )
    .on(list('new'), () => pageOf(inbox.all.filter(({ state }) => state === 'new')))
    .on('GET /api/messages/1/', () => readable(1))
    .on('GET /api/messages/2/', () => readable(2))
    .on('PATCH /api/messages/2/', () => json(message(2, { read: true })))
    .on('PATCH /api/messages/1/', ({ json: change }) => {
      const { assigned_to: who, ...rest } = change as { assigned_to?: number };
      const next = {
        ...message(1),
        ...inbox.all.find(({ id }) => id === 1),
        ...rest,
        ...(who && { assigned_to: { id: who, username: 'leyla' } }),
        read: true,
      };
      inbox.all = inbox.all.map((one) => (one.id === 1 ? next : one));
      return json(next, 200, { ETag: '"2"' });
    });
}

function readable(id: number): Response {
  const found = inbox.all.find((one) => one.id === id);
  return found ? json(found, 200, { ETag: found.etag }) : json({}, 404);
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
