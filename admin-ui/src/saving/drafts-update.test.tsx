import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NEW_DRAFT } from '../test/desk';
import { FakeEvents } from '../test/events';
import { ownTimers, pauseOver } from '../test/pause';
import { edit, field, open, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

const KEEP = 'PUT /api/blog/posts/1/draft/';

beforeEach(signedInWithNothingKept);
ownTimers();

describe('Update', () => {
  const PUT = 'PUT /api/blog/posts/1/';
  const DRAFT = 'GET /api/blog/posts/1/draft/';
  const update = () => user.click(screen.getByRole('button', { name: 'Update' }));
  const updated = () => waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
  const copy = (change: object) =>
    json(aDraft({ id: 1, state: 'changed', edited_by: 'aysel', post_etag: '"1-1"', ...change }), 200, { ETag: '"d7"' });

  it('takes the words of a working copy along that somebody else began meanwhile', async () => {
    const server = (await open([aPost({ id: 1 })])).on(PUT, (request) => json(saved(request, 1)));
    await edit(1);
    server.on(DRAFT, () => copy({ title_ru: 'Айсель' }));
    await user.type(field('title_en'), ' mine');
    await update();
    await updated();
    expect(server.asked(PUT).map(({ form }) => [form['title_en'], form['title_ru']])).toEqual([['Title 1 mine', 'Айсель']]);
  });

  it('asks where that working copy says something else in the same place', async () => {
    const server = (await open([aPost({ id: 1 })])).on(PUT, (request) => json(saved(request, 1)));
    await edit(1);
    server.on(DRAFT, () => copy({ title_en: 'Theirs' }));
    await user.type(field('title_en'), ' mine');
    await update();
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    expect(server.asked(PUT)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await updated();
    expect(server.asked(PUT)[0]?.form).toMatchObject({ title_en: 'Title 1 mine' });
  });

  it('takes a picture along that somebody else gave the working copy', async () => {
    const server = (await open([aPost({ id: 1 })])).on(PUT, (request) => json(saved(request, 1)));
    await edit(1);
    server
      .on(DRAFT, () => copy({ image: '/api/blog/images/9/' }))
      .on('GET /api/blog/images/9/', () => new Response('picture', { headers: { 'Content-Type': 'image/png' } }));
    await update();
    await updated();
    expect(server.asked(PUT)[0]?.form['image']).toBeInstanceOf(File);
  });

  it('opens the comparison while the draft is in somebody’s way, and publishes nothing', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on(DRAFT, () => copy({ title_en: 'Theirs' })).on(KEEP, () => json({}, 412));
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    await screen.findByRole('button', { name: 'Compare' });
    await update();
    expect(await screen.findByRole('dialog', { name: 'This post has changed meanwhile' })).toBeVisible();
    expect(server.asked(PUT)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Update', hidden: true })).toHaveAttribute('aria-disabled', 'false');
  });

  it('of a draft that somebody else published never goes without a version, and merges first', async () => {
    const events = new FakeEvents();
    const draft = aDraft({ id: 1, ...NEW_DRAFT });
    const server = (await open([draft])).on(DRAFT, () => json(draft, 200, { ETag: '"d1"' }));
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    await screen.findByRole('heading', { name: /^New post *№ 1$/ });
    events.site({ revision: 1 });
    await user.type(field('title_en'), ' mine');
    server.on(DRAFT, () => json(aDraft({ id: 1, exists: false, title_ru: 'Айсель', post_etag: '"1-1"' }), 200, { ETag: '"r2"' }));
    server.on(PUT, (request) => (request.headers.get('If-Match') === '"1-1"' ? json(saved(request, 1)) : json({}, 428)));
    events.site({ revision: 2 });
    await user.click(await screen.findByRole('button', { name: 'Update' }));
    await updated();
    expect(server.asked(PUT).map(({ form }) => [form['title_en'], form['title_ru']])).toEqual([['Title 1 mine', 'Айсель']]);
  });

  it('is no success because the working copy says the same: what is published counts', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_en: 'Theirs' }), 200, { ETag: '"1-2"' }));
    server.on(DRAFT, () =>
      json(aDraft({ id: 1, title_en: 'Title 1 mine', state: 'changed', post_etag: '"1-2"' }), 200, { ETag: '"draft-1-1"' }),
    );
    server.on(PUT, (request) => (request.headers.get('If-Match') === '"1-2"' ? json(saved(request, 1)) : json({}, 412)));
    await update();
    await updated();
    expect(server.asked(PUT)).toHaveLength(2);
  });
});
