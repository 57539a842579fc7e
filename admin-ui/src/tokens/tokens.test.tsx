import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiToken } from '../api/types';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const SECRET = 'cms_c2VjcmV0LXNlY3JldC1zZWNyZXQ';
const LIST = 'GET /api/tokens/';
const MAKE = 'POST /api/tokens/';

function token(id: number, name: string, change: Partial<ApiToken> = {}): ApiToken {
  return {
    id,
    name,
    role: 'author',
    created_at: '2026-11-01T08:00:00Z',
    created_by: 'leyla',
    expires_at: null,
    expired: false,
    used_at: null,
    used_from: '',
    ...change,
  };
}

let server: FakeServer;
let tokens: ApiToken[];

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  tokens = [
    token(1, 'Import', { used_at: '2026-11-02T08:00:00Z', used_from: '192.0.2.7' }),
    token(2, 'Old', { created_by: '', expires_at: '2026-11-03T08:00:00Z', expired: true }),
  ];
  server = new FakeServer().on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' })).on(LIST, () => json(tokens));
});

async function ask(name: string) {
  await userEvent.type(await screen.findByLabelText('What it is for'), name);
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
}

describe('tokens for scripts', () => {
  it('say when they were used last and when they end', async () => {
    renderApp('/admin/tokens');
    expect(await screen.findByText(/^Last used November 2, 2026, 12:00, 192.0.2.7 · created by leyla/)).toBeVisible();
    expect(screen.getByText(/^Author · expired November 3, 2026/)).toBeVisible();
    expect(screen.getByText(/created on the command line/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'API tokens' })).toHaveAttribute('aria-current', 'page');
  });

  it('show their secret once', async () => {
    server.on(MAKE, () => {
      tokens = [...tokens, token(3, 'Night')];
      return json({ ...token(3, 'Night'), secret: SECRET }, 201);
    });
    const view = renderApp('/admin/tokens');
    await ask(' Night ');
    const secret = await screen.findByLabelText('The token itself');
    expect(secret).toHaveValue(SECRET);
    await waitFor(() => expect(secret).toHaveFocus());
    expect(server.asked(MAKE)[0]?.json).toEqual({ name: 'Night', role: 'author', days: 90 });
    expect(await screen.findByText('Night')).toBeVisible();
    view.unmount();
    renderApp('/admin/tokens');
    await screen.findByText('Night');
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('are in the list, as what nobody has the secret of, where the answer was lost', async () => {
    const held = server.hold(MAKE);
    renderApp('/admin/tokens');
    await ask('Night');
    tokens = [...tokens, token(3, 'Night')];
    held.lose();
    expect(await screen.findByText(/^Whether the token was created is not known/)).toBeVisible();
    expect(await screen.findByText('Night')).toBeVisible();
    server.on(MAKE, () => json({}, 400));
    tokens = tokens.slice(1);
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('There is a token of this name already.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Import')).toBeNull());
  });

  it.each([403, 429, 507])('are not said to be there perhaps after an answer %d', async (status) => {
    server.on(MAKE, () => json({}, status));
    renderApp('/admin/tokens');
    await ask('Night');
    await waitFor(() => expect(server.asked(LIST)).toHaveLength(2));
    expect(screen.queryByText(/^Whether the token/)).toBeNull();
  });

  it('say whether the secret that is shown was copied, and not of the one before', async () => {
    const asked: { words: string; refuse: () => void; allow: () => void }[] = [];
    const writeText = (words: string) =>
      new Promise<void>((allow, reject) => asked.push({ words, allow, refuse: () => reject(new Error('no')) }));
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    let made = 2;
    server.on(MAKE, () => json({ ...token((made += 1), `T${made}`), secret: `${SECRET}${made}` }, 201));
    renderApp('/admin/tokens');
    await ask('T3');
    await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
    await ask('T4');
    await waitFor(() => expect(screen.getByLabelText('The token itself')).toHaveValue(`${SECRET}4`));
    await act(async () => asked[0]?.allow());
    expect(screen.queryByText('Copied.')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(asked[1]?.words).toBe(`${SECRET}4`);
    const field = screen.getByLabelText<HTMLInputElement>('The token itself');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    await act(async () => asked[1]?.refuse());
    expect(await screen.findByText('The browser did not allow copying. The text is selected: copy it yourself.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await act(async () => asked[2]?.allow());
    expect(await screen.findByText('Copied.')).toBeVisible();
  });

  describe('that are not copied yet', () => {
    const QUESTION = 'What is shown here only once has not been kept yet. Leave anyway?';
    beforeEach(() => {
      let made = 2;
      server.on(MAKE, () => json({ ...token((made += 1), `T${made}`), secret: `${SECRET}${made}` }, 201));
    });

    it('are not left unasked, nor given up for another one', async () => {
      const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
      const view = renderApp('/admin/tokens');
      await ask('T3');
      const secret = await screen.findByLabelText('The token itself');
      await userEvent.click(screen.getByRole('link', { name: 'My account' }));
      expect(confirm).toHaveBeenCalledExactlyOnceWith(QUESTION);
      await ask('T4');
      expect(confirm).toHaveBeenCalledTimes(2);
      expect(server.asked(MAKE)).toHaveLength(1);
      expect(secret).toHaveValue(`${SECRET}3`);
      expect(screen.getByLabelText<HTMLInputElement>('What it is for').value).toMatch(/T4$/);
      expect(view.path()).toBe('/admin/tokens');
    });

    it('are theirs to leave who has copied them, also without the button', async () => {
      const view = renderApp('/admin/tokens');
      await ask('T3');
      fireEvent.copy(await screen.findByLabelText('The token itself'));
      await ask('T4');
      await waitFor(() => expect(screen.getByLabelText('The token itself')).toHaveValue(`${SECRET}4`));
      expect(window.confirm).not.toHaveBeenCalled();
      vi.mocked(window.confirm).mockReturnValue(true);
      await userEvent.click(screen.getByRole('link', { name: 'My account' }));
      expect(window.confirm).toHaveBeenCalledExactlyOnceWith(QUESTION);
      await screen.findByRole('heading', { name: 'Password' });
      await userEvent.click(screen.getByRole('link', { name: 'API tokens' }));
      await waitFor(() => expect(view.path()).toBe('/admin/tokens'));
      expect(window.confirm).toHaveBeenCalledOnce();
    });

    it('are waited for, unless one says otherwise', async () => {
      const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
      const held = server.hold(MAKE);
      const view = renderApp('/admin/tokens');
      await ask('Night');
      await userEvent.click(screen.getByRole('link', { name: 'My account' }));
      expect(confirm).toHaveBeenCalledExactlyOnceWith(QUESTION);
      expect(view.path()).toBe('/admin/tokens');
      await act(async () => held.answer(json({ ...token(3, 'Night'), secret: SECRET }, 201)));
      expect(await screen.findByLabelText('The token itself')).toHaveValue(SECRET);
    });

    it('keep nobody who has revoked them', async () => {
      server.on(MAKE, () => {
        tokens = [...tokens, token(3, 'Night')];
        return json({ ...token(3, 'Night'), secret: SECRET }, 201);
      });
      server.on('DELETE /api/tokens/3/', () => json(null, 204));
      const view = renderApp('/admin/tokens');
      await ask('Night');
      await userEvent.click(await screen.findByRole('button', { name: 'Night: revoke' }));
      await screen.findByText('Night: token revoked.');
      vi.mocked(window.confirm).mockClear();
      await userEvent.click(screen.getByRole('link', { name: 'My account' }));
      await waitFor(() => expect(view.path()).toBe('/admin/account'));
      expect(window.confirm).not.toHaveBeenCalled();
    });
  });

  it('are not made twice by two presses, nor under a name that is taken', async () => {
    const held = server.hold(MAKE);
    renderApp('/admin/tokens');
    await ask('Import');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(server.asked(MAKE)).toHaveLength(1);
    held.answer(json({ errors: { name: ['taken'] } }, 400));
    expect(await screen.findByText('There is a token of this name already.')).toBeVisible();
  });

  it('are revoked when that is meant', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    server.on('DELETE /api/tokens/1/', () => {
      tokens = tokens.slice(1);
      return json(null, 204);
    });
    renderApp('/admin/tokens');
    const button = await screen.findByRole('button', { name: 'Import: revoke' });
    await userEvent.click(button);
    expect(server.asked('DELETE /api/tokens/1/')).toHaveLength(0);
    await userEvent.click(button);
    expect(await screen.findByText('Import: token revoked.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import: revoke' })).toBeNull();
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('heading', { name: 'API tokens' })).toHaveFocus();
  });

  it('are not offered to be copied any more once they are revoked', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    server.on(MAKE, () => {
      tokens = [...tokens, token(3, 'Night')];
      return json({ ...token(3, 'Night'), secret: SECRET }, 201);
    });
    server.on('DELETE /api/tokens/1/', () => json(null, 204)).on('DELETE /api/tokens/3/', () => json(null, 204));
    renderApp('/admin/tokens');
    await ask('Night');
    await userEvent.click(await screen.findByRole('button', { name: 'Import: revoke' }));
    expect(await screen.findByText('Import: token revoked.')).toBeVisible();
    expect(screen.getByLabelText('The token itself')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Night: revoke' }));
    expect(await screen.findByText('Night: token revoked.')).toBeVisible();
    expect(screen.queryByLabelText('The token itself')).toBeNull();
  });

  it('that somebody else has revoked are gone from the list, and that is said', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    server.on('DELETE /api/tokens/1/', () => {
      tokens = tokens.slice(1);
      return json({}, 404);
    });
    renderApp('/admin/tokens');
    await userEvent.click(await screen.findByRole('button', { name: 'Import: revoke' }));
    await waitFor(() => expect(screen.queryByText('Import')).toBeNull());
    expect(screen.getByText('This is not there any more.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API tokens' })).toHaveFocus());
  });

  it('take the focus from nobody who went on before one was revoked', async () => {
    const held = server.hold('DELETE /api/tokens/1/');
    renderApp('/admin/tokens');
    await userEvent.click(await screen.findByRole('button', { name: 'Import: revoke' }));
    const name = screen.getByLabelText('What it is for');
    await userEvent.type(name, 'Ni');
    tokens = tokens.slice(1);
    await act(async () => held.answer(json(null, 204)));
    expect(await screen.findByText('Import: token revoked.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Import')).toBeNull());
    await userEvent.keyboard('ght');
    expect(name).toHaveValue('Night');
  });

  it('are for owners', async () => {
    server.on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'editor' })).on(LIST, () => json({}, 403));
    renderApp('/admin/tokens');
    expect(await screen.findByText(/owner/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'API tokens' })).toBeNull();
  });
});
