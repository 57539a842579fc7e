import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '../api/types';
import { storeTokens } from '../auth/session';
import { readDrafts, removeDraft } from '../journal/store';
import { renderApp } from '../test/render-app';
import { aPost, FakeServer, json, type Seen } from '../test/server';

const user = userEvent.setup();
const POST = 'POST /api/blog/posts/';

function field<T extends HTMLElement = HTMLInputElement>(name: string): T {
  const found = document.querySelector<T>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

function cards(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-post-id]')].map((card) => card.dataset['postId'] ?? '');
}

async function open(posts: Post[] | Post) {
  const server = new FakeServer().on('GET /api/blog/posts/', () => json(posts));
  for (const post of Array.isArray(posts) ? posts : [posts]) {
    server.on(`GET /api/blog/posts/${post.id}/`, () => json(post, 200, { ETag: `"${post.id}-1"` }));
  }
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
  return server;
}

async function fill() {
  for (const name of ['title_az', 'title_en', 'title_ru', 'author']) await user.type(field(name), `new ${name}`);
}

async function edit(id: number) {
  await user.click(screen.getByRole('button', { name: new RegExp(`Edit .*Başlıq ${id}`) }));
  await screen.findByRole('heading', { name: /Edit post/ });
}

function saved({ form }: Seen, id: number): Post {
  const texts = Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
  return { ...aPost({ id }), ...texts, featured: form['featured'] === 'true', trending: form['trending'] === 'true' } as Post;
}

beforeEach(async () => {
  storeTokens({ access: 'a', refresh: 'r' });
  for (const { session } of await readDrafts()) await removeDraft(session);
});

describe('the list', () => {
  it('wraps a single post', async () => {
    await open(aPost({ id: 3 }));
    expect(cards()).toEqual(['3']);
  });

  it('alerts and logs a failed load once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    new FakeServer().on('GET /api/blog/posts/', () => json({}, 500));
    renderApp('/admin');
    await screen.findByText('The posts could not be loaded.');
    expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazıları yüklənə bilmədi!');
    expect(log).toHaveBeenCalled();
  });

  it('pages by six, featured first; a filter goes back to page 1, a page change to the top', async () => {
    await open(Array.from({ length: 14 }, (_, at) => aPost({ id: at + 1, featured: at === 9, category: at % 2 ? 'hr' : 'audit' })));
    expect(cards()).toEqual(['10', '1', '2', '3', '4', '5']);
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(cards()).toEqual(['13', '14']);
    expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    await user.selectOptions(field<HTMLSelectElement>('category_filter'), 'hr');
    expect(cards()).toEqual(['10', '2', '4', '6', '8', '12']);
    expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
    await user.selectOptions(field<HTMLSelectElement>('category_filter'), 'valuation');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('shows cards in Azerbaijani, then in the language of the switch', async () => {
    await open([aPost({ id: 1 })]);
    const card = screen.getByRole('article');
    expect(within(card).getByRole('heading')).toHaveTextContent('Başlıq 1');
    expect(card).toHaveTextContent('Audit xidmətləri');
    await user.click(within(screen.getByRole('group', { name: 'Card language' })).getByRole('button', { name: 'RU' }));
    expect(within(card).getByRole('heading')).toHaveTextContent('Заголовок 1');
  });
});

describe('creating', () => {
  it('asks for the required fields before anything is sent', async () => {
    const server = await open([]);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByText('4 required fields are empty.')).toBeVisible();
    await waitFor(() => expect(field('title_az')).toHaveFocus());
    expect(server.asked(POST)).toHaveLength(0);
  });

  it('puts the post in front, says so, and empties the form', async () => {
    const server = (await open([aPost({ id: 1 })])).on(POST, (request) => json(saved(request, 2), 201));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yaradıldı!'));
    expect(cards()).toEqual(['2', '1']);
    expect(field('title_az')).toHaveValue('');
    expect(server.asked(POST)[0]?.form).not.toHaveProperty('image');
    expect(server.asked(POST)[0]?.headers.get('Authorization')).toBe('Bearer a');
  });

  it('saves once however often the button is pressed', async () => {
    const server = (await open([])).on(POST, async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return json(saved(request, 2), 201);
    });
    await fill();
    await user.dblClick(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalled());
    expect(server.asked(POST)).toHaveLength(1);
  });

  it('keeps the text when it fails, says why without reading the answer, and tries again', async () => {
    const server = await open([]);
    server.offline = true;
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yaratmaq alınmadı!'));
    expect(field('title_az')).toHaveValue('new title_az');
    server.offline = false;
    server.on(POST, (request) => json(saved(request, 2), 201));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
  });

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
    await waitFor(async () => expect(await readDrafts()).toEqual([]));
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
    const changed = { ...saved({ form: server.asked(POST)[0]?.form ?? {} } as Seen, 2), title_ru: 'Чужой' };
    server.on(POST, () => json(changed, 201, { ETag: '"2-5"', 'Idempotency-Replayed': 'true' }));
    server.on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this post' });
    expect(within(dialog).getAllByRole('group')).toHaveLength(2);
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
    const [update] = server.asked('PUT /api/blog/posts/2/');
    expect(update?.headers.get('If-Match')).toBe('"2-5"');
    expect(update?.form).toMatchObject({ title_en: 'new title_en and more', title_ru: 'Чужой' });
  });

  it('keeps the key with the draft: a reload repeats the request, it does not begin another', async () => {
    const server = await loseTheAnswer();
    const [lost] = server.asked(POST);
    await waitFor(async () => expect((await readDrafts())[0]?.fields.title_en).toBe('new title_en and more'));
    cleanup();
    renderApp('/admin');
    await user.click(await screen.findByRole('button', { name: /^Continue: New post: new title_az/ }));
    server.on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    expect(server.asked(POST)[1]?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
    expect(server.asked('PUT /api/blog/posts/2/')).toHaveLength(1);
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

  it('refuses an empty file as soon as it is chosen', async () => {
    await open([]);
    await user.upload(field('image'), new File([], 'x.png', { type: 'image/png' }));
    expect(screen.getByText('The file is empty (0 bytes). Choose another image.')).toBeVisible();
    expect(field('image').files).toHaveLength(0);
  });

  it('takes image files only', async () => {
    await open([]);
    const input = field('image');
    expect(input.accept).toBe('image/*');
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['x'], 'x.pdf', { type: 'application/pdf' }));
    expect(screen.getByText('Only image files can be chosen.')).toBeVisible();
    expect(input.files).toHaveLength(0);
  });
});

