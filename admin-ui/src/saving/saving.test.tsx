import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '../api/types';
import { readEntries } from '../journal/store';
import { cards, edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aPost, json, type Seen } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('a new post', () => {
  it('repeats a lost request under the same key, and an answered one under another', async () => {
    const server = (await open([])).on(POST, () => Promise.reject(new TypeError('Failed to fetch')));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yaratmaq alınmadı!'));
    server.on(POST, (request) => json(saved(request, 2), 201, { ETag: '"2-1"', 'Idempotency-Replayed': 'true' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    server.on(POST, (request) => json(saved(request, 3), 201));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(cards()).toEqual(['3', '2']));
    const [lost, repeated, next] = server.asked(POST).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(lost).toMatch(/^[\x21-\x7e]{1,128}$/);
    expect(repeated).toBe(lost);
    expect(next).not.toBe(lost);
    expect(server.seen.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('repeats the very content of a lost request, and stores on top of it what was written since', async () => {
    const server = (await open([])).on(POST, () => Promise.reject(new TypeError('Failed to fetch')));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    // The first request had never arrived, so this one is no replay.
    server.on(POST, (request) => json(saved(request, 2), 201, { ETag: '"2-1"' }));
    server.on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.type(field('title_en'), ' and more');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    const [lost, repeated] = server.asked(POST);
    expect(repeated?.form).toEqual(lost?.form);
    expect(server.asked('PUT /api/blog/posts/2/')[0]?.form).toMatchObject({ title_en: 'new title_en and more' });
  });

  it('is not held up by a lost request that the server would have refused', async () => {
    const server = (await open([])).on(POST, () => Promise.reject(new TypeError('Failed to fetch')));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    server.on(POST, (request) => (request.form['title_en'] === 'new title_en' ? json({}, 422) : json(saved(request, 2), 201)));
    await user.type(field('title_en'), ', better');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    const [, refused, better] = server.asked(POST).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(better).not.toBe(refused);
  });

  /** The answer to the first POST is lost although the post was stored; then the editor goes on typing. */
  async function loseTheAnswer() {
    const server = await open([]);
    let first: Post | undefined;
    server.on(POST, (request) => {
      first ??= saved(request, 2);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    server.on(POST, () => json(first, 201, { ETag: '"2-1"', 'Idempotency-Replayed': 'true' }));
    server.on('GET /api/blog/posts/2/', () => json(first, 200, { ETag: '"2-1"' }));
    await user.type(field('title_en'), ' and more');
    return server;
  }

  it('stores what was typed after a lost answer on top of the post that it had made', async () => {
    const server = (await loseTheAnswer()).on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    const [update] = server.asked('PUT /api/blog/posts/2/');
    expect(update?.headers.get('If-Match')).toBe('"2-1"');
    expect(update?.form).toMatchObject({ title_en: 'new title_en and more' });
    expect(cards()).toEqual(['2']);
    expect(field('title_en')).toHaveValue('');
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  it('goes on as an edit of that post when storing them fails', async () => {
    const server = (await loseTheAnswer()).on('PUT /api/blog/posts/2/', () => json({}, 503));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısını yeniləmək alınmadı!'));
    expect(field('title_en')).toHaveValue('new title_en and more');
    server.on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked(POST)).toHaveLength(2);
  });

  it('shows both versions when somebody changed that post meanwhile', async () => {
    const server = await loseTheAnswer();
    const changed = { ...saved({ form: server.asked(POST)[0]?.form ?? {} } as Seen, 2), title_en: 'Theirs', title_ru: 'Чужой' };
    server.on(POST, () => json(changed, 201, { ETag: '"2-5"', 'Idempotency-Replayed': 'true' }));
    server.on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    expect(within(dialog).getAllByRole('group')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
    const [update] = server.asked('PUT /api/blog/posts/2/');
    expect(update?.headers.get('If-Match')).toBe('"2-5"');
    expect(update?.form).toMatchObject({ title_en: 'new title_en and more', title_ru: 'Чужой' });
  });

  it('keeps the key with the entry: a reload repeats the request, it does not begin another', async () => {
    const server = await loseTheAnswer();
    const [lost] = server.asked(POST);
    await waitFor(async () => expect((await readEntries())[0]?.fields.title_en).toBe('new title_en and more'));
    cleanup();
    renderApp('/admin');
    await user.click(await screen.findByRole('button', { name: /^Continue: New post: new title_az/ }));
    server.on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    expect(server.asked(POST)[1]?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
    expect(server.asked('PUT /api/blog/posts/2/')).toHaveLength(1);
  });

  it('repeats a lost request with the very words it had, and stores the later ones on top', async () => {
    const server = await loseTheAnswer();
    // Nothing of the first request had arrived.
    server.on(POST, (request) => json(saved(request, 2), 201, { ETag: '"2-1"' }));
    server.on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    const [lost, repeated] = server.asked(POST);
    expect(repeated?.form).toEqual(lost?.form);
    expect(server.asked('PUT /api/blog/posts/2/')[0]?.form).toMatchObject({ title_en: 'new title_en and more' });
  });

  it('sends the mended form under a new key when the lost request turns out to have been refused', async () => {
    const server = await loseTheAnswer();
    server.on(POST, (request) => (request.form['title_en'] === 'new title_en' ? json({}, 400) : json(saved(request, 2), 201)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    const [lost, repeated, mended] = server.asked(POST).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(repeated).toBe(lost);
    expect(mended).not.toBe(lost);
    expect(server.asked(POST)[2]?.form).toMatchObject({ title_en: 'new title_en and more' });
  });

  it('begins anew after a refusal: nothing is stored under that key', async () => {
    const server = (await open([])).on(POST, () => json({}, 400));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText('The server did not accept one of the fields. Please check them.');
    server.on(POST, (request) => json(saved(request, 2), 201));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    const [refused, next] = server.asked(POST).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(next).not.toBe(refused);
  });

  it('keeps what is typed while the save is on its way', async () => {
    let answer: (response: Response) => void = () => undefined;
    const server = (await open([])).on(POST, () => new Promise((resolve) => (answer = resolve)));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
    await user.type(field('title_en'), ' and more');
    answer(json(saved(server.asked(POST)[0] as Seen, 2), 201, { ETag: '"2-1"' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yaradıldı!'));
    expect(screen.getByRole('heading', { name: /Edit post/ })).toBeVisible();
    expect(field('title_en')).toHaveValue('new title_en and more');
    expect(screen.getByText(/^Not saved/)).toBeVisible();
  });
});

describe('a post', () => {
  it('has what is typed meanwhile in this browser at any moment, also while the alert is open', async () => {
    const server = await open([aPost({ id: 1 })]);
    const line = server.hold('PUT /api/blog/posts/1/');
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/')).toHaveLength(1));
    await user.type(field('title_en'), ' and more');
    await waitFor(async () => expect((await readEntries()).map(({ fields }) => fields.title_en)).toEqual(['Title 1 mine and more']));
    const gone = vi.spyOn(IDBObjectStore.prototype, 'delete');
    line.answer(json(saved(server.asked('PUT /api/blog/posts/1/')[0] as Seen, 1), 200, { ETag: '"1-2"' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    await waitFor(async () =>
      expect(await readEntries()).toMatchObject([{ base: { etag: '"1-2"' }, fields: { title_en: 'Title 1 mine and more' } }]),
    );
    expect(gone).not.toHaveBeenCalled();
  });

  it('shows both versions of a post that somebody else changed, and saves the choice', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await user.clear(field('title_en'));
    await user.type(field('title_en'), 'Mine');
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_en: 'Theirs', title_ru: 'Чужой' }), 200, { ETag: '"1-2"' }));
    server.on('PUT /api/blog/posts/1/', (request) =>
      request.headers.get('If-Match') === '"1-2"' ? json(saved(request, 1)) : json({}, 412),
    );
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    expect(within(dialog).getAllByRole('group')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/1/')[1]?.form).toMatchObject({ title_en: 'Mine', title_ru: 'Чужой' });
  });
});

describe('what somebody else changed elsewhere in the post', () => {
  it('goes along with mine, paragraph by paragraph, and nobody is asked', async () => {
    const server = await open([aPost({ id: 1, excerpt_az: 'bir\niki\nüç' })]);
    await edit(1);
    await user.type(field('excerpt_az'), '!');
    const theirs = aPost({ id: 1, excerpt_az: 'BİR\niki\nüç', title_ru: 'Чужой' });
    server.on('GET /api/blog/posts/1/', () => json(theirs, 200, { ETag: '"1-2"' }));
    server.on('PUT /api/blog/posts/1/', (request) =>
      request.headers.get('If-Match') === '"1-2"' ? json(saved(request, 1)) : json({}, 412),
    );
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.asked('PUT /api/blog/posts/1/')[1]?.form).toMatchObject({ excerpt_az: 'BİR\niki\nüç!', title_ru: 'Чужой' });
    expect(field('excerpt_az')).toHaveValue('');
  });
});

describe('a change whose answer was lost', () => {
  /** The server stores the change, but the answer does not arrive. */
  async function loseTheAnswer(change = '') {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    let stored: Post | undefined;
    server.on('PUT /api/blog/posts/1/', (request) => {
      stored = saved(request, 1);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yeniləmək alınmadı!'));
    server.on('GET /api/blog/posts/1/', () => json({ ...stored, title_ru: `${stored?.title_ru}${change}` }, 200, { ETag: '"1-2"' }));
    server.on('PUT /api/blog/posts/1/', (request) =>
      request.headers.get('If-Match') === '"1-2"' ? json(saved(request, 1)) : json({}, 412),
    );
    return server;
  }

  const retry = () => user.click(screen.getByRole('button', { name: 'Try again' }));
  const updated = () => waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));

  it('is recognised as my own', async () => {
    const server = await loseTheAnswer();
    await retry();
    await updated();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.asked('PUT /api/blog/posts/1/')).toHaveLength(2);
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  it('gets the words of later, also after a reload', async () => {
    const server = await loseTheAnswer();
    await user.type(field('title_en'), ' and more');
    await waitFor(async () => expect((await readEntries())[0]?.fields.title_en).toBe('Title 1 mine and more'));
    cleanup();
    renderApp('/admin');
    await user.click(await screen.findByRole('button', { name: /^Continue: Başlıq 1/ }));
    await user.click(await screen.findByRole('button', { name: 'Update' }));
    await updated();
    expect(server.asked('PUT /api/blog/posts/1/').at(-1)?.form).toMatchObject({ title_en: 'Title 1 mine and more' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes along with what somebody else changed besides', async () => {
    const server = await loseTheAnswer(' чужой');
    await retry();
    await updated();
    expect(server.asked('PUT /api/blog/posts/1/').at(-1)?.form).toMatchObject({ title_en: 'Title 1 mine', title_ru: 'Заголовок 1 чужой' });
  });
});

describe('waiting for an answer', () => {
  it('ends by itself, and says that it is not known whether the post was saved', async () => {
    const limit = new AbortController();
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.hold('PUT /api/blog/posts/1/');
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/')).toHaveLength(1));
    limit.abort(new DOMException('late', 'TimeoutError'));
    expect(await screen.findByText(/did not answer in time/)).toBeVisible();
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yeniləmək alınmadı!'));
  });

  it('is ended by the editor, who needs no alert to know it', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.hold('PUT /api/blog/posts/1/');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await user.click(await screen.findByRole('button', { name: 'Stop waiting' }));
    expect(await screen.findByText(/You stopped waiting/)).toBeVisible();
    expect(window.alert).not.toHaveBeenCalled();
  });
});
