import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const CHANGE = 'POST /api/auth/password/';
const TOTP = '/api/auth/totp/';
let server: FakeServer;
let on: boolean;

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  on = false;
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on('GET /api/auth/sessions/', () => json([]))
    .on(`GET ${TOTP}`, () => json({ on, required: false, on_since: on ? '2026-11-01T08:00:00Z' : null, recovery_codes_left: 10 }))
    .on(`POST ${TOTP}`, () => json({ secret: 'GEZDGNBVGY3TQOJQ', url: 'otpauth://totp/CMS:leyla?secret=GEZDGNBVGY3TQOJQ' }, 201));
});
const refused = (errors: Record<string, string[]>) => json({ type: 'urn:problem:validation', errors }, 400);
const current = () => screen.getByLabelText('Present password');
const fresh = () => screen.getByLabelText(/New password \(/);
const again = () => screen.getByLabelText('New password once more');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));

/** The form of one's own password with something in each field. */
async function filled(words: readonly [string, string, string] = ['old', 'a new password', 'a new password']) {
  renderApp('/admin/account');
  await screen.findByLabelText('Present password');
  for (const [at, field] of [current(), fresh(), again()].entries()) if (words[at]) await userEvent.type(field, words[at]);
}
function ledTo(field: HTMLElement, sentence: string) {
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveAccessibleDescription(sentence);
  expect(field.closest('label')?.nextElementSibling).toHaveTextContent(sentence);
  for (const other of [current(), fresh(), again()]) if (other !== field) expect(other).not.toHaveAttribute('aria-invalid', 'true');
}