describe('editing', () => {
  it('fills the form, updates with the version, replaces the card, and returns to create mode', async () => {
    const server = (await open([aPost({ id: 1 }), aPost({ id: 2 })])).on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await edit(2);
    expect(field('title_en')).toHaveValue('Title 2');
    expect(field('image').files).toHaveLength(0);
    expect(document.querySelector('#content_ru')).toHaveTextContent('Текст');
    await user.clear(field('title_az'));
    await user.type(field('title_az'), 'Dəyişdi');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/2/')[0]?.headers.get('If-Match')).toBe('"2-1"');
    expect(cards()).toEqual(['1', '2']);
    expect(screen.getByRole('heading', { name: 'Dəyişdi' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'New post' })).toBeVisible();
    expect(field('author')).toHaveValue('');
  });

  it('goes back to an empty create mode on cancel, and offers the text again', async () => {
    await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_az'), ' yarımçıq');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(field('title_az')).toHaveValue('');
    await user.click(await screen.findByRole('button', { name: /^Continue: Başlıq 1 yarımçıq/ }));
    expect(field('title_az')).toHaveValue('Başlıq 1 yarımçıq');
  });

  it('says when the update failed', async () => {
    (await open([aPost({ id: 1 })])).on('PUT /api/blog/posts/1/', () => json({}, 500));
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yeniləmək alınmadı!'));
  });

  it('shows both versions of a post that somebody else changed, and saves the choice', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await user.clear(field('title_en'));
    await user.type(field('title_en'), 'Mine');
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_ru: 'Чужой' }), 200, { ETag: '"1-2"' }));
    server.on('PUT /api/blog/posts/1/', (request) => (request.headers.get('If-Match') === '"1-2"' ? json(saved(request, 1)) : json({}, 412)));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this post' });
    expect(within(dialog).getAllByRole('group')).toHaveLength(2);
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/1/')[1]?.form).toMatchObject({ title_en: 'Mine', title_ru: 'Чужой' });
  });
});

describe('two images for one post', () => {
  async function choose(side: 'Your version' | 'Version on the server') {
    const server = await open([aPost({ id: 1, image: '/api/blog/images/4/' })]);
    await edit(1);
    await user.upload(field('image'), new File(['x'], 'mine.png', { type: 'image/png' }));
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, image: '/api/blog/images/9/' }), 200, { ETag: '"1-2"' }));
    server.on('PUT /api/blog/posts/1/', (request) => (request.headers.get('If-Match') === '"1-2"' ? json(saved(request, 1)) : json({}, 412)));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const image = await screen.findByRole('group', { name: /^Image/ });
    expect(within(image).getByRole('img', { name: 'mine.png' })).toBeVisible();
    expect(image.querySelector('img[src="/api/blog/images/9/"]')).not.toBeNull();
    await user.click(within(image).getByRole('radio', { name: side }));
    await user.click(screen.getByRole('button', { name: 'Save the selection' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
    return server.asked('PUT /api/blog/posts/1/')[1]?.form ?? {};
  }

  it('are compared, and mine is sent if I choose it', async () => {
    expect((await choose('Your version'))['image']).toBeInstanceOf(File);
  });

  it('are compared, and the one on the server stays if I choose that', async () => {
    expect(await choose('Version on the server')).not.toHaveProperty('image');
  });
});

