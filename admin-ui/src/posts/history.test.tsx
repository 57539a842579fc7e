import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Revision } from '../api/types';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

beforeEach(signedInWithNothingKept);

/** The list and the post as the staff sees them. */
async function desk() {
  const post = aDraft({ id: 1 });
  const server = await open([post]);
  return server.on('GET /api/blog/posts/1/draft/', () => json(post, 200, { ETag: '"d1"' }));
}

describe('the history', () => {
  it('compares a version with the form, and brings it back as the draft', async () => {
    const server = await desk();
    const revision = { number: 4, at: '2026-05-03T08:00:00Z', by: 'aysel', kind: 'publication', languages: ['az', 'en'] };
    server
      .on('GET /api/blog/posts/1/revisions/', () => json([revision]))
      .on('GET /api/blog/posts/1/revisions/4/', () =>
        json({ ...aPost({ id: 1, title_en: 'Old title' }), ...revision, live: ['az', 'en', 'ru'] }),
      );
    server.on('POST /api/blog/posts/1/revisions/4/restore/', () => json(aDraft({ id: 1, title_en: 'Old title' }), 200, { ETag: '"d2"' }));
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'History' }));
    const dialog = await screen.findByRole('dialog', { name: 'History of the post' });
    expect(await within(dialog).findByRole('heading', { name: 'Title (EN)' })).toBeVisible();
    expect(within(dialog).getByRole('button', { name: /Published.*AZ EN.*May 3, 2026, 12:00.*aysel/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    server.on('GET /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, title_en: 'Old title' }), 200, { ETag: '"d2"' }));
    await user.click(within(dialog).getByRole('button', { name: 'Go back to this version' }));
    await waitFor(() => expect(field('title_en')).toHaveValue('Old title'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes with its text, and is not above the next one by itself', async () => {
    const server = await open([aPost({ id: 1 })]);
    server.on('GET /api/blog/posts/1/revisions/', () => json([]));
    const update = server.hold('PUT /api/blog/posts/1/');
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await user.click(screen.getByRole('button', { name: 'History' }));
    expect(await screen.findByText('No version has been kept yet.')).toBeVisible();
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/')).toHaveLength(1));
    update.answer(json(aPost({ id: 1 }), 200, { ETag: '"1-2"' }));
    await screen.findByRole('heading', { name: 'New post' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await edit(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes back once however often that is asked for', async () => {
    const server = await desk();
    const revision = { number: 4, at: '2026-05-03T08:00:00Z', by: 'aysel', kind: 'save', languages: [] };
    server
      .on('GET /api/blog/posts/1/revisions/', () => json([revision]))
      .on('GET /api/blog/posts/1/revisions/4/', () => json({ ...aPost({ id: 1, title_en: 'Old title' }), ...revision, live: [] }));
    const back = server.hold('POST /api/blog/posts/1/revisions/4/restore/');
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'History' }));
    await user.dblClick(await screen.findByRole('button', { name: 'Go back to this version' }));
    await waitFor(() => expect(server.asked('POST /api/blog/posts/1/revisions/4/restore/').length).toBeGreaterThan(0));
    server.on('GET /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, title_en: 'Old title' }), 200, { ETag: '"d2"' }));
    back.answer(json(aDraft({ id: 1, title_en: 'Old title' }), 200, { ETag: '"d2"' }));
    await waitFor(() => expect(field('title_en')).toHaveValue('Old title'));
    expect(server.asked('POST /api/blog/posts/1/revisions/4/restore/')).toHaveLength(1);
  });
});

describe('the comparison of what was on the site', () => {
  const NO_ENGLISH = { title_en: '', excerpt_en: '', content_en: '' };
  const heading = (name: string) => within(screen.getByRole('dialog')).queryByRole('heading', { name });

  /** The history's one version, which had another Azerbaijani title and nothing in English. */
  async function compare(kind: Revision['kind']) {
    const server = await desk();
    const revision = { number: 4, at: '2026-05-03T08:00:00Z', by: 'aysel', kind, languages: ['en'] };
    server
      .on('GET /api/blog/posts/1/revisions/', () => json([revision]))
      .on('GET /api/blog/posts/1/revisions/4/', () =>
        json({ ...aPost({ id: 1, title_az: 'Köhnə', ...NO_ENGLISH }), ...revision, live: kind === 'save' ? [] : ['az', 'ru'] }),
      );
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'History' }));
    await waitFor(() => expect(heading('Title (AZ)')).toBeVisible());
  }

  it.each(['publication', 'unpublish'] as const)('leaves out the languages that going back leaves alone: %s', async (kind) => {
    await compare(kind);
    expect(heading('Title (EN)')).toBeNull();
  });

  it('shows what a draft did not have, which going back takes away', async () => {
    await compare('save');
    expect(heading('Title (EN)')).toBeVisible();
  });
});
