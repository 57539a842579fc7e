import { render, screen, waitFor } from '@testing-library/react';
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

/** As much of it as the dialog asks for: post 1, with a link already. */
const workspace = {
  subscribe: () => () => undefined,
  state: { form: { base: { id: 1, life: { shared_until: UNTIL } } } },
  act: async (work: (id: number) => Promise<unknown>) => {
    await work(1);
    return null;
  },
} as unknown as Workspace;

function Opened() {
  const [made, setMade] = useState<Shared | null>(null);
  return <ShareDialog made={made} setMade={setMade} onClose={() => undefined} />;
}

let made = 0;
beforeEach(() => {
  speak();
  storeTokens({ access: 'a', refresh: 'r' });
  setTokenSource(sessionTokens);
  made = 0;
  new FakeServer().on(SHARE, () => json({ url: `/shared/${(made += 1)}/`, expires_at: UNTIL }, 201)).on('DELETE /api/blog/posts/1/share/', () => json(null, 204));
});

async function withLink() {
  const user = userEvent.setup();
  render(
    <WorkspaceContext value={workspace}>
      <Opened />
    </WorkspaceContext>,
  );
  await user.click(screen.getByRole('button', { name: 'Make a new link' }));
  return { user, field: await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' }), copy: screen.getByRole('button', { name: 'Copy' }) };
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
});
