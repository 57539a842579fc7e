import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../api/types';
import { cards, edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, FakeServer, json } from '../test/server';

const RESTORE = 'POST /api/blog/trash/5/restore/';
const RESTORE_1 = 'POST /api/blog/trash/1/restore/';
const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const FIRST = aDraft({ id: 1, live: false, state: 'draft', languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } });
const OLD = {
  id: 5,
  title: 'Köhnə',
  title_az: 'Köhnə',
  title_en: '',
  title_ru: '',
  category: 'audit',
  author: 'A',
  image: null,
  deleted_by: 'aysel',
  live: true,
  deleted_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 9.5 * 24 * 3600e3).toISOString(),
};

beforeEach(signedInWithNothingKept);

/** The page of somebody, with a draft that can be deleted, a post, and one that lies in the trash. */
async function pageOf(role: Role) {
  const server = new FakeServer().on('GET /api/users/me/', () => json({ id: 3, username: 'x', role, second_step_missing: false }));
  server
    .on('GET /api/blog/posts/', () => json([FIRST, aPost({ id: 2 })]))
    .on('GET /api/blog/posts/2/', () => json(aPost({ id: 2 }), 200, { ETag: '"2-1"' }));
  server
    .on('GET /api/blog/posts/1/draft/', () => json(FIRST, 200, { ETag: '"d1"' }))
    .on('DELETE /api/blog/posts/1/draft/', () => json(null, 204));
  server.on('GET /api/blog/trash/', () => json([OLD]));
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
  await waitFor(() => expect(server.asked('GET /api/users/me/')).not.toEqual([]));
  return server;
}
const deleteDraft = async () => {
  await user.click(screen.getByRole('button', { name: 'Delete “Başlıq 1”' }));
  await screen.findByText('“Başlıq 1” is in the trash');
};
const openTrash = async () => {
  await user.click(screen.getByRole('button', { name: 'Trash' }));
  await screen.findByText('Köhnə');
};
const restore = (name = 'Restore “Köhnə”') => user.click(screen.getByRole('button', { name }));
const asked = (server: FakeServer, route: string, count = 1) => waitFor(() => expect(server.asked(route)).toHaveLength(count));
const BY_EDITOR = 'Posts stay in the trash for 30 days; until then an editor can restore them.';
const notice = () => document.querySelector('[data-notice]');

describe('an author', () => {
  it('is told where a deleted draft is, and not offered what only editors may', async () => {
    await pageOf('author');
    await deleteDraft();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    expect(within(notice() as HTMLElement).getByRole('button', { name: 'Close' })).toBeVisible();
    expect(within(notice() as HTMLElement).getByText(BY_EDITOR)).toBeVisible();
    await openTrash();
    expect(within(screen.getByRole('region', { name: 'Trash' })).getByText(BY_EDITOR)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /for good$/ })).toBeNull();
  });
});

