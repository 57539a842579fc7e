import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

let server: FakeServer;

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  server = new FakeServer().on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }));
  for (const list of ['users/', 'users/invitations/', 'tokens/', 'webhooks/']) server.on(`GET /api/${list}`, () => json([]));
});

describe.each([
  [
    'an invitation',
    '/admin/people',
    'User name',
    'Invite',
    'POST /api/users/invitations/',
    { id: 5, username: 'a', role: 'editor', invited_by: 'leyla', expires_at: '2026-11-01T08:00:00Z', url: '/login#invitation=geheim' },
    'Invitation link',
  ],
  ['a token', '/admin/tokens', 'What it is for', 'Create', 'POST /api/tokens/', { id: 5, secret: 'geheim' }, 'The token itself'],
  [
    'a webhook',
    '/admin/webhooks',
    'Address to notify',
    'Add',
    'POST /api/webhooks/',
    { id: 5, url: 'https://a.az/', secret: 'geheim' },
    'Signing secret',
  ],
])('the secret of %s', (_, path, label, button, call, made, secret) => {
  const shownSecret = () => screen.findByRole('textbox', { name: secret });

  it('has the focus, and the form begins anew', async () => {
    server.on(call, () => json(made, 201));
    renderApp(path);
    await userEvent.type(await screen.findByLabelText(label), 'a{Enter}');
    expect(await shownSecret()).toHaveFocus();
    expect(screen.getByLabelText(label)).toHaveValue('');
  });

  it('takes nobody away who types the next name by then, and empties nothing of that', async () => {
    const held = server.hold(call);
    renderApp(path);
    const name = await screen.findByLabelText(label);
    await userEvent.type(name, 'a');
    await userEvent.click(screen.getByRole('button', { name: button }));
    await userEvent.clear(name);
    await userEvent.type(name, 'be');
    await act(async () => held.answer(json(made, 201)));
    expect(await shownSecret()).toBeVisible();
    await userEvent.keyboard('a');
    expect(name).toHaveValue('bea');
  });
});

it('a name that is taken is led to, but for whoever types another one by then', async () => {
  const call = 'POST /api/users/invitations/';
  server.on(call, () => json({ errors: { username: ['taken'] } }, 400));
  renderApp('/admin/people');
  const name = await screen.findByLabelText('User name');
  await userEvent.type(name, 'orxan');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(name).toHaveAccessibleDescription('There is a user of this name already.');
  const held = server.hold(call);
  await userEvent.keyboard('leyla');
  expect(name).toHaveValue('leyla');
  expect(name).toHaveAttribute('aria-invalid', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await userEvent.type(name, ' b');
  await act(async () => held.answer(json({ errors: { username: ['taken'] } }, 400)));
  expect(await screen.findByText('There is a user of this name already.')).toBeVisible();
  await userEvent.keyboard('c');
  expect(name).toHaveValue('leyla bc');
});
