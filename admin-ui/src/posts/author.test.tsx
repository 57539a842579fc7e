import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../api/types';
import { ALERTS } from '../i18n/fixed';
import { edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, FakeServer, json } from '../test/server';

const PUBLISHED = {
  state: 'published',
  stale: false,
  published_at: '2026-05-03T08:00:00Z',
  scheduled_at: null,
  scheduled_action: null,
} as const;
const PLANNED = { ...PUBLISHED, scheduled_at: '2026-12-03T08:00:00Z', scheduled_action: 'unpublish' } as const;
const DRAFT = { ...PUBLISHED, state: 'draft', published_at: null } as const;
const SAVE = 'PUT /api/blog/posts/1/draft/';

beforeEach(signedInWithNothingKept);

/** The desk of somebody, with a post that is on the site and one that is not yet. */
async function deskOf(role: Role) {
  const posts = [aPost({ id: 1 }), { ...aPost({ id: 2 }), live: false, state: 'draft' }];
  const first = { id: 1, state: 'changed', redirect_to: null, languages: { az: PLANNED, en: PUBLISHED, ru: PUBLISHED } } as const;
  const server = new FakeServer()
    .on('GET /api/blog/posts/', () => json(posts))
    .on('GET /api/blog/posts/1/draft/', () => json(aDraft(first), 200, { ETag: '"d1-1"' }))
    .on('GET /api/blog/posts/2/draft/', () =>
      json(aDraft({ id: 2, state: 'draft', live: false, languages: { az: DRAFT, en: DRAFT, ru: DRAFT } }), 200, { ETag: '"d2-1"' }),
    )
    .on(SAVE, () => json(aDraft({ ...first, title_az: 'Başlıq 1 2026' }), 200, { ETag: '"d1-2"' }))
    .on('GET /api/approvals/', () => json([]))
    .on('GET /api/approvals/returned/', () => json([]))
    .on('GET /api/users/me/', () => json({ id: 3, username: 'x', role, second_step_missing: false }));
  for (const id of [1, 2]) server.on(`GET /api/blog/posts/${id}/approval/`, () => json({ approval: null }));
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
  return server;
}
const menu = async () => {
  await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
  return screen.getAllByRole('menuitem').map((item) => item.textContent);
};

describe('an author', () => {
  it('has a button that does what an author can do, and a sentence that says so', async () => {
    const server = await deskOf('author');
    await edit(1);
    const button = await screen.findByRole('button', { name: 'Ask for publication…' });
    expect(button).toHaveAccessibleDescription(/^Editors publish: the button asks them to, and the text stays a draft until then\.$/);
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    await user.type(field('title_az'), ' 2026');
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Ask for publication' })).toBeVisible();
    await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1));
  });

  it('keeps the draft by Ctrl+S', async () => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    const server = await deskOf('author');
    await edit(1);
    await screen.findByRole('button', { name: 'Ask for publication…' });
    await user.type(field('title_az'), ' 2026');
    fireEvent.keyDown(field('title_az'), { key: 's', code: 'KeyS', ctrlKey: true });
    await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1));
    expect(server.seen.filter(({ method, path }) => method !== 'GET' && `${method} ${path}` !== SAVE)).toEqual([]);
    expect(alert).not.toHaveBeenCalled();
  });

  it('is offered nothing that only editors may do', async () => {
    await deskOf('author');
    await edit(1);
    await screen.findByRole('button', { name: 'Ask for publication…' });
    expect(await menu()).toEqual(['Ask for publication…', 'Link for approval…', 'Go back to what is on the site']);
    expect(screen.queryByRole('button', { name: 'Delete “Başlıq 1”' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete “Başlıq 2”' })).toBeVisible();
  });
});

describe('an editor', () => {
  it('has the buttons as specified, and all of the menu', async () => {
    await deskOf('editor');
    await edit(1);
    await screen.findByRole('link', { name: /Messages/ });
    expect(screen.getByRole('button', { name: 'Update' })).toHaveAccessibleDescription(/Azerbaijani/);
    expect(await menu()).toEqual([
      'Choose languages and time…',
      'Cancel the schedule',
      'Link for approval…',
      'Go back to what is on the site',
      'Take off the site…',
    ]);
    expect(screen.getByRole('button', { name: 'Delete “Başlıq 1”' })).toBeVisible();
  });

  it('who has become an author meanwhile is told why nothing was deleted', async () => {
    const server = await deskOf('editor');
    await screen.findByRole('link', { name: /Messages/ });
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    server
      .on('DELETE /api/blog/posts/1/', () => json({}, 403))
      .on('GET /api/users/me/', () => json({ id: 3, username: 'x', role: 'author', second_step_missing: false }));
    await user.click(screen.getByRole('button', { name: 'Delete “Başlıq 1”' }));
    expect(await screen.findByText(/^Only editors may delete a post that is on the site/)).toBeVisible();
    expect(alert).toHaveBeenCalledWith(ALERTS.deleteFailed);
    await waitFor(() =>
      expect(
        within(document.querySelector<HTMLElement>('[data-post-id="1"]') ?? document.body).queryByRole('button', { name: /^Delete/ }),
      ).toBeNull(),
    );
  });
});
