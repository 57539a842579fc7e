import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';
import { speak } from '../test/texts';
import { SignInDialog } from './sign-in-dialog';
import { askToSignIn } from './sign-in-request';

const TOKEN = 'POST /api/auth/token/';
const REQUIRED = () => json({ type: 'urn:problem:second-step-required' }, 401);
const WRONG = () => json({ type: 'urn:problem:second-step-wrong' }, 401);
const PAIR = () => json({ access: 'a', refresh: 'r' });

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().on('GET /api/blog/posts/', () => json([])).on(TOKEN, REQUIRED);
});

async function toTheCode() {
  const view = renderApp('/login');
  await userEvent.type(await screen.findByLabelText('User name'), 'admin');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
  return { ...view, code: await screen.findByLabelText('Code') };
}

describe('the second step of a sign-in', () => {
  it('asks for a code after the right password, and leads in', async () => {
    const { code, path } = await toTheCode();
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByText(/^admin, open the app/)).toBeVisible();
    server.on(TOKEN, PAIR);
    await userEvent.keyboard('123456{Enter}');
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(server.asked(TOKEN).map(({ json: sent }) => sent)).toEqual([
      { username: 'admin', password: 'secret' },
      { username: 'admin', password: 'secret', code: '123456' },
    ]);
  });

  it('says that a code is wrong, and lets it be typed over', async () => {
    const { code, path } = await toTheCode();
    server.on(TOKEN, WRONG);
    await userEvent.keyboard('000000{Enter}');
    expect(await screen.findByText(/The code is wrong/)).toBeVisible();
    expect(code).toHaveFocus();
    server.on(TOKEN, PAIR);
    await userEvent.keyboard('123456{Enter}');
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(server.asked(TOKEN)[2]?.json).toMatchObject({ code: '123456' });
  });

  it('asks for an empty one in the words of the page', async () => {
    const { code } = await toTheCode();
    await userEvent.keyboard(' ');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('aria-invalid', 'true');
    expect(code).toHaveAccessibleDescription(/Type the code\.$/);
    expect(server.asked(TOKEN)).toHaveLength(1);
    await userEvent.keyboard('1');
    expect(screen.queryByText('Type the code.')).toBeNull();
    expect(code).toHaveAttribute('aria-invalid', 'false');
  });

  it('leaves what is typed while a wrong one is looked at', async () => {
    const { code } = await toTheCode();
    const held = server.hold(TOKEN);
    await userEvent.keyboard('000000{Enter}');
    await userEvent.clear(code);
    await userEvent.keyboard('123');
    held.answer(WRONG());
    expect(await screen.findByText(/The code is wrong/)).toBeVisible();
    await userEvent.keyboard('456');
    expect(code).toHaveValue('123456');
  });

  it('takes a recovery code instead', async () => {
    const { path } = await toTheCode();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText('Recovery code');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    server.on(TOKEN, PAIR);
    await userEvent.keyboard('ABCD-EFGH-IJKL-MNOP{Enter}');
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(server.asked(TOKEN)[1]?.json).toMatchObject({ code: 'ABCD-EFGH-IJKL-MNOP' });
  });

  it('tells of a wrong recovery code nothing of the app, which is not at hand, and forgets it with the field', async () => {
    await toTheCode();
    server.on(TOKEN, WRONG);
    await userEvent.keyboard('000000{Enter}');
    expect(await screen.findByText(/Wait for the next one in the app/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.queryByText(/The code is wrong/)).toBeNull();
    await userEvent.keyboard('ABCD{Enter}');
    expect(await screen.findByText('The code is wrong or was used before.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use the code from the app' }));
    expect(screen.queryByText(/The code is wrong/)).toBeNull();
  });

  it('says nothing of a wrong code in the field of the other kind, and lets the right one in all the same', async () => {
    const { path } = await toTheCode();
    const held = server.hold(TOKEN);
    await userEvent.keyboard('000000{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    held.answer(WRONG());
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(screen.queryByText(/The code is wrong/)).toBeNull();
    const right = server.hold(TOKEN);
    await userEvent.keyboard('ABCD{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Use the code from the app' }));
    right.answer(PAIR());
    await waitFor(() => expect(path()).toBe('/admin'));
  });

  it('leads back to what was typed', async () => {
    await toTheCode();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('User name')).toHaveValue('admin');
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(screen.queryByLabelText('Code')).toBeNull();
  });

  it('leads back when the password has changed meanwhile, and waits when there were too many guesses', async () => {
    await toTheCode();
    server.on(TOKEN, () => json({}, 429));
    await userEvent.keyboard('000000{Enter}');
    expect(await screen.findByText(/^Too many attempts/)).toBeVisible();
    server.on(TOKEN, () => json({ type: 'urn:problem:bad-credentials' }, 401));
    await userEvent.keyboard('000001{Enter}');
    expect(await screen.findByText('Invalid username or password')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
  });

  it('stays at the code where the server has no room, and takes it again', async () => {
    const { code, path } = await toTheCode();
    server.on(TOKEN, () => json({}, 507));
    await userEvent.keyboard('123456{Enter}');
    expect(await screen.findByText('The server has no room left, so nobody can sign in; tell its administrator.')).toBeVisible();
    expect(code).toHaveValue('123456');
    server.on(TOKEN, PAIR);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/admin'));
  });

  it('signs nobody in who has gone back before the answer came', async () => {
    const { path } = await toTheCode();
    const held = server.hold(TOKEN);
    await userEvent.keyboard('123456{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    server.on('POST /api/auth/logout/', () => json(null, 204));
    held.answer(PAIR());
    await waitFor(() => expect(server.asked('POST /api/auth/logout/')[0]?.json).toEqual({ refresh: 'r' }));
    expect(path()).toBe('/login');
    expect(localStorage).not.toHaveProperty('isAuthenticated');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  it('signs nobody in who has closed the dialog over the form before the answer came', async () => {
    server.on(TOKEN, PAIR).on('POST /api/auth/logout/', () => json(null, 204));
    speak();
    const dismissed = askToSignIn().catch(() => 'dismissed');
    render(<SignInDialog />);
    const held = server.hold(TOKEN);
    await userEvent.type(screen.getByLabelText('User name'), 'admin');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() => expect(server.asked(TOKEN)).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(await dismissed).toBe('dismissed');
    held.answer(PAIR());
    await waitFor(() => expect(server.asked('POST /api/auth/logout/')[0]?.json).toEqual({ refresh: 'r' }));
    expect(localStorage).not.toHaveProperty('isAuthenticated');
  });

  it('says nothing of a wrong code to who has gone back meanwhile', async () => {
    await toTheCode();
    const held = server.hold(TOKEN);
    await userEvent.keyboard('123456{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    held.answer(WRONG());
    server.on(TOKEN, REQUIRED);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    expect(screen.queryByText(/The code is wrong/)).toBeNull();
  });
});
