import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

let server: FakeServer;
beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner', second_step_missing: false }))
    .on('GET /api/users/invitations/', () => json([]))
    .on('GET /api/auth/sessions/', () => json([]))
    .on('GET /api/blog/posts/', () => json([]))
    .on('GET /api/auth/totp/', () => json({ on: false, required: false, on_since: null, recovery_codes_left: 0 }));
});

describe('the second step of others', () => {
  const RESET = 'DELETE /api/users/2/second-step/';
  const people = (second: boolean) => [
    { id: 1, username: 'leyla', role: 'owner', disabled: false, second_step: true, created_at: '2026-11-01T08:00:00Z', seen_at: null },
    { id: 2, username: 'orxan', role: 'author', disabled: false, second_step: second, created_at: '2026-11-01T08:00:00Z', seen_at: null },
  ];

  it('is reset by an owner who is sure of it', async () => {
    let second = true;
    server
      .on('GET /api/users/', () => json(people(second)))
      .on(RESET, () => {
        second = false;
        return json(null, 204);
      });
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    renderApp('/admin/people');
    const reset = await screen.findByRole('button', { name: 'Reset second step: orxan' });
    expect(screen.queryByRole('button', { name: /second step of leyla/ })).toBeNull();
    await userEvent.click(reset);
    expect(server.asked(RESET)).toHaveLength(0);
    confirm.mockReturnValue(true);
    await userEvent.click(reset);
    expect(await screen.findByText('The second step of orxan was reset.')).toBeVisible();
    expect(within(screen.getByRole('main')).queryByRole('button', { name: /second step of orxan/ })).toBeNull();
  });

  it('says nothing on a page that was left before the answer came', async () => {
    server.on('GET /api/users/', () => json(people(true)));
    const held = server.hold(RESET);
    const view = renderApp('/admin/people');
    await userEvent.click(await screen.findByRole('button', { name: 'Reset second step: orxan' }));
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    await waitFor(() => expect(view.path()).toBe('/admin/account'));
    held.answer(json(null, 204));
    expect(await screen.findByRole('heading', { name: 'Password' })).toBeVisible();
    expect(screen.queryByText(/was reset/)).toBeNull();
  });
});
