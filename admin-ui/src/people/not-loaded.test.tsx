import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const SINCE = '2026-11-01T08:00:00Z';
const LISTS = {
  'GET /api/users/': [{ id: 1, username: 'leyla', role: 'owner', disabled: false, second_step: false, created_at: SINCE, seen_at: null }],
  'GET /api/users/invitations/': [{ id: 5, username: 'aygün', role: 'author', invited_by: 'leyla', expires_at: SINCE }],
  'GET /api/auth/sessions/': [{ id: 'here', current: true, created_at: SINCE, seen_at: SINCE, address: '192.0.2.7', agent: '' }],
  'GET /api/auth/totp/': { on: false, required: false, on_since: null, recovery_codes_left: 0 },
  'GET /api/messages/?state=new&page_size=20': [],
  'GET /api/releases/': { held: null, releases: [] },
  'GET /api/audit/?page=1&page_size=50': [],
  'GET /api/webhooks/': [
    { id: 1, url: 'https://hooks.site.example/', created_at: SINCE, created_by: 'leyla', disabled_at: null, last: null },
  ],
  'GET /api/tokens/': [],
  'GET /api/media/?page=1&page_size=24': [],
};

let server: FakeServer;
beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on('GET /api/messages/assignees/', () => json([]))
    .on('GET /api/messages/counts/', () => json({ unread: 0, new: 0, answered: 0, archived: 0, suspected: 0 }));
  for (const [route, answer] of Object.entries(LISTS)) server.on(route, () => json(answer));
});

describe.each([
  ['the people', '/admin/people', 'GET /api/users/', 'The people could not be loaded.', 'People', 'leyla'],
  ['the invitations', '/admin/people', 'GET /api/users/invitations/', 'The invitations could not be loaded.', 'Invite someone', 'aygün'],
  [
    'the sign-ins',
    '/admin/account',
    'GET /api/auth/sessions/',
    'The list of places could not be loaded.',
    'Where you are signed in',
    'Unknown browser',
  ],
  [
    'the second step',
    '/admin/account',
    'GET /api/auth/totp/',
    'It could not be found out whether this is on.',
    'Two-step sign-in',
    'It is off.',
  ],
  [
    'the messages',
    '/admin/messages',
    'GET /api/messages/?state=new&page_size=20',
    'The messages could not be loaded.',
    'Messages',
    'There are no messages here.',
  ],
  [
    'the publications',
    '/admin/releases',
    'GET /api/releases/',
    'The publications could not be loaded.',
    'Publications',
    'Nothing has been published yet.',
  ],
  [
    'the record of deeds',
    '/admin/audit',
    'GET /api/audit/?page=1&page_size=50',
    'The record could not be loaded.',
    'Activity',
    'There are no such entries.',
  ],
  ['the webhooks', '/admin/webhooks', 'GET /api/webhooks/', 'The webhooks could not be loaded.', 'Webhooks', 'https://hooks.site.example/'],
  ['the tokens', '/admin/tokens', 'GET /api/tokens/', 'The tokens could not be loaded.', 'API tokens', 'No tokens yet.'],
  [
    'the pictures',
    '/admin/pictures',
    'GET /api/media/?page=1&page_size=24',
    'The pictures could not be loaded.',
    'Pictures',
    'There are no pictures yet.',
  ],
] as const)('%s', (_, path, route, sentence, title, content) => {
  const failed = async () => {
    renderApp(path);
    const said = await screen.findByText(sentence);
    expect(said).toHaveAttribute('role', 'alert');
    return within(said.closest('.notice') as HTMLElement).getByRole('button', { name: 'Load again' });
  };

  it('that could not be loaded come at the second try; the focus, whose button is gone, is at their title', async () => {
    server.on(route, () => json({}, 500));
    const again = await failed();
    const held = server.hold(route);
    await userEvent.click(again);
    expect(again).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(again);
    expect(server.asked(route)).toHaveLength(2);
    await act(async () => held.answer(json(LISTS[route])));
    expect(await screen.findByText(content)).toBeVisible();
    expect(screen.queryByText(sentence)).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: title })).toHaveFocus());
  });

  it('are said once more not to be loaded, when the second try fails as well', async () => {
    server.on(route, () => json({}, 503));
    const again = await failed();
    const before = screen.getByText(sentence);
    const held = server.hold(route);
    await userEvent.click(again);
    await act(async () => held.lose());
    await waitFor(() => expect(screen.getByText(sentence)).not.toBe(before));
    expect(again).toHaveFocus();
    expect(again).toHaveAttribute('aria-disabled', 'false');
  });

  it('are said to be on their way, and take the focus from nobody who has gone on', async () => {
    const held = server.hold(route);
    renderApp(path);
    expect(await screen.findByText('Loading…')).toBeVisible();
    await act(async () => held.answer(json({}, 500)));
    await userEvent.click(await screen.findByRole('button', { name: 'Load again' }));
    const skip = screen.getByRole('link', { name: 'Skip to content' });
    skip.focus();
    await act(async () => held.answer(json(LISTS[route])));
    expect(await screen.findByText(content)).toBeVisible();
    expect(skip).toHaveFocus();
  });
});
