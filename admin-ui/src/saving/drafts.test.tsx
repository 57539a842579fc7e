import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '../auth/session';
import { readEntries } from '../journal/store';
import { NEW_DRAFT } from '../test/desk';
import { ownTimers, pauseOver } from '../test/pause';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const KEEP = 'PUT /api/blog/posts/1/draft/';

beforeEach(signedInWithNothingKept);
ownTimers();

const texts = ({ form }: Seen) => Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
const kept = (request: Seen, version: number, change = {}) =>
  json(aDraft({ id: 1, ...texts(request), featured: false, trending: false, state: 'changed', post_etag: '"1-1"', ...change }), 200, {
    ETag: `"d${version}"`,
  });
async function savedLine() {
  await pauseOver();
  return screen.findByText(/^Draft saved at \d\d:\d\d$/);
}
async function asked(server: FakeServer, route: string, count = 1) {
  await pauseOver();
  await waitFor(() => expect(server.asked(route)).toHaveLength(count));
}

describe('a pause in typing', () => {
  it('keeps the changes of a post as its draft, with the version, and says when; nothing is published', async () => {
    const server = (await open([aPost({ id: 1 })])).on(KEEP, (request) => kept(request, 2));
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await savedLine();
    const [sent] = server.asked(KEEP);
    expect(sent?.form).toMatchObject({ title_en: 'Title 1 mine', automatic: 'true' });
    expect(sent?.headers.get('If-Match')).toBe('"draft-1-1"');
    expect(server.asked('PUT /api/blog/posts/1/')).toEqual([]);
    await waitFor(async () => expect(await readEntries()).toEqual([]));
    expect(window.alert).not.toHaveBeenCalled();
  });

  it('makes a new text a draft, which stays a new post until it is published', async () => {
    const server = (await open([])).on(BEGIN, (request) => kept(request, 1, NEW_DRAFT));
    await fill();
    await savedLine();
    expect(server.asked(BEGIN)[0]?.headers.get('Idempotency-Key')).toMatch(/^draft-/);
    expect(screen.getByRole('heading', { name: /^New post *№ 1$/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create' })).toBeVisible();
  });

  it('is nothing to keep in an empty form, or in one that holds what the server has', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_en'), 'x{Backspace}');
    await pauseOver();
    expect(server.asked(KEEP)).toEqual([]);
  });

  it('sends one draft at a time, and the words of meanwhile after it', async () => {
    const server = await open([aPost({ id: 1 })]);
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' one');
    await asked(server, KEEP);
    await user.type(field('title_en'), ' two');
    await pauseOver();
    expect(server.asked(KEEP)).toHaveLength(1);
    line.answer(kept(server.asked(KEEP)[0] as Seen, 2));
    await asked(server, KEEP, 2);
    expect(server.asked(KEEP)[1]?.form).toMatchObject({ title_en: 'Title 1 one two' });
    expect(server.asked(KEEP)[1]?.headers.get('If-Match')).toBe('"d2"');
  });

  it('leaves the words in this browser when the server does not answer, and keeps them when it does', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.offline = true;
    await user.type(field('title_en'), ' offline');
    expect(await screen.findByText('Not saved. The text is kept in this browser')).toBeVisible();
    await pauseOver();
    const refused = await screen.findByText(/^The draft is not saved on the server\./);
    expect(refused).toHaveTextContent('The text is kept in this browser.');
    server.offline = false;
    server.on(KEEP, (request) => kept(request, 2));
    await user.type(field('title_en'), '.');
    await savedLine();
  });

  it('ends with the page: what an answer leaves open is not sent behind its back', async () => {
    const server = await open([aPost({ id: 1 })]);
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' one');
    await asked(server, KEEP);
    await user.type(field('title_en'), ' two');
    // The next pause is over, and its draft waits for the one on its way.
    await pauseOver();
    cleanup();
    line.answer(kept(server.asked(KEEP)[0] as Seen, 2));
    await pauseOver();
    expect(server.asked(KEEP)).toHaveLength(1);
    expect((await readEntries()).map(({ fields }) => fields.title_en)).toEqual(['Title 1 one two']);
  });

  it('is sent as soon as the connection is back', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.offline = true;
    await user.type(field('title_en'), ' offline');
    await pauseOver();
    await screen.findByText(/^The draft is not saved on the server\./);
    server.offline = false;
    server.on(KEEP, (request) => kept(request, 2));
    window.dispatchEvent(new Event('online'));
    // Long before the next attempt that comes by itself.
    await waitFor(() => expect(server.asked(KEEP)).toHaveLength(1), { timeout: 5000 });
  });
});