describe('the form of one’s own password', () => {
  it.each([
    ['the present one is missing', ['', 'a new password', 'a new password'], current, 'Enter your present password.'],
    ['the new one is missing', ['old', '', ''], fresh, 'The password is too short: it needs at least 8 characters.'],
    ['they differ', ['old', 'a new password', 'another'], again, 'The two passwords are not the same.'],
  ] as const)('leads to the field, in the words of the page, when %s', async (_, words, field, sentence) => {
    await filled(words);
    await press();
    ledTo(field(), sentence);
    expect(server.asked(CHANGE)).toEqual([]);
    await userEvent.type(field(), 'x');
    expect(field()).toHaveAttribute('aria-invalid', 'false');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it.each([
    [{ current: ['wrong'] }, current, 'The present password is wrong.'],
    [{ password: ['too_short'] }, fresh, 'The password is too short: it needs at least 8 characters.'],
    [{ password: ['too_long'] }, fresh, 'The password is too long.'],
  ] as const)('leads to the field that the server names: %j', async (errors, field, sentence) => {
    server.on(CHANGE, () => refused(errors as unknown as Record<string, string[]>));
    await filled();
    await press();
    await waitFor(() => ledTo(field(), sentence));
    // What is typed next takes its place.
    await userEvent.keyboard('another one');
    expect(field()).toHaveValue('another one');
  });

  it('takes nobody away from what they type by then, and marks no field that is another one', async () => {
    const held = server.hold(CHANGE);
    await filled();
    await press();
    await userEvent.clear(current());
    await userEvent.type(current(), 'oth');
    await act(async () => held.answer(refused({ current: ['wrong'] })));
    expect(await screen.findByText('The present password is wrong.')).toBeVisible();
    expect(current()).toHaveAttribute('aria-invalid', 'false');
    await userEvent.keyboard('er');
    expect(current()).toHaveValue('other');
  });

  it('takes nobody back who has gone on elsewhere', async () => {
    const held = server.hold(CHANGE);
    await filled();
    await press();
    const elsewhere = await screen.findByRole('button', { name: 'Turn on' });
    elsewhere.focus();
    await act(async () => held.answer(refused({ current: ['wrong'] })));
    expect(await screen.findByText('The present password is wrong.')).toBeVisible();
    expect(current()).toHaveAttribute('aria-invalid', 'true');
    expect(elsewhere).toHaveFocus();
  });

  it.each([
    ['the connection was lost', null],
    ['the server had a problem', 500],
  ])('says that it may be changed already when %s', async (_, status) => {
    const held = server.hold(CHANGE);
    await filled();
    await press();
    await act(async () => (status ? held.answer(json({}, status)) : held.lose()));
    expect(await screen.findByText(/^There was no proper answer.*may be changed already/)).toBeVisible();
    server.on(CHANGE, () => json({}, 429));
    await press();
    expect(await screen.findByText('Too many attempts. Wait a few minutes.')).toBeVisible();
  });

  it('empties nothing that was typed before the answer came', async () => {
    const held = server.hold(CHANGE);
    await filled();
    await press();
    await userEvent.type(again(), ' and more');
    await act(async () => held.answer(json(null, 204)));
    expect(await screen.findByText(/The password was changed/)).toBeVisible();
    expect(again()).toHaveValue('a new password and more');
    expect(current()).toHaveValue('');
    expect(fresh()).toHaveValue('');
  });
});

describe('the forms of the second step', () => {
  it('ask for what is missing in the words of the page', async () => {
    renderApp('/admin/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    const password = screen.getByLabelText('Your present password');
    await userEvent.keyboard('{Enter}');
    expect(password).toHaveAccessibleDescription('Enter your present password.');
    expect(password).toHaveAttribute('aria-invalid', 'true');
    await userEvent.type(password, 'secret{Enter}');
    const code = await screen.findByLabelText('Code shown by the app');
    await userEvent.keyboard('  {Enter}');
    expect(code).toHaveAccessibleDescription('Type the code.');
    expect(code).toHaveFocus();
    expect(server.asked(`POST ${TOTP}`)).toHaveLength(1);
    expect(server.asked('POST /api/auth/totp/confirmation/')).toEqual([]);
  });

  it('take nobody away who types a password above when a code is refused late', async () => {
    renderApp('/admin/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await userEvent.keyboard('secret{Enter}');
    const code = await screen.findByLabelText('Code shown by the app');
    const held = server.hold('POST /api/auth/totp/confirmation/');
    await userEvent.type(code, '000000{Enter}');
    await userEvent.type(current(), 'ol');
    await act(async () => held.answer(refused({ code: ['wrong'] })));
    expect(await screen.findByText(/^The code is wrong/)).toBeVisible();
    await userEvent.keyboard('d');
    expect(current()).toHaveValue('old');
    expect(code).toHaveValue('000000');
  });

  it('lead to the field that is wrong where both are asked for', async () => {
    on = true;
    renderApp('/admin/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    const [password, code] = [
      screen.getByLabelText('Your present password'),
      screen.getByLabelText('Code from the app, or a recovery code'),
    ];
    await userEvent.keyboard('secret{Enter}');
    expect(code).toHaveFocus();
    expect(code).toHaveAccessibleDescription('Type the code.');
    server.on(`DELETE ${TOTP}`, () => refused({ password: ['wrong'] }));
    await userEvent.keyboard('123456{Enter}');
    await waitFor(() => expect(password).toHaveFocus());
    expect(password).toHaveAccessibleDescription('The password is wrong.');
    expect(code).toHaveAttribute('aria-invalid', 'false');
  });
});

describe('the form of an invitation', () => {
  beforeEach(() => {
    localStorage.clear();
    window.location.hash = '#invitation=geheim';
    return () => (window.location.hash = '');
  });

  const read = 'GET /api/invitations/geheim/';
  const accept = 'POST /api/invitations/geheim/';

  it('lets in who chooses the same password again because the first answer was lost', async () => {
    server
      .on(read, () => json({ username: 'aygün', role: 'author' }))
      .on('POST /api/auth/token/', () => json({ access: 'a', refresh: 'r' }));
    const view = renderApp('/login');
    await userEvent.type(await screen.findByLabelText(/New password \(/), 'long enough');
    const held = server.hold(accept);
    await userEvent.type(again(), 'long enough{Enter}');
    await act(async () => held.lose());
    expect(await screen.findByText('That did not work. Try again in a moment.')).toBeVisible();
    server.on(accept, () => json({}, 404));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(view.path()).toBe('/admin'));
    expect(server.asked('POST /api/auth/token/')[0]?.json).toEqual({ username: 'aygün', password: 'long enough' });
  });

  it.each([
    ['it was another one', () => json({ access: 'a', refresh: 'r' }), 'long enough!', 0],
    ['it was not that attempt', () => json({ type: 'urn:problem:bad-credentials' }, 401), 'long enough', 1],
  ])('says that it is over to who chooses one again, when %s', async (_, signIn, next, asked) => {
    server
      .on(read, () => json({ username: 'aygün', role: 'author' }))
      .on('POST /api/auth/token/', signIn)
      .on(accept, () => json({}, 500));
    renderApp('/login');
    await userEvent.type(await screen.findByLabelText(/New password \(/), 'long enough');
    await userEvent.type(again(), 'long enough{Enter}');
    expect(await screen.findByText('That did not work. Try again in a moment.')).toBeVisible();
    server.on(accept, () => json({}, 404));
    for (const field of [fresh(), again()]) {
      await userEvent.clear(field);
      await userEvent.type(field, next);
    }
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^This invitation does not work any more/)).toBeVisible();
    expect(server.asked('POST /api/auth/token/')).toHaveLength(asked);
  });

  it('that was taken up leads to the sign-in, and says why, when whoever took it up could not be signed in', async () => {
    server
      .on(read, () => json({ username: 'aygün', role: 'author' }))
      .on(accept, () => json({}, 201))
      .on('POST /api/auth/token/', () => json({}, 503));
    const view = renderApp('/login');
    expect(await screen.findByRole('heading', { name: 'Invitation' })).toBeVisible();
    await userEvent.type(await screen.findByLabelText(/New password \(/), 'long enough');
    await userEvent.type(again(), 'long enough{Enter}');
    const said = await screen.findByText(
      'aygün, your account is there, but signing you in did not work just now. Sign in here with the password you chose.',
    );
    expect(said).toHaveAttribute('role', 'alert');
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByLabelText('User name')).toHaveFocus();
    server.on('POST /api/auth/token/', () => json({ access: 'a', refresh: 'r' }));
    await userEvent.keyboard('aygün');
    await userEvent.type(screen.getByLabelText('Password'), 'long enough{Enter}');
    await waitFor(() => expect(view.path()).toBe('/admin'));
    expect(server.asked('POST /api/auth/token/')[1]?.json).toEqual({ username: 'aygün', password: 'long enough' });
  });

  it('that could not be loaded comes at the second try', async () => {
    server.on(read, () => json({}, 503));
    renderApp('/login');
    const retry = await screen.findByRole('button', { name: 'Load again' });
    expect(screen.getByText('Server error. Please try again later.')).toBeVisible();
    server.on(read, () => json({ username: 'aygün', role: 'author' }));
    await userEvent.click(retry);
    expect(await screen.findByText(/aygün, you have been invited/)).toBeVisible();
  });

  it('leads to the password that is too short, also where the server says so', async () => {
    server.on(read, () => json({ username: 'aygün', role: 'author' })).on(accept, () => refused({ password: ['too_short'] }));
    renderApp('/login');
    await userEvent.type(await screen.findByLabelText(/New password \(/), 'short{Enter}');
    expect(fresh()).toHaveFocus();
    expect(fresh()).toHaveAccessibleDescription('The password is too short: it needs at least 8 characters.');
    await userEvent.keyboard('long enough');
    await userEvent.type(again(), 'long enough{Enter}');
    await waitFor(() => expect(fresh()).toHaveFocus());
    expect(fresh()).toHaveAttribute('aria-invalid', 'true');
    expect(server.asked(accept)).toHaveLength(1);
  });
});
