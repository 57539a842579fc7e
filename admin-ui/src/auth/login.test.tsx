import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';
import { storeTokens } from './session';

const TOKEN = 'POST /api/auth/token/';

async function signIn(password = 'secret') {
  const view = renderApp('/login');
  await userEvent.type(await screen.findByLabelText('User name'), 'admin');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  return view;
}

describe('/login', () => {
  it('leads to /admin when the flag is set, and /admin to /login when not', async () => {
    new FakeServer().on('GET /api/blog/posts/', () => json([]));
    const guest = renderApp('/admin');
    await waitFor(() => expect(guest.path()).toBe('/login'));
    guest.unmount();
    storeTokens({ access: 'a', refresh: 'r' });
    const user = renderApp('/login');
    await waitFor(() => expect(user.path()).toBe('/admin'));
  });

  it('stores tokens and flag and goes to /admin', async () => {
    const server = new FakeServer().on(TOKEN, () => json({ access: 'a', refresh: 'r' })).on('GET /api/blog/posts/', () => json([]));
    const view = await signIn();
    await waitFor(() => expect(view.path()).toBe('/admin'));
    expect(server.asked(TOKEN)[0]?.json).toEqual({ username: 'admin', password: 'secret' });
    expect(localStorage).toMatchObject({ accessToken: 'a', refreshToken: 'r', isAuthenticated: 'true' });
    expect(document.title).toBe('Blog Management');
    const sidebar = within(await screen.findByRole('navigation', { name: 'Main menu' }));
    expect(sidebar.getByRole('link', { name: 'Blogs' })).toHaveAttribute('href', '/admin');
    expect(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  it.each([
    ['', ''],
    ['admin', ''],
    ['', 'secret'],
  ])('asks for both fields before anything is sent (%j, %j)', async (name, password) => {
    const server = new FakeServer().on(TOKEN, () => json({ access: 'a', refresh: 'r' }));
    renderApp('/login');
    const username = await screen.findByLabelText('User name');
    if (name) await userEvent.type(username, name);
    if (password) await userEvent.type(screen.getByLabelText('Password'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(username).toBeRequired();
    expect(screen.getByLabelText('Password')).toBeRequired();
    expect(server.asked(TOKEN)).toHaveLength(0);
    // In the words of the page, not the browser's, whose language may be another one.
    const empty = name ? screen.getByLabelText('Password') : username;
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your user name and password.');
    expect(empty).toHaveFocus();
    expect(empty).toHaveAttribute('aria-invalid', 'true');
    expect(empty).toHaveAccessibleDescription('Enter your user name and password.');
    expect(empty.closest('form')).toHaveAttribute('novalidate');
    await userEvent.keyboard('a');
    expect(empty).toHaveAttribute('aria-invalid', 'false');
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  it('is disabled with a spinner while it runs, and sends once', async () => {
    let answer: (response: Response) => void = () => undefined;
    const server = new FakeServer().on(TOKEN, () => new Promise((resolve) => (answer = resolve)));
    await signIn();
    const button = screen.getByRole('button', { name: 'Signing in…' });
    expect(button).toBeDisabled();
    expect(button.querySelector('.spinner')).not.toBeNull();
    answer(json({}, 401));
    await screen.findByText('Invalid username or password');
    expect(server.asked(TOKEN)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  it.each([401, 400, 500])('answers %i with "Invalid username or password"', async (status) => {
    new FakeServer().on(TOKEN, () => json({ detail: 'internal' }, status));
    await signIn('bad');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid username or password$/);
  });

  it('says behind that that the server has no room, which is no wrong password', async () => {
    new FakeServer().on(TOKEN, () => json({}, 507));
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Invalid username or password. The server has no room left, so nobody can sign in; tell its administrator.',
    );
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
  });

  it.each([502, 503, 504])('says behind that that what stands before the server got no answer from it: %i', async (status) => {
    new FakeServer().on(TOKEN, () => new Response('<h1>Bad gateway</h1>', { status }));
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid username or password. Server error. Please try again later.');
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
  });

  it('says that the server cannot be reached', async () => {
    new FakeServer().offline = true;
    await signIn();
    expect(await screen.findByText('Server error. Please try again later.')).toBeVisible();
    expect(localStorage).not.toHaveProperty('isAuthenticated');
  });
});
