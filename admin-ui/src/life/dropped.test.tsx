import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

const DRAFT = '/api/blog/posts/1/draft/';

beforeEach(signedInWithNothingKept);

it('changes that somebody else has dropped first are dropped, and the post is not called deleted', async () => {
  const draft = (exists: boolean, title: string) =>
    json(aDraft({ id: 1, exists, state: exists ? 'changed' : 'published', title_en: title, post_etag: '"1-1"' }), 200, {
      ETag: `"d-${title}"`,
    });
  const server = (await open([aPost({ id: 1 })])).on(`GET ${DRAFT}`, () => draft(true, 'Changed'));
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  await edit(1);
  server.on(`GET ${DRAFT}`, () => draft(false, 'Title 1')).on(`DELETE ${DRAFT}`, () => json({}, 404));
  await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
  await user.click(screen.getByRole('menuitem', { name: 'Go back to what is on the site' }));
  await waitFor(() => expect(field('title_en')).toHaveValue('Title 1'));
  expect(server.asked(`DELETE ${DRAFT}`)).toHaveLength(1);
  expect(screen.queryByText(/^This post has been deleted/)).toBeNull();
});
