import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import { sessionTokens } from '../auth/refresh';
import { storeTokens } from '../auth/session';
import type { Workspace } from '../saving/workspace';
import { WorkspaceContext } from '../saving/workspace-context';
import { FakeServer, json } from '../test/server';
import { speak } from '../test/texts';
import { ShareDialog, type Shared } from './share-dialog';

const SHARE = 'POST /api/blog/posts/1/share/';
const UNTIL = '2026-12-08T05:00:00Z';

const rereads = vi.fn(() => Promise.resolve());
let told: () => void = () => undefined;
const withUntil = (until: string | null) => ({ form: { base: { id: 1, life: { shared_until: until } } } });

/** As much of it as the dialog asks for: post 1, with a link already. */
const workspace = {
  subscribe: (listener: () => void) => {
    told = listener;
    return () => undefined;
  },
  state: withUntil(UNTIL),
  reread: rereads,
  act: async (work: (id: number) => Promise<unknown>) => {
    await work(1);
    return null;
  },
} as unknown as Omit<Workspace, 'state'> & { state: ReturnType<typeof withUntil> };

function Opened() {
  const [made, setMade] = useState<Shared | null>(null);
  return <ShareDialog made={made} setMade={setMade} onClose={() => undefined} />;
}

let made = 0;
let server: FakeServer;
beforeEach(() => {
  speak();
  storeTokens({ access: 'a', refresh: 'r' });
  setTokenSource(sessionTokens);
  made = 0;
  workspace.state = withUntil(UNTIL);
  server = new FakeServer()
    .on(SHARE, () => json({ url: `/shared/${(made += 1)}/`, expires_at: UNTIL }, 201))
    .on('DELETE /api/blog/posts/1/share/', () => json(null, 204));
});

async function withLink() {
  const user = userEvent.setup();
  render(
    <WorkspaceContext value={workspace as unknown as Workspace}>
      <Opened />
    </WorkspaceContext>,
  );
  await user.click(screen.getByRole('button', { name: 'Make a new link' }));
  return {
    user,
    field: await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' }),
    copy: screen.getByRole('button', { name: 'Copy' }),
  };
}

/** Whether the browser would ask before the page goes. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe('the link for approval', () => {
  it.each(['Copy', 'the keyboard'])('is asked about before the page goes, until it is copied by %s', async (by) => {
    expect(asksBeforeLeaving()).toBe(false);
    const { user, field, copy } = await withLink();
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    if (by === 'Copy') await user.click(copy);
    else {
      await user.click(field);
      await user.copy();
    }
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Make a new link' }));
    await waitFor(() => expect(field).toHaveValue(`${location.origin}/shared/2/`));
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Revoke the link' }));
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });

  it('is on the clipboard when that is said', async () => {
    const { user, copy } = await withLink();
    await user.click(copy);
    expect(await screen.findByText('The link was copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/shared/1/`);
  });

  it.each([
    ['there is no clipboard', undefined],
    ['the browser refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ])('is selected to be copied by hand where %s', async (_why, clipboard) => {
    const { user, field, copy } = await withLink();
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard);
    await user.click(copy);
    expect(await screen.findByText(/^The browser did not allow copying/)).toBeVisible();
    expect(screen.queryByText('The link was copied.')).toBeNull();
    expect(field).toHaveFocus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  });

  it('is not called copied when it is another one, or none, by then', async () => {
    const { user, field, copy } = await withLink();
    const answers: (() => void)[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    await user.click(copy);
    await user.click(screen.getByRole('button', { name: 'Make a new link' }));
    await waitFor(() => expect(field).toHaveValue(`${location.origin}/shared/2/`));
    await user.click(copy);
    await user.click(screen.getByRole('button', { name: 'Revoke the link' }));
    for (const answer of answers) answer();
    expect(await screen.findByText('The link no longer works.')).toBeVisible();
    expect(screen.queryByText('The link was copied.')).toBeNull();
  });

  describe('that somebody else has revoked', () => {
    const revokedElsewhere = () => server.on('GET /shared/1/', () => new Response('none', { status: 404 }));
    const isGone = async () => {
      expect(await screen.findByText('The link that was shown here no longer works.')).toBeVisible();
      expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull();
      await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    };

    it('goes when another one was made in its place, and the focus stays', async () => {
      const { copy } = await withLink();
      copy.focus();
      revokedElsewhere();
      workspace.state = withUntil('2026-12-09T05:00:00Z');
      act(() => told());
      await isGone();
      expect(screen.getByText(/^Another link works until December 9/)).toBeVisible();
      await waitFor(() => expect(screen.getByRole('button', { name: 'Make a new link' })).toHaveFocus());
    });

    it('goes when one comes back to the window', async () => {
      await withLink();
      revokedElsewhere();
      rereads.mockClear();
      act(() => void window.dispatchEvent(new Event('focus')));
      await isGone();
      expect(rereads).toHaveBeenCalledOnce();
    });

    it('is looked for anew when the dialog opens', async () => {
      rereads.mockClear();
      await withLink();
      expect(rereads).toHaveBeenCalled();
    });

    it.each([
      ['a server that cannot say', () => server.on('GET /shared/1/', () => new Response('busy', { status: 503 }))],
      ['no connection', () => (server.offline = true)],
    ])('is not guessed of %s', async (_, change) => {
      const { field } = await withLink();
      change();
      act(() => void window.dispatchEvent(new Event('focus')));
      if (!server.offline) await waitFor(() => expect(server.asked('GET /shared/1/')).toHaveLength(1));
      await act(async () => undefined);
      expect(field).toHaveValue(`${location.origin}/shared/1/`);
      expect(asksBeforeLeaving()).toBe(true);
    });

    it('is not said of one that was made since', async () => {
      const { user, field } = await withLink();
      const held = server.hold('GET /shared/1/');
      act(() => void window.dispatchEvent(new Event('focus')));
      await user.click(screen.getByRole('button', { name: 'Make a new link' }));
      await waitFor(() => expect(field).toHaveValue(`${location.origin}/shared/2/`));
      await act(async () => held.answer(new Response('none', { status: 404 })));
      expect(field).toHaveValue(`${location.origin}/shared/2/`);
      expect(screen.queryByText(/no longer works/)).toBeNull();
    });
  });
});
