import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownTimers, pass, pauseOver } from '../test/pause';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json, type Seen } from '../test/server';

const PUT = 'PUT /api/blog/posts/1/';
const DRAFT = 'GET /api/blog/posts/1/draft/';
const KEEP = 'PUT /api/blog/posts/1/draft/';
const kept = (request: Seen) =>
  json(aDraft({ id: 1, ...(request.form as object), featured: false, trending: false, state: 'changed', post_etag: '"1-1"' }), 200, {
    ETag: '"d8"',
  });
const button = (name: string) => screen.getByRole('button', { name });
async function pressed(name: string) {
  (await screen.findByRole('button', { name })).focus();
  await user.keyboard('{Enter}');
}

beforeEach(signedInWithNothingKept);

describe('of a draft', () => {
  ownTimers();

  /** A draft that the server did not take. */
  async function unkept() {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    await screen.findByRole('button', { name: 'Try again' });
    return server.on(KEEP, kept);
  }

  it('another attempt at the draft leaves the focus at its button', async () => {
    await unkept();
    await pressed('Try again');
    expect(await screen.findByText(/^Draft saved at/)).toBeVisible();
    expect(button('Save draft')).toHaveFocus();
  });

  it('an attempt that comes by itself leaves whoever writes where they are', async () => {
    await unkept();
    expect(field('title_en')).toHaveFocus();
    await pass(15_000);
    expect(await screen.findByText(/^Draft saved at/)).toBeVisible();
    expect(field('title_en')).toHaveFocus();
  });

  it('a choice between versions leaves the focus at the draft’s button, as what led there goes', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on(DRAFT, () =>
      json(aDraft({ id: 1, state: 'changed', edited_by: 'aysel', post_etag: '"1-1"', title_en: 'Theirs' }), 200, { ETag: '"d7"' }),
    );
    server.on(KEEP, (request) => (request.headers.get('If-Match') === '"d7"' ? kept(request) : json({}, 412)));
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    await pressed('Compare');
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByText('Back to the form'));
    await waitFor(() => expect(button('Compare')).toHaveFocus());
    await user.keyboard('{Enter}');
    await pressed('Save the selection');
    expect(await screen.findByText(/^Draft saved at/)).toBeVisible();
    expect(button('Save draft')).toHaveFocus();
  });
});

it('another attempt at a save, and giving it up, leave the focus at the form’s button', async () => {
  const server = (await open([aPost({ id: 1 })])).on(PUT, () => json({}, 500));
  await edit(1);
  await user.type(field('title_en'), ' mine');
  await user.click(button('Update'));
  await screen.findByRole('button', { name: 'Try again' });
  server.hold(PUT);
  await pressed('Try again');
  await pressed('Stop waiting');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop waiting' })).toBeNull());
  expect(button('Update')).toHaveFocus();
});