describe('an editor', () => {
  it('is told of no other one who could restore it', async () => {
    await pageOf('editor');
    await deleteDraft();
    await openTrash();
    expect(notice()).toHaveTextContent('can be restored until then');
    expect(screen.queryByText(BY_EDITOR)).toBeNull();
  });

  it('asks for a post once, however often the button is pressed', async () => {
    const server = await pageOf('editor');
    await deleteDraft();
    const line = server.hold(RESTORE_1);
    await restore('Restore');
    await restore('Restore');
    expect(screen.getByRole('button', { name: 'Restore' })).toHaveAttribute('aria-disabled', 'true');
    expect(server.asked(RESTORE_1)).toHaveLength(1);
    await act(async () => line.answer(json(FIRST)));
    await waitFor(() => expect(notice()).toBeNull());
    expect(cards()).toEqual(['1', '2']);
  });

  it('asks for it once in the trash, and is told of its success once', async () => {
    const server = await pageOf('editor');
    await openTrash();
    const line = server.hold(RESTORE);
    await restore();
    await restore();
    server.on('GET /api/blog/trash/', () => json([]));
    await act(async () => line.answer(json(aDraft({ id: 5 }))));
    expect(await screen.findByText('“Köhnə” was restored.')).toBeVisible();
    expect(server.asked(RESTORE)).toHaveLength(1);
    expect(notice()).toBeNull();
  });

  it('learns that somebody was quicker, and sees the trash as it is', async () => {
    const server = await pageOf('editor');
    await openTrash();
    server.on(RESTORE, () => json({}, 404)).on('GET /api/blog/trash/', () => json([]));
    await restore();
    expect(await screen.findByText('This post is no longer in the trash')).toBeVisible();
    expect(await screen.findByText('The trash is empty.')).toBeVisible();
    expect(screen.queryByText(/has been deleted|did not work/)).toBeNull();
  });

  it.each([
    [
      'restore',
      RESTORE,
      'Restore “Köhnə”',
      'Only editors may restore posts from the trash. The post stays there; ask an editor to restore it.',
    ],
    [
      'delete for good',
      'DELETE /api/blog/trash/5/',
      'Delete for good: “Köhnə”',
      'Only editors may delete posts for good. The post stays in the trash.',
    ],
  ])(
    'who was an editor until a moment ago is told that they may not %s, once and with no advice to try again',
    async (_, route, name, sentence) => {
      const server = await pageOf('editor');
      await openTrash();
      server.on(route, () => json({}, 403));
      await restore(name);
      expect(await screen.findByText(sentence)).toBeVisible();
      await asked(server, 'GET /api/blog/trash/', 2);
      expect(screen.queryByText(/may publish|did not work/)).toBeNull();
      expect(screen.getByRole('button', { name })).toHaveFocus();
      // The role is back.
      server.on(RESTORE, () => json(aDraft({ id: 5 })));
      await restore();
      expect(await screen.findByText('“Köhnə” was restored.')).toBeVisible();
      expect(notice()).toBeNull();
    },
  );

  it('who has gone back to the list is told there that they may not delete for good', async () => {
    const server = await pageOf('editor');
    await openTrash();
    const line = server.hold('DELETE /api/blog/trash/5/');
    await restore('Delete for good: “Köhnə”');
    await user.click(screen.getByRole('button', { name: 'Back to the posts' }));
    await act(async () => line.answer(json({}, 403)));
    expect(await screen.findByText(/^Only editors may delete posts for good/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Posts' })).toHaveFocus();
  });

  it('may try again what failed', async () => {
    const server = await pageOf('editor');
    await openTrash();
    server.on(RESTORE, () => json({}, 503));
    await restore();
    expect(await screen.findByText('That did not work. Try again in a moment.')).toBeVisible();
    server.on(RESTORE, () => json(aDraft({ id: 5 })));
    await restore();
    expect(await screen.findByText('“Köhnə” was restored.')).toBeVisible();
    expect(notice()).toBeNull();
  });
});

describe('the answer about a post from the trash', () => {
  it('leaves alone what is said of another one that was deleted before it', async () => {
    const server = await pageOf('editor');
    await openTrash();
    const line = server.hold(RESTORE);
    await restore();
    await user.click(screen.getByRole('button', { name: 'Back to the posts' }));
    await deleteDraft();
    await act(async () => line.answer(json(aDraft({ id: 5 }))));
    await asked(server, 'GET /api/blog/posts/?state=all&fields=summary', 2);
    expect(notice()).toHaveTextContent('“Başlıq 1” is in the trash');
  });

  it.each([200, 404])('%s: touches no text that was opened before it', async (status) => {
    const server = await pageOf('editor');
    await deleteDraft();
    const line = server.hold(RESTORE_1);
    await restore('Restore');
    await edit(2);
    await user.type(field('title_en'), '!');
    await act(async () => line.answer(json(FIRST, status)));
    await asked(server, 'GET /api/blog/posts/?state=all&fields=summary', 2);
    expect(field('title_en')).toHaveValue('Title 2!');
    expect(screen.getByRole('heading', { name: /^Edit post *№ 2$/ })).toBeVisible();
  });
});
