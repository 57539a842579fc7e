import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ALERTS } from '../i18n/fixed';
import { cards, open, signedInWithNothingKept, user } from '../test/posts-page';
import { UNSEEN } from '../test/desk';
import { aDraft, aPost, json } from '../test/server';

const READ = 'GET /api/blog/posts/1/draft/';
const DRAFT = aDraft({ id: 1, live: false, state: 'draft', languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } });

beforeEach(signedInWithNothingKept);

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const remove = () => user.click(screen.getByRole('button', { name: 'Delete “Başlıq 1”' }));

it.each([
  ['a draft', DRAFT, 'DELETE /api/blog/posts/1/draft/'],
  ['a post on the site', aPost({ id: 1 }), 'DELETE /api/blog/posts/1/'],
])('%s that went into the trash is said to be there, although no answer says so', async (_, post, route) => {
  const server = await open([post]);
  server
    .on(READ, () => json(aDraft(post), 200, { ETag: '"d1"' }))
    .on(route, () => {
      server.on(READ, () => json({ ...DRAFT, state: 'trash' }, 200, { ETag: '"d2"' }));
      return lost();
    });
  await remove();
  expect(await screen.findByText('“Başlıq 1” is in the trash')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible();
  expect(window.alert).toHaveBeenCalledExactlyOnceWith(ALERTS.deleted);
  expect(cards()).toEqual([]);
});

it.each([
  ['is still there', () => json(DRAFT, 200, { ETag: '"d1"' })],
  ['cannot be asked after', lost],
])('one that %s is not said to be deleted, nor changed by somebody', async (_, read) => {
  const server = (await open([DRAFT])).on(READ, () => json(DRAFT, 200, { ETag: '"d1"' }));
  server.on('DELETE /api/blog/posts/1/draft/', () => {
    server.on(READ, read);
    return lost();
  });
  await remove();
  await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith(ALERTS.deleteFailed));
  expect(cards()).toEqual(['1']);
  expect(screen.queryByText(/changed meanwhile|was changed/)).toBeNull();
});
