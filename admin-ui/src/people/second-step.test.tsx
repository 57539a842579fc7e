import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const TOTP = '/api/auth/totp/';
const CONFIRM = 'POST /api/auth/totp/confirmation/';
const CODES = Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-IJKL-MN${n}${n}`);
const SECRET = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  url: 'otpauth://totp/CMS:leyla?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=CMS',
};

let server: FakeServer;
let on: boolean;
let left: number;
let missing: boolean;

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  on = false;
  left = 10;
  missing = false;
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner', second_step_missing: missing }))
    .on('GET /api/users/', () => json([]))
    .on('GET /api/users/invitations/', () => json([]))
    .on('GET /api/auth/sessions/', () => json([]))
    .on('GET /api/blog/posts/', () => (missing ? json({ type: 'urn:problem:second-step-missing' }, 403) : json([])))
    .on(`GET ${TOTP}`, () =>
      json({ on, required: missing, on_since: on ? '2026-11-01T08:00:00Z' : null, recovery_codes_left: on ? left : 0 }),
    )
    .on(`POST ${TOTP}`, () => json(SECRET, 201))
    .on(CONFIRM, () => {
      on = true;
      missing = false;
      return json({ recovery_codes: CODES });
    });
});

const begin = async () => userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));

async function toTheDevice() {
  await begin();
  await userEvent.type(screen.getByLabelText('Your present password'), 'secret{Enter}');
  return screen.findByLabelText('Code shown by the app');
}

describe('the second step of one’s own sign-in', () => {
  it('is turned on by password, device and a first code, all by keyboard', async () => {
    renderApp('/admin/account');
    await begin();
    expect(screen.getByLabelText('Your present password')).toHaveFocus();
    await userEvent.keyboard('secret{Enter}');
    const code = await screen.findByLabelText('Code shown by the app');
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
    await userEvent.keyboard('123456{Enter}');
    expect(await screen.findByText(CODES[9] ?? '')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus();
    expect(screen.getByText(/Two-step sign-in is on\. Sessions/)).toBeVisible();
    expect(server.asked(CONFIRM)[0]?.json).toEqual({ code: '123456', secret: SECRET.secret });
    await userEvent.click(screen.getByRole('button', { name: 'I have kept the codes' }));
    expect(screen.queryByText(CODES[9] ?? '')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Two-step sign-in' })).toHaveFocus();
    expect(await screen.findByText(/10 recovery codes left/)).toBeVisible();
  });

  it('says what is wrong where it was typed', async () => {
    server.on(`POST ${TOTP}`, () => json({ errors: { password: ['wrong'] } }, 400));
    renderApp('/admin/account');
    await begin();
    await userEvent.type(screen.getByLabelText('Your present password'), 'bad{Enter}');
    expect(await screen.findByText('The password is wrong.')).toBeVisible();
    server.on(`POST ${TOTP}`, () => json(SECRET, 201)).on(CONFIRM, () => json({ errors: { code: ['wrong'] } }, 400));
    await userEvent.type(screen.getByLabelText('Your present password'), 'good{Enter}');
    await userEvent.type(await screen.findByLabelText('Code shown by the app'), '000000{Enter}');
    expect(await screen.findByText(/The code is wrong/)).toBeVisible();
    server.on(CONFIRM, () => json({}, 404));
    await userEvent.type(screen.getByLabelText('Code shown by the app'), '000001{Enter}');
    expect(await screen.findByText('That took too long, or was begun again in another window. Begin again.')).toBeVisible();
  });

  it('begins again by itself, where the password goes, when the secret has run out', async () => {
    server.on(CONFIRM, () => json({}, 404));
    renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    const password = await screen.findByLabelText('Your present password');
    expect(screen.queryByRole('img', { name: 'QR code for the app' })).toBeNull();
    expect(password).toHaveFocus();
    expect(password).toHaveAccessibleDescription('That took too long, or was begun again in another window. Begin again.');
    await userEvent.keyboard('secret{Enter}');
    expect(await screen.findByRole('img', { name: 'QR code for the app' })).toBeVisible();
    expect(screen.queryByText('That took too long, or was begun again in another window. Begin again.')).toBeNull();
  });

  it('says nothing of a secret that has run out to who has cancelled and begun again', async () => {
    const held = server.hold(CONFIRM);
    renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const code = await toTheDevice();
    await act(async () => held.answer(json({}, 404)));
    expect(code).toBeVisible();
    expect(screen.queryByText('That took too long, or was begun again in another window. Begin again.')).toBeNull();
  });

  it('shows no secret to who has cancelled before it came', async () => {
    const held = server.hold(`POST ${TOTP}`);
    renderApp('/admin/account');
    await begin();
    await userEvent.type(screen.getByLabelText('Your present password'), 'secret{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Two-step sign-in' })).toHaveFocus();
    held.answer(json(SECRET, 201));
    await begin();
    expect(screen.getByLabelText('Your present password')).toHaveValue('');
    expect(screen.queryByRole('img', { name: 'QR code for the app' })).toBeNull();
  });

  it('shows the codes even if one has cancelled while it was being turned on', async () => {
    const held = server.hold(CONFIRM);
    renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    on = true;
    held.answer(json({ recovery_codes: CODES }));
    expect(await screen.findByText(CODES[0] ?? '')).toBeVisible();
  });

  it('copies the codes', async () => {
    const user = userEvent.setup();
    renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${CODES.join('\n')}\n`);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('The browser did not allow copying. The text is selected: copy it yourself.')).toBeVisible();
    expect(getSelection()?.toString()).toBe(CODES.join(''));
  });

  it('lets nobody leave the codes unasked who has not kept them', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const user = userEvent.setup();
    const view = renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    await screen.findByText(CODES[0] ?? '');
    await user.click(screen.getByRole('link', { name: 'People' }));
    expect(confirm).toHaveBeenCalledExactlyOnceWith('What is shown here only once has not been kept yet. Leave anyway?');
    expect(view.path()).toBe('/admin/account');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Copied.');
    await user.click(screen.getByRole('link', { name: 'People' }));
    await waitFor(() => expect(view.path()).toBe('/admin/people'));
    expect(confirm).toHaveBeenCalledOnce();
  });

  it('lets nobody leave unasked while the codes are on their way', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const held = server.hold(CONFIRM);
    const view = renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    await userEvent.click(screen.getByRole('link', { name: 'People' }));
    expect(confirm).toHaveBeenCalledOnce();
    expect(view.path()).toBe('/admin/account');
    await act(async () => held.answer(json({ recovery_codes: CODES })));
    expect(await screen.findByText(CODES[0] ?? '')).toBeVisible();
  });

  it('lets nobody leave unasked who has cancelled while the codes are on their way', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const held = server.hold(CONFIRM);
    const view = renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('link', { name: 'People' }));
    expect(confirm).toHaveBeenCalledOnce();
    expect(view.path()).toBe('/admin/account');
    await act(async () => held.answer(json({}, 503)));
    await userEvent.click(screen.getByRole('link', { name: 'People' }));
    await waitFor(() => expect(view.path()).toBe('/admin/people'));
    expect(confirm).toHaveBeenCalledOnce();
  });

  it.each([
    ['before the password', `POST ${TOTP}`],
    ['before the code', CONFIRM],
  ])('leads to new recovery codes when it was turned on already %s', async (_when, call) => {
    server.on(call, () => {
      on = true;
      return json({ type: 'urn:problem:second-step-on' }, 409);
    });
    renderApp('/admin/account');
    if (call === CONFIRM) await userEvent.type(await toTheDevice(), '123456{Enter}');
    else {
      await begin();
      await userEvent.type(screen.getByLabelText('Your present password'), 'secret{Enter}');
    }
    expect(
      await screen.findByText('Two-step sign-in is on already. If its recovery codes were not shown to you, get new ones now.'),
    ).toBeVisible();
    expect(await screen.findByText(/10 recovery codes left/)).toBeVisible();
    // An answer that was lost has told them to nobody.
    expect(screen.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
    expect(screen.getByLabelText('Your present password')).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Two-step sign-in' })).toHaveFocus();
  });

  it.each(['Turn off', 'New recovery codes'])('shows how it stands when it was turned off elsewhere before “%s”', async (name) => {
    on = true;
    const gone = () => {
      on = false;
      return json({}, 404);
    };
    server.on(`DELETE ${TOTP}`, gone).on('POST /api/auth/totp/recovery-codes/', gone);
    renderApp('/admin/account');
    await userEvent.click(await screen.findByRole('button', { name }));
    await userEvent.keyboard('secret');
    await userEvent.type(screen.getByLabelText(/^Code from the app, or/), '123456{Enter}');
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
    expect(screen.getByText('Two-step sign-in is off.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Two-step sign-in' })).toHaveFocus();
  });

  it.each(['Save as a file', 'I have kept the codes'])('asks nobody who has chosen “%s”', async (name) => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const view = renderApp('/admin/account');
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    await userEvent.click(await screen.findByRole('button', { name }));
    vi.mocked(HTMLAnchorElement.prototype.click).mockRestore();
    await userEvent.click(screen.getByRole('link', { name: 'People' }));
    await waitFor(() => expect(view.path()).toBe('/admin/people'));
    expect(window.confirm).not.toHaveBeenCalled();
  });

  it('is said to be off when it is, also to whoever has cancelled before the answer came', async () => {
    on = true;
    const held = server.hold(`DELETE ${TOTP}`);
    renderApp('/admin/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await userEvent.type(screen.getByLabelText('Your present password'), 'secret');
    await userEvent.type(document.querySelector('[name=code]') as HTMLElement, '123456{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    on = false;
    held.answer(json(null, 204));
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
  });

  it('is turned off by password and code', async () => {
    on = true;
    left = 2;
    const off = `DELETE ${TOTP}`;
    server.on(off, () => json({ errors: { code: ['wrong'] } }, 400));
    renderApp('/admin/account');
    expect(await screen.findByText(/running out of recovery codes/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    await userEvent.type(screen.getByLabelText('Your present password'), 'secret');
    await userEvent.type(screen.getByLabelText(/^Code from the app, or/), '000000{Enter}');
    expect(await screen.findByText(/The code is wrong/)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/^Code from the app, or/)).toHaveFocus());
    // What is typed next belongs where it was wrong.
    server.on(off, () => json({ errors: { password: ['wrong'] } }, 400));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('The password is wrong.')).toBeVisible();
    const password = screen.getByLabelText('Your present password');
    await waitFor(() => expect(password).toHaveFocus());
    await userEvent.keyboard('secret');
    expect(password).toHaveValue('secret');
    server.on(off, () => {
      on = false;
      return json(null, 204);
    });
    await userEvent.type(screen.getByLabelText(/^Code from the app, or/), '1{Enter}');
    expect(await screen.findByText('Two-step sign-in is off.')).toBeVisible();
    expect(server.asked(off)[2]?.json).toEqual({ password: 'secret', code: '0000001' });
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
  });
});

