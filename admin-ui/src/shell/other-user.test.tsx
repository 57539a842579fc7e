import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenPair } from '../api/types';
import { storeTokens } from '../auth/session';
import { generations } from '../site/generations';
import { renderApp } from '../test/render-app';
import { FakeServer, json, type Seen } from '../test/server';

const NOTE = /^Note/;
const MESSAGES = 'GET /api/messages/?state=new&page_size=20';
const message = {
  id: 1,
  received_at: '2026-11-01T08:00:00Z',
  name: 'Visitor 1',
  email: 'visitor@example.az',
  phone: '',
  subject: 'tax',
  message: 'Words',
  state: 'new',
  read: true,
  suspected: null,
  note: '',
  assigned_to: null,
  handled_by: null,
  handled_at: null,
  mailed_at: null,
};

/** Tokens that say whose they are. */
function tokensOf(name: string): TokenPair {
  return { access: `x.${btoa(JSON.stringify({ name }))}.x`, refresh: name };
}
const isOf = (name: string, { headers }: Seen) => headers.get('Authorization') === `Bearer ${tokensOf(name).access}`;

/** Whether the server knows leyla's session any more. */
let over: boolean;

beforeEach(() => {
  over = false;
  storeTokens(tokensOf('leyla'));
  const answer = (request: Seen, body: unknown) => {
    if (isOf('leyla', request)) return over ? json({}, 401) : json(body, 200, { 'X-Total-Count': '1', ETag: '"1"' });
    return json({}, 403);
  };
  new FakeServer()
    .on('GET /api/users/me/', (request) =>
      isOf('orxan', request)
        ? json({ id: 2, username: 'orxan', role: 'author' })
        : over
          ? json({}, 401)
          : json({ id: 1, username: 'leyla', role: 'owner' }),
    )
    .on(MESSAGES, (request) => answer(request, [message]))
    .on('GET /api/messages/counts/', (request) => answer(request, { unread: 0, new: 1, answered: 0, archived: 0, suspected: 0 }))
    .on('GET /api/messages/assignees/', (request) => answer(request, []))
    .on('GET /api/messages/1/', (request) => answer(request, message))
    .on('GET /api/users/', (request) =>
      answer(request, [
        { id: 1, username: 'leyla', role: 'owner', disabled: false, second_step: false, created_at: message.received_at, seen_at: null },
      ]),
    )
    .on('GET /api/users/invitations/', (request) => answer(request, []))
    .on('POST /api/auth/token/refresh/', () => json({}, 401))
    .on('POST /api/auth/token/', () => json(tokensOf('orxan')));
});

/** The session ends while a note is written, and somebody else signs in over it. */
async function takenOver() {
  const open = await screen.findByRole('button', { name: /Visitor 1/ });
  await userEvent.click(open);
  await userEvent.type(screen.getByRole('textbox', { name: NOTE }), 'call');
  over = true;
  await userEvent.click(screen.getByRole('button', { name: 'Save the note' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  await userEvent.type(dialog.getByLabelText('User name'), 'orxan');
  await userEvent.type(dialog.getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('whoever signs in over another’s screen', () => {
  it('sees what they themselves may see, and nothing that was loaded before', async () => {
    renderApp('/admin/people');
    expect(await screen.findByText('leyla')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Messages' }));
    await takenOver();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Messages' })).toBeNull());
    expect(screen.queryByRole('link', { name: 'People' })).toBeNull();
    await waitFor(() => expect(screen.queryByText('Visitor 1')).toBeNull());
    expect(await screen.findByText('This needs the role of an editor.')).toBeVisible();
    // The words that were typed are not lost for all that.
    expect(screen.getByText('call')).toBeVisible();
  });

  it('sees nothing of it either when that happened in another tab while this one slept', async () => {
    renderApp('/admin/people');
    expect(await screen.findByText('leyla')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Messages' }));
    expect(await screen.findByText('Visitor 1')).toBeVisible();
    storeTokens(tokensOf('orxan'));
    expect(await screen.findByText('This needs the role of an editor.')).toBeVisible();
    expect(screen.queryByText('Visitor 1')).toBeNull();
  });

  it('is not told what was saved before', async () => {
    renderApp('/admin/people');
    expect(await screen.findByText('leyla')).toBeVisible();
    await generations.follow();
    const line = within(screen.getByRole('region', { name: 'Publication' }));
    expect(await line.findByText('Saved')).toBeVisible();
    storeTokens(tokensOf('orxan'));
    await waitFor(() => expect(line.queryByText('Saved')).toBeNull());
  });
});

it('whoever signs in after another has signed out is not told what that one saved', async () => {
  const { path } = renderApp('/admin/people');
  expect(await screen.findByText('leyla')).toBeVisible();
  await generations.follow();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(path()).toBe('/login'));
  await userEvent.type(await screen.findByLabelText('User name'), 'orxan');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
  const line = within(await screen.findByRole('region', { name: 'Publication' }));
  expect(await line.findByText('The site is up to date')).toBeVisible();
  expect(line.queryByText('Saved')).toBeNull();
});