describe('the keyboard', () => {
  it('is not lost when a save empties the form or a card goes', async () => {
    const server = (await open([aPost({ id: 1 })])).on(POST, (request) => json(saved(request, 2), 201));
    server.on('DELETE /api/blog/posts/1/', () => json(null, 204));
    await fill();
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    expect(document.activeElement).not.toBe(document.body);
    await user.click(screen.getByRole('button', { name: /Delete .*1/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(screen.getByRole('heading', { name: 'Posts' })).toHaveFocus();
  });
});

describe('featuring', () => {
  it('is blocked while another post is featured, and the box stays off', async () => {
    await open([aPost({ id: 1, featured: true }), aPost({ id: 2 })]);
    await user.click(field('featured'));
    expect(window.alert).toHaveBeenCalledExactlyOnceWith('Eyni anda yalnız bir yazı seçilə bilər!');
    expect(field('featured')).not.toBeChecked();
  });

  it('may be taken away and given back to the same post', async () => {
    await open([aPost({ id: 1, featured: true })]);
    await edit(1);
    await user.click(field('featured'));
    await user.click(field('featured'));
    expect(field('featured')).toBeChecked();
    expect(window.alert).not.toHaveBeenCalled();
  });
});

describe('deleting', () => {
  it('asks first', async () => {
    const server = await open([aPost({ id: 1 })]);
    vi.mocked(window.confirm).mockReturnValue(false);
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith('Bu yazını silmək istədiyinizə əminsiniz?');
    expect(server.asked('DELETE /api/blog/posts/1/')).toHaveLength(0);
  });

  it('removes the card and says so; a failure says so too', async () => {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    server.on('DELETE /api/blog/posts/1/', () => json({}, 500));
    await user.click(screen.getByRole('button', { name: /Delete .*1/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısını silmək alınmadı!'));
    server.on('DELETE /api/blog/posts/1/', () => json(null, 204));
    await user.click(screen.getByRole('button', { name: /Delete .*1/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(cards()).toEqual(['2']);
  });

  it('sends the version it knows, from opening or saving the post, and none otherwise', async () => {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    for (const id of [1, 2]) server.on(`DELETE /api/blog/posts/${id}/`, () => json(null, 204));
    await edit(2);
    for (const id of [1, 2]) {
      await user.click(screen.getByRole('button', { name: new RegExp(`Delete .*${id}`) }));
      await waitFor(() => expect(cards()).not.toContain(String(id)));
    }
    expect(server.asked('DELETE /api/blog/posts/1/')[0]?.headers.get('If-Match')).toBeNull();
    expect(server.asked('DELETE /api/blog/posts/2/')[0]?.headers.get('If-Match')).toBe('"2-1"');
  });

  it('stops when somebody changed the post meanwhile, shows the new version, and lets decide again', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_az: 'Dəyişib' }), 200, { ETag: '"1-2"' }));
    server.on('DELETE /api/blog/posts/1/', ({ headers }) => (headers.get('If-Match') === '"1-2"' ? json(null, 204) : json({}, 412)));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısını silmək alınmadı!'));
    expect(screen.getByText(/^Someone else changed this post meanwhile, so it was not deleted/)).toHaveRole('alert');
    expect(screen.getByRole('heading', { name: 'Dəyişib' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(cards()).toEqual([]);
  });

  it('takes a post for deleted that somebody else deleted after changing it', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on('DELETE /api/blog/posts/1/', () => json({}, 412)).on('GET /api/blog/posts/1/', () => json({}, 404));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(cards()).toEqual([]);
  });
});

describe('three languages', () => {
  it('show which texts are empty, count words, and copy from each other', async () => {
    await open([]);
    expect(screen.getByText('9 texts are empty')).toBeVisible();
    await user.type(field('title_az'), 'Salam');
    await user.type(field('excerpt_az'), 'Qısa');
    await user.click(screen.getByRole('tab', { name: /^EN/ }));
    await user.click(screen.getAllByRole('button', { name: 'Copy the texts from AZ' })[0] as HTMLElement);
    expect(field('title_en')).toHaveValue('Salam');
    expect(field('excerpt_en')).toHaveValue('Qısa');
    expect(screen.getByText('5 texts are empty')).toBeVisible();
  });

  it('label every editor as a textbox', async () => {
    await open([]);
    const textboxes = await screen.findAllByRole('textbox', { name: /^Content \((AZ|EN|RU)\)$/, hidden: true });
    expect(textboxes).toHaveLength(3);
    expect([...document.querySelectorAll('textarea')].map((area) => area.rows)).toEqual([4, 4, 4]);
  });
});

describe('leaving', () => {
  it('signs out, forgets the keys, and tells the server', async () => {
    const server = (await open([])).on('POST /api/auth/logout/', () => json(null, 204));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByLabelText('Password');
    expect(localStorage).not.toHaveProperty('isAuthenticated');
    expect(server.asked('POST /api/auth/logout/')).toHaveLength(1);
  });

  it('asks when something is unsaved, and offers it after the next sign-in', async () => {
    await open([]);
    await user.type(field('author'), 'Aygün');
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    vi.mocked(window.confirm).mockReturnValueOnce(false);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(localStorage).toHaveProperty('isAuthenticated', 'true');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByLabelText('Password');
    await waitFor(async () => expect(await readDrafts()).toHaveLength(1));
  });
});
