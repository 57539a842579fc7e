import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownTimers, pass, pauseOver } from '../test/pause';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const KEEP = 'PUT /api/blog/posts/7/draft/';
const KEEP_1 = 'PUT /api/blog/posts/1/draft/';
const UPDATE = 'PUT /api/blog/posts/1/';
const PUBLISH = 'POST /api/blog/posts/7/publish/';
const SHARE = 'POST /api/blog/posts/7/share/';
const SHARE_1 = 'POST /api/blog/posts/1/share/';
const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const NEW = { id: 7, state: 'draft', live: false, languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;

beforeEach(signedInWithNothingKept);
ownTimers();

const texts = ({ form }: Seen) => Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
const kept = (request: Seen, version: number, change = {}) =>
  json(aDraft({ ...texts(request), featured: false, trending: false, ...change }), 200, { ETag: `"d${version}"` });
const asked = (server: FakeServer, route: string, count = 1) => waitFor(() => expect(server.asked(route)).toHaveLength(count));
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const told = (sentence: string) => waitFor(() => expect(window.alert).toHaveBeenLastCalledWith(sentence));
const link = () => json({ url: '/shared/abc/', expires_at: '2026-12-08T05:00:00Z' }, 201);

async function askForLink() {
  await press('More ways to publish');
  await user.click(screen.getByRole('menuitem', { name: 'Link for approval…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Link for approval' });
  await user.click(within(dialog).getByRole('button', { name: 'Make a link' }));
  return dialog;
}

describe('a new text whose creation is on its way', () => {
  async function creating() {
    const server = (await open([aPost({ id: 1 })]))
      .on(BEGIN, (request) => kept(request, 1, NEW))
      .on(KEEP, (request) => kept(request, 2, NEW))
      .on(SHARE, link);
    const line = server.hold(POST);
    await fill();
    await press('Create');
    await asked(server, POST);
    return { server, line };
  }

  it('makes no draft beside its post: the button waits', async () => {
    const { server, line } = await creating();
    expect(screen.getByRole('button', { name: 'Save draft' })).toHaveAttribute('aria-disabled', 'true');
    await press('Save draft');
    await act(async () => line.answer(json(saved(server.asked(POST)[0] as Seen, 9), 201)));
    await told('Bloq yazısı uğurla yaradıldı!');
    expect(screen.getByRole('button', { name: 'Save draft' })).toHaveAttribute('aria-disabled', 'false');
    await pass(300);
    expect(server.asked(BEGIN)).toEqual([]);
  });

  it('is no draft for a link either, and the page says what became of the text', async () => {
    const { server, line } = await creating();
    await askForLink();
    await act(async () => line.answer(json(saved(server.asked(POST)[0] as Seen, 9), 201)));
    expect(await screen.findByText(/^The text is no longer in the form/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.asked(BEGIN)).toEqual([]);
    expect(server.seen.filter(({ path }) => path.endsWith('/share/'))).toEqual([]);
  });

  it('becomes the draft that a link needs when it is refused', async () => {
    const { server, line } = await creating();
    await askForLink();
    await act(async () => line.answer(json({}, 403)));
    await asked(server, SHARE);
    expect(server.asked(BEGIN)).toHaveLength(1);
  });

  it('leaves another post alone that was opened before the answer', async () => {
    const { server, line } = await creating();
    const dialog = await askForLink();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await act(async () => line.answer(json(saved(server.asked(POST)[0] as Seen, 9), 201)));
    await pass(300);
    expect(field('title_en')).toHaveValue('Title 1 mine');
    expect(server.asked(BEGIN)).toEqual([]);
    expect(server.seen.filter(({ path }) => path.endsWith('/share/'))).toEqual([]);
  });
});

describe('Save draft that waits for a draft, and Create after it', () => {
  async function both() {
    const server = (await open([aPost({ id: 1 })]))
      .on(KEEP, (request) => kept(request, 2, NEW))
      .on(PUBLISH, () => json(aPost({ id: 7 }), 200, { ETag: '"7-1"' }));
    const line = server.hold(BEGIN);
    await fill();
    await pauseOver();
    await asked(server, BEGIN);
    await press('Save draft');
    await press('Create');
    return { server, answer: () => act(async () => line.answer(kept(server.asked(BEGIN)[0] as Seen, 1, NEW))) };
  }

  it('send the text once', async () => {
    const { server, answer } = await both();
    await answer();
    await told('Bloq yazısı uğurla yaradıldı!');
    await pass(300);
    expect(server.asked(KEEP)).toHaveLength(1);
    expect(server.asked(BEGIN)).toHaveLength(1);
    expect(server.asked(POST)).toEqual([]);
  });

  it('do so as well when another post was opened meanwhile', async () => {
    const { server, answer } = await both();
    await edit(1);
    await answer();
    await asked(server, PUBLISH);
    await pass(300);
    expect(server.asked(KEEP)).toHaveLength(1);
    expect(server.asked(BEGIN)).toHaveLength(1);
    expect(field('title_en')).toHaveValue('Title 1');
  });
});

describe('what is written while an update is on its way', () => {
  it('is the draft that a link shows, once the update is over', async () => {
    const server = (await open([aPost({ id: 1 })]))
      .on(KEEP_1, (request) => kept(request, 2, { id: 1, state: 'changed', post_etag: '"1-2"' }))
      .on(SHARE_1, link);
    const line = server.hold(UPDATE);
    await edit(1);
    await press('Update');
    await asked(server, UPDATE);
    await user.type(field('title_en'), ' more');
    await askForLink();
    expect(server.asked(KEEP_1)).toEqual([]);
    await act(async () => line.answer(json(saved(server.asked(UPDATE)[0] as Seen, 1), 200, { ETag: '"1-2"' })));
    await asked(server, SHARE_1);
    expect(server.asked(KEEP_1).map(({ form }) => form['title_en'])).toEqual(['Title 1 more']);
  });
});

describe('a way back that waits for a draft, with an update that ends in somebody’s way before it', () => {
  const COPY = { id: 1, state: 'changed', exists: true, post_etag: '"1-1"' } as const;
  const DRAFT_1 = 'GET /api/blog/posts/1/draft/';
  const theirs = () => json(aDraft({ ...COPY, title_en: 'Theirs', post_etag: '"1-9"' }), 200, { ETag: '"d9"' });

  async function both() {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    server.on(DRAFT_1, () => json(aDraft(COPY), 200, { ETag: '"d1"' }));
    const line = server.hold(KEEP_1);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    await asked(server, KEEP_1);
    await user.type(field('title_en'), ' more');
    await press('More ways to publish');
    await user.click(screen.getByRole('menuitem', { name: 'Go back to what is on the site' }));
    await press('Update');
    const answer = () =>
      act(async () => {
        server.on(DRAFT_1, theirs);
        line.answer(kept(server.asked(KEEP_1)[0] as Seen, 2, COPY));
      });
    return { server, answer };
  }

  it('is not done because of that', async () => {
    const { server, answer } = await both();
    await answer();
    await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    expect(await screen.findByText('Somebody else changed the same place meanwhile. Choose a version first.')).toBeInTheDocument();
    expect(screen.queryByText(/^An image in the text/)).toBeNull();
    expect(server.asked('DELETE /api/blog/posts/1/draft/')).toEqual([]);
  });

  it('tells nothing of that about another post that was opened before', async () => {
    const { answer } = await both();
    await edit(2);
    await answer();
    await waitFor(() => expect(document.querySelector('[data-left-save=conflict]')).not.toBeNull());
    await pass(300);
    expect(screen.queryByText(/^Somebody else changed|^An image in the text/)).toBeNull();
    expect(field('title_en')).toHaveValue('Title 2');
  });
});
