import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ownTimers, pauseOver } from '../test/pause';
import { edit, field, open, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

const PUT = 'PUT /api/blog/posts/1/';
const DRAFT = 'GET /api/blog/posts/1/draft/';
const KEEP = 'PUT /api/blog/posts/1/draft/';

beforeEach(signedInWithNothingKept);
ownTimers();

/** Somebody else has changed the same title, and the draft waits for a choice. */
async function inTheWay() {
  const theirs = aDraft({ id: 1, state: 'changed', edited_by: 'aysel', post_etag: '"1-1"', title_en: 'Theirs' });
  const server = (await open([aPost({ id: 1 })])).on(PUT, (request) => json(saved(request, 1)));
  await edit(1);
  server.on(DRAFT, () => json(theirs, 200, { ETag: '"d7"' }));
  server.on(KEEP, (request) =>
    request.headers.get('If-Match') === '"d7"' ? json({ ...theirs, title_en: 'Title 1 mine' }, 200, { ETag: '"d8"' }) : json({}, 412),
  );
  await user.type(field('title_en'), ' mine');
  await pauseOver();
  await screen.findByRole('button', { name: 'Compare' });
  return server;
}

const update = () => user.click(screen.getByRole('button', { name: 'Update' }));
const comparison = () => screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
const keepSelection = async () => user.click(within(await comparison()).getByRole('button', { name: 'Save the selection' }));

it('a save that met the draft’s conflict publishes what is chosen', async () => {
  const server = await inTheWay();
  await update();
  await keepSelection();
  await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
  expect(server.asked(PUT).map(({ form }) => form['title_en'])).toEqual(['Title 1 mine']);
});

it('a save is forgotten with its comparison: opened again by *Compare*, it keeps a draft', async () => {
  const server = await inTheWay();
  await update();
  await user.click(within(await comparison()).getByText('Back to the form'));
  await user.click(await screen.findByRole('button', { name: 'Compare' }));
  await keepSelection();
  await screen.findByText(/^Draft saved at/);
  expect(server.asked(PUT)).toEqual([]);
});
