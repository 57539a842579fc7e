import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../api/types';
import { edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, FakeServer, json } from '../test/server';

const ME = 'GET /api/users/me/';
const DRAFT = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const SECOND_STEP = { type: 'urn:problem:second-step-missing', status: 403 };

let role: Role;
let missing: boolean;

beforeEach(async () => {
  await signedInWithNothingKept();
  missing = false;
});
afterEach(() => vi.useRealTimers());

/** The desk of somebody whose role an owner changes meanwhile. */
async function deskOf(first: Role) {
  role = first;
  const server = new FakeServer()
    .on('GET /api/blog/posts/', () => json([aPost({ id: 1 })]))
    .on('GET /api/blog/posts/1/draft/', () =>
      json(aDraft({ id: 1, state: 'changed', languages: { az: DRAFT, en: DRAFT, ru: DRAFT } }), 200, { ETag: '"d1-1"' }),
    )
    .on('GET /api/blog/posts/1/approval/', () => json({ approval: null }))
    .on('GET /api/approvals/', () => json([]))
    .on('GET /api/messages/counts/', () => json({ unread: 0, new: 0, answered: 0, archived: 0, suspected: 0 }))
    .on(ME, () => json({ id: 3, username: 'x', role, second_step_missing: missing }));
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
  return server;
}

async function publishes() {
  await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
  await user.click(screen.getByRole('menuitem', { name: /^Choose languages/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }));
}

describe('a role that was changed while the desk is open', () => {
  it('is known as soon as something is refused', async () => {
    const server = await deskOf('editor');
    server.on('POST /api/blog/posts/1/publish/', () => json({}, 403));
    await edit(1);
    await screen.findByRole('link', { name: /Messages/ });
    role = 'author';
    await publishes();
    await waitFor(() => expect(screen.queryByRole('link', { name: /Messages/ })).toBeNull());
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
    expect(screen.getByRole('menuitem', { name: 'Ask for publication…' })).toBeVisible();
  });

  it('is asked for once by an answer that is refused itself', async () => {
    const server = await deskOf('editor');
    server.on('POST /api/blog/posts/1/publish/', () => json({}, 403));
    await edit(1);
    server.on(ME, () => json({}, 403));
    const before = server.asked(ME).length;
    await publishes();
    await screen.findByText(/Only editors may publish/);
    await waitFor(() => expect(server.asked(ME).length).toBe(before + 1));
  });

  it('is known to whoever comes back to the window after a while', async () => {
    await deskOf('author');
    expect(screen.queryByRole('link', { name: /Messages/ })).toBeNull();
    role = 'editor';
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('link', { name: /Messages/ })).toBeVisible();
  });
});

describe('a second step that is asked for while the desk is open', () => {
  it('is named where something was refused for it, and what is unsaved stays in the form', async () => {
    const server = await deskOf('editor');
    server.on('PUT /api/blog/posts/1/draft/', () => json(SECOND_STEP, 403));
    await edit(1);
    missing = true;
    await user.type(field('title_az'), ' 2026');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText(/This account must now sign in in two steps/)).toBeVisible();
    expect(screen.queryByText(/Only editors may publish/)).toBeNull();
    await waitFor(() => expect(server.asked(ME).length).toBeGreaterThan(1));
    expect(field('title_az').value).toBe('Başlıq 1 2026');
  });

  it('is asked for in the place of the screen when nothing is unsaved', async () => {
    const server = await deskOf('editor');
    server.on('POST /api/blog/posts/1/publish/', () => json(SECOND_STEP, 403));
    server.on('GET /api/auth/totp/', () => json({ on: false, on_since: null, recovery_codes_left: 0 }));
    await edit(1);
    missing = true;
    await publishes();
    expect(await screen.findByRole('heading', { name: 'Turn on two-step sign-in first' })).toBeVisible();
  });

  it('leaves the codes that are shown once to whoever takes them elsewhere and comes back', async () => {
    missing = true;
    role = 'editor';
    const SECRET = { secret: 'ABCD', url: 'otpauth://totp/x?secret=ABCD' };
    const server = new FakeServer()
      .on('GET /api/blog/posts/', () => json(SECOND_STEP, 403))
      .on('GET /api/auth/totp/', () => json({ on: false, on_since: null, recovery_codes_left: 0 }))
      .on('POST /api/auth/totp/', () => json(SECRET))
      .on('POST /api/auth/totp/confirmation/', () => json({ recovery_codes: ['aaaa-bbbb'] }))
      .on(ME, () => json({ id: 3, username: 'x', role, second_step_missing: missing }));
    renderApp('/admin');
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(screen.getByLabelText('Your present password'), 'x{Enter}');
    missing = false;
    await user.type(await screen.findByLabelText('Code shown by the app'), '123456{Enter}');
    expect(await screen.findByText('aaaa-bbbb')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Copied.');
    const asked = server.asked(ME).length;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(server.asked(ME).length).toBe(asked);
    expect(screen.getByText('aaaa-bbbb')).toBeVisible();
  });
});