describe('fresh recovery codes', () => {
  const RENEW = 'POST /api/auth/totp/recovery-codes/';
  const FRESH = CODES.map((code) => code.replace('ABCD', 'QRST'));

  async function ask() {
    await userEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await userEvent.keyboard('secret');
    await userEvent.type(screen.getByLabelText(/^Code from the app, or/), '123456{Enter}');
  }
  beforeEach(() => {
    on = true;
    left = 2;
  });

  it('take password and code, and are shown once', async () => {
    server.on(RENEW, () => json({ errors: { code: ['wrong'] } }, 400));
    renderApp('/admin/account');
    expect(await screen.findByText(/get new ones below/)).toBeVisible();
    await ask();
    expect(await screen.findByText(/The code is wrong/)).toBeVisible();
    server.on(RENEW, () => {
      left = 10;
      return json({ recovery_codes: FRESH }, 201);
    });
    await userEvent.type(screen.getByLabelText(/^Code from the app, or/), '{Enter}');
    expect(await screen.findByText(FRESH[9] ?? '')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus();
    expect(screen.getByText(/The earlier ones no longer work/)).toBeVisible();
    expect(server.asked(RENEW)[1]?.json).toEqual({ password: 'secret', code: '123456' });
    await userEvent.click(screen.getByRole('button', { name: 'I have kept the codes' }));
    expect(screen.queryByText(FRESH[9] ?? '')).toBeNull();
    expect(await screen.findByText(/10 recovery codes left/)).toBeVisible();
  });

  it('are shown to who has cancelled before they came: the earlier ones are gone', async () => {
    const held = server.hold(RENEW);
    renderApp('/admin/account');
    await ask();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    held.answer(json({ recovery_codes: FRESH }, 201));
    expect(await screen.findByText(FRESH[0] ?? '')).toBeVisible();
  });

  it.each(['waits', 'has cancelled'])('are not left unasked on their way by who %s', async (who) => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const held = server.hold(RENEW);
    const view = renderApp('/admin/account');
    await ask();
    if (who !== 'waits') await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('link', { name: 'People' }));
    expect(confirm).toHaveBeenCalledExactlyOnceWith('What is shown here only once has not been kept yet. Leave anyway?');
    expect(view.path()).toBe('/admin/account');
    await act(async () => held.answer(json({ recovery_codes: FRESH }, 201)));
    expect(await screen.findByText(FRESH[0] ?? '')).toBeVisible();
  });

  it('are no button where the second step is off', async () => {
    on = false;
    renderApp('/admin/account');
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New recovery codes' })).toBeNull();
  });
});

describe('an account that must have it', () => {
  it('sees nothing else, and works once the codes are kept', async () => {
    missing = true;
    const view = renderApp('/admin');
    expect(await screen.findByRole('heading', { name: 'Turn on two-step sign-in first' })).toHaveFocus();
    expect(window.alert).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    await waitFor(() => expect(view.path()).toBe('/admin/account'));
    expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull();
    await userEvent.type(await toTheDevice(), '123456{Enter}');
    expect(await screen.findByText(CODES[0] ?? '')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'I have kept the codes' }));
    expect(await screen.findByRole('heading', { name: 'Password' })).toBeVisible();
  });
});
