import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const SINCE = '2026-11-01T08:00:00Z';

let server: FakeServer;

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on('GET /api/blog/posts/', () => json([]));
});

describe('an invitation', () => {
  const link = 'GET /api/invitations/geheim/';
  const accept = 'POST /api/invitations/geheim/';
  beforeEach(() => {
    localStorage.clear();
    window.location.hash = '#invitation=geheim';
    return () => (window.location.hash = '');
  });

  it('leads to a password and in', async () => {
    server
      .on(link, () => json({ username: 'aygün', role: 'author' }))
      .on(accept, () => json({ username: 'aygün', role: 'author' }, 201))
      .on('POST /api/auth/token/', () => json({ access: 'a', refresh: 'r' }));
    const view = renderApp('/login');
    expect(await screen.findByText(/aygün, you have been invited/)).toBeVisible();
    const [password, again] = [screen.getByLabelText(/New password \(/), screen.getByLabelText('New password once more')];
    const submit = screen.getByRole('button', { name: 'Save the password and sign in' });
    await userEvent.type(password, 'short');
    await userEvent.type(again, 'short');
    await userEvent.click(submit);
    expect(screen.getByRole('alert')).toHaveTextContent('at least 8');
    await userEvent.type(password, ' no more');
    await userEvent.click(submit);
    expect(screen.getByRole('alert')).toHaveTextContent('not the same');
    await userEvent.type(again, ' no more');
    await userEvent.click(submit);
    await waitFor(() => expect(view.path()).toBe('/admin'));
    expect(server.asked(accept)).toHaveLength(1);
    expect(server.asked('POST /api/auth/token/')[0]?.json).toEqual({ username: 'aygün', password: 'short no more' });
  });

  it('is not lost where somebody is signed in, and says whose place it takes', async () => {
    storeTokens({ access: 'a', refresh: 'r' });
    server
      .on(link, () => json({ username: 'aygün', role: 'author' }))
      .on(accept, () => json({ username: 'aygün', role: 'author' }, 201))
      .on('POST /api/auth/token/', () => json({ access: 'b', refresh: 'r' }));
    const view = renderApp('/login');
    expect(await screen.findByText(/aygün, you have been invited/)).toBeVisible();
    expect(screen.getByText(/^Somebody is signed in in this browser/)).toBeVisible();
    for (const label of [/New password \(/, 'New password once more']) await userEvent.type(screen.getByLabelText(label), 'short no more');
    await userEvent.click(screen.getByRole('button', { name: 'Save the password and sign in' }));
    await waitFor(() => expect(view.path()).toBe('/admin'));
  });

  it('that is over says so', async () => {
    server.on(link, () => json({}, 404));
    renderApp('/login');
    expect(await screen.findByText(/does not work any more/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'To the sign-in page' }));
    expect(await screen.findByLabelText('User name')).toHaveFocus();
    expect(screen.queryByText(/does not work any more/)).toBeNull();
  });

  it('that is over leads whoever is signed in to the posts', async () => {
    storeTokens({ access: 'a', refresh: 'r' });
    server.on(link, () => json({}, 404));
    const view = renderApp('/login');
    await userEvent.click(await screen.findByRole('link', { name: 'Blog Management' }));
    await waitFor(() => expect(view.path()).toBe('/admin'));
  });

  it('that was used while the password was typed has the same way out', async () => {
    server.on(link, () => json({ username: 'aygün', role: 'author' })).on(accept, () => json({}, 404));
    renderApp('/login');
    for (const label of [/New password \(/, 'New password once more'])
      await userEvent.type(await screen.findByLabelText(label), 'short no more');
    await userEvent.click(screen.getByRole('button', { name: 'Save the password and sign in' }));
    await userEvent.click(await screen.findByRole('link', { name: 'To the sign-in page' }));
    expect(await screen.findByLabelText('User name')).toHaveFocus();
  });
});

describe('the own account', () => {
  const session = (id: string, current: boolean) => ({
    id,
    current,
    created_at: SINCE,
    seen_at: SINCE,
    address: '192.0.2.7',
    agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
  });

  it('shows sign-ins and ends one', async () => {
    let sessions = [session('here', true), session('there', false)];
    server
      .on('GET /api/auth/sessions/', () => json(sessions))
      .on('DELETE /api/auth/sessions/there/', () => {
        sessions = sessions.slice(0, 1);
        return json(null, 204);
      });
    renderApp('/admin/account');
    expect(await screen.findAllByText('Firefox, Windows', { exact: false })).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: /^End Firefox/ }));
    expect(await screen.findByText('Firefox, Windows was signed out.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^End Firefox/ })).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus());
  });

  it('tells sign-ins of one minute apart, and of one second too', async () => {
    const at = (id: string, time: string) => ({ ...session(id, id === 'here'), created_at: `2026-11-01T08:00:${time}Z` });
    const other = { ...at('e', '05'), agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };
    const later = { ...at('f', '00'), created_at: '2026-11-01T09:30:00Z' };
    server.on('GET /api/auth/sessions/', () => json([at('here', '59'), at('a', '05'), at('b', '05'), at('c', '40'), other, later]));
    renderApp('/admin/account');
    const buttons = await screen.findAllByRole('button', { name: /^End / });
    const names = buttons.map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([
      'End Firefox, Windows, signed in November 1, 2026, 12:00:05 (1)',
      'End Firefox, Windows, signed in November 1, 2026, 12:00:05 (2)',
      'End Firefox, Windows, signed in November 1, 2026, 12:00:40',
      'End Chrome, Linux, signed in November 1, 2026, 12:00',
      'End Firefox, Windows, signed in November 1, 2026, 13:30',
    ]);
    expect(screen.getByText(/signed in November 1, 2026, 12:00:40 ·/)).toBeVisible();
  });

  it('signs out everywhere', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    server.on('GET /api/auth/sessions/', () => json([session('here', true)])).on('DELETE /api/auth/sessions/', () => json(null, 204));
    const view = renderApp('/admin/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(view.path()).toBe('/login'));
  });

  it('gets another password by the present one', async () => {
    const change = 'POST /api/auth/password/';
    server.on('GET /api/auth/sessions/', () => json([])).on(change, () => json({}, 400));
    renderApp('/admin/account');
    await userEvent.type(await screen.findByLabelText('Present password'), 'wrong');
    await userEvent.type(screen.getByLabelText(/New password \(/), 'a new password');
    await userEvent.type(screen.getByLabelText('New password once more'), 'a new password');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('The present password is wrong.')).toBeVisible();
    server.on(change, () => json(null, 204));
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/The password was changed/)).toBeVisible();
    expect(screen.getByLabelText('Present password')).toHaveValue('');
    expect(server.asked(change)[1]?.json).toEqual({ current: 'wrong', password: 'a new password' });
  });
});