describe('an answer about a draft that comes when another post is open', () => {
  async function leaveWhileKeeping(typeMore = '') {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await asked(server, KEEP);
    if (typeMore) await user.type(field('title_en'), typeMore);
    await edit(2);
    await user.type(field('title_az'), ' dəyişir');
    return { server, line };
  }
  const untouched = () => {
    expect(screen.getByRole('heading', { name: /^Edit post *№ 2$/ })).toBeVisible();
    expect(field('title_az')).toHaveValue('Başlıq 2 dəyişir');
    expect(field('title_en')).toHaveValue('Title 2');
    expect(screen.queryByText(/^Draft saved/)).toBeNull();
  };

  it('forgets the entry that it makes unneeded, and touches nothing else', async () => {
    const { server, line } = await leaveWhileKeeping();
    line.answer(kept(server.asked(KEEP)[0] as Seen, 2));
    await waitFor(async () => expect((await readEntries()).map(({ fields }) => fields.title_en)).toEqual(['Title 2']));
    untouched();
  });

  it('leaves the words of later with the entry, on top of the draft', async () => {
    const { server, line } = await leaveWhileKeeping(' and more');
    line.answer(kept(server.asked(KEEP)[0] as Seen, 2));
    await waitFor(async () =>
      expect((await readEntries()).find(({ base }) => base?.id === 1)).toMatchObject({
        base: { draft: '"d2"' },
        fields: { title_en: 'Title 1 mine and more' },
      }),
    );
    untouched();
  });

  it.each([412, 500, 404])('%s: leaves the words with the entry', async (status) => {
    const { line } = await leaveWhileKeeping();
    await act(async () => line.answer(json({}, status)));
    untouched();
    await waitFor(async () =>
      expect((await readEntries()).map(({ fields }) => fields.title_en).sort()).toEqual(['Title 1 mine', 'Title 2']),
    );
  });
});

describe('a draft that somebody else changed meanwhile', () => {
  const other = (change: object) =>
    json(aDraft({ id: 1, state: 'changed', edited_by: 'aysel', post_etag: '"1-1"', ...change }), 200, { ETag: '"d7"' });

  it('takes in what does not overlap, says whose it is, and keeps both', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on('GET /api/blog/posts/1/draft/', () => other({ title_ru: 'Айсель' }));
    server.on(KEEP, (request) => (request.headers.get('If-Match') === '"d7"' ? kept(request, 8) : json({}, 412)));
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    expect(await screen.findByText(/Meanwhile aysel changed the post as well/)).toBeVisible();
    await savedLine();
    expect(field('title_ru')).toHaveValue('Айсель');
    expect(server.asked(KEEP).at(-1)?.form).toMatchObject({ title_en: 'Title 1 mine', title_ru: 'Айсель' });
  });

  it('asks where both changed the same place, when the editor has time for it', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on('GET /api/blog/posts/1/draft/', () => other({ title_en: 'Theirs' }));
    server.on(KEEP, (request) => (request.headers.get('If-Match') === '"d7"' ? kept(request, 8) : json({}, 412)));
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    await user.click(within(dialog).getByRole('radio', { name: 'Version on the server' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await savedLine();
    expect(field('title_en')).toHaveValue('Theirs');
    expect(window.alert).not.toHaveBeenCalled();
  });

  it.each([
    ['title_ru', 'Meanwhile you changed the post in another window as well; those changes are in the form now.'],
    ['title_en', /^You changed the same place in another window as well/],
  ])('is called my own when it was me, in another window: %s', async (name, words) => {
    storeTokens({ access: `a.${btoa(JSON.stringify({ name: 'aysel' }))}.a`, refresh: 'r' });
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on('GET /api/blog/posts/1/draft/', () => other({ [name]: 'Theirs' }));
    server.on(KEEP, (request) => (request.headers.get('If-Match') === '"d7"' ? kept(request, 8) : json({}, 412)));
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/Somebody else|aysel/)).toBeNull();
  });

  it('is recognised as my own when only the answer was lost', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on(KEEP, () => Promise.reject(new TypeError('Failed to fetch')));
    await user.type(field('title_en'), ' mine');
    await asked(server, KEEP);
    server.on('GET /api/blog/posts/1/draft/', () => other({ title_en: 'Title 1 mine' }));
    server.on(KEEP, (request) => (request.headers.get('If-Match') === '"d7"' ? kept(request, 8) : json({}, 412)));
    await user.type(field('title_en'), ' and more');
    await savedLine();
    expect(server.asked(KEEP).at(-1)?.form).toMatchObject({ title_en: 'Title 1 mine and more' });
  });
});

describe('publishing a draft', () => {
  /** A draft with text in all languages but Russian, opened by its card. */
  async function opened(change = {}) {
    const draft = aDraft({ id: 1, ...NEW_DRAFT, content_ru: '', ...change });
    const server = (await open([draft])).on('GET /api/blog/posts/1/draft/', () => json(draft, 200, { ETag: '"d1"' }));
    server.on(KEEP, (request) => kept(request, 2, NEW_DRAFT));
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    await screen.findByRole('heading', { name: /^New post *№ 1$/ });
    return server;
  }
  const PUBLISH = 'POST /api/blog/posts/1/publish/';
  const create = () => user.click(screen.getByRole('button', { name: 'Create' }));
  const created = () => waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));

  it('keeps it and lets all languages with text go live: Create says so as ever', async () => {
    const server = (await opened()).on(PUBLISH, () => json(aPost({ id: 1 }), 200, { ETag: '"1-1"' }));
    expect(screen.getByText('Azerbaijani and English go live, Russian has no text yet and stays a draft.')).toBeVisible();
    await create();
    await created();
    expect(server.asked(PUBLISH)[0]?.json).toEqual({ languages: ['az', 'en'] });
    expect(server.asked(PUBLISH)[0]?.headers.get('If-Match')).toBe('"d2"');
    expect(server.asked(KEEP)[0]?.form).not.toHaveProperty('automatic');
    expect(server.asked(POST)).toEqual([]);
    expect(field('title_az')).toHaveValue('');
    expect(screen.getByRole('heading', { name: 'New post' })).toBeVisible();
  });

  it('waits for the draft that is on its way', async () => {
    const server = (await opened()).on(PUBLISH, () => json(aPost({ id: 1 }), 200));
    const line = server.hold(KEEP);
    await user.type(field('title_en'), '!');
    await asked(server, KEEP);
    await create();
    expect(await screen.findByRole('button', { name: 'Saving…' })).toBeVisible();
    server.on(KEEP, (request) => kept(request, 3, NEW_DRAFT));
    await act(async () => line.answer(kept(server.asked(KEEP)[0] as Seen, 2, NEW_DRAFT)));
    await created();
    expect(server.asked(KEEP)[1]?.headers.get('If-Match')).toBe('"d2"');
    expect(server.asked(PUBLISH)).toHaveLength(1);
  });

  it('keeps the text as the draft when the publication is refused, and tries again', async () => {
    const server = (await opened()).on(PUBLISH, () => json({}, 409));
    await create();
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yaratmaq alınmadı!'));
    expect(field('title_az')).toHaveValue('Başlıq 1');
    server.on(PUBLISH, () => json(aPost({ id: 1 }), 200));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await created();
  });

  it('of which only the titles are there publishes this very number, and removes nothing', async () => {
    const server = await opened({ content_az: '', content_en: '' });
    server.on(PUBLISH, () => json(aPost({ id: 1 }), 200));
    await create();
    await created();
    expect(server.asked(KEEP)[0]?.headers.get('If-Match')).toBe('"d1"');
    expect(server.asked(PUBLISH)[0]?.json).toEqual({ languages: ['az', 'en', 'ru'], titles_suffice: true });
    expect(server.asked(PUBLISH)[0]?.headers.get('If-Match')).toBe('"d2"');
    expect(server.asked(POST)).toEqual([]);
    expect(server.seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('that somebody else published meanwhile goes on as a change when my words are only in the copy', async () => {
    const server = await opened();
    server
      .on(KEEP, (request) => kept(request, 2))
      .on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, content_ru: '' }), 200, { ETag: '"1-1"' }));
    server.on('GET /api/blog/posts/1/draft/', () =>
      json(aDraft({ id: 1, content_ru: '', title_en: 'Title 1!', post_etag: '"1-1"' }), 200, { ETag: '"d2"' }),
    );
    server.on('PUT /api/blog/posts/1/', (request) => json(saved(request, 1), 200, { ETag: '"1-2"' }));
    await user.type(field('title_en'), '!');
    await create();
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
    const [put] = server.asked('PUT /api/blog/posts/1/');
    expect(put?.form).toMatchObject({ title_en: 'Title 1!' });
    expect(put?.headers.get('If-Match')).toBe('"1-1"');
  });
});

describe('the session', () => {
  it('is not asked for by what nobody asked for', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on(KEEP, () => json({}, 401)).on('POST /api/auth/refresh/', () => json({}, 401));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await user.type(field('title_en'), ' mine');
    await asked(server, KEEP);
    await pauseOver();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
