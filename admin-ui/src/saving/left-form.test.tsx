import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEntries } from '../journal/store';
import { cards, edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, FakeServer, json, type Seen } from '../test/server';

/**
 * The editor saves or deletes, goes on to another post while the answer is on its way, and then the answer comes: every
 * answer that there is. Whatever it says, the other form is not touched.
 */
type Arrival = 400 | 404 | 412 | 429 | 500 | 503 | 'timeout' | 'offline' | 'stopped';
const FAILURES: readonly Arrival[] = [400, 404, 429, 500, 503, 'timeout', 'offline', 'stopped'];

const SENTENCES: Readonly<Record<string, RegExp>> = {
  400: /did not accept one of the fields/,
  404: /has been deleted/,
  429: /Too many requests/,
  500: /server had a problem/,
  503: /server had a problem/,
  timeout: /did not answer in time/,
  offline: /No connection/,
  stopped: /stopped waiting/,
};

beforeEach(signedInWithNothingKept);

/** Time-outs come when the test says so. */
function controlledTimeouts() {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  return () => limits.forEach((limit) => limit.abort(new DOMException('late', 'TimeoutError')));
}

async function held(route: string, posts = [aPost({ id: 1 }), aPost({ id: 2 })]) {
  const timeOut = controlledTimeouts();
  const server = await open(posts);
  const request = server.hold(route);
  const arrive = async (arrival: Arrival) => {
    if (arrival === 'timeout') timeOut();
    else if (arrival === 'offline') request.lose();
    else if (arrival === 'stopped') await user.click(await screen.findByRole('button', { name: 'Stop waiting' }));
    else request.answer(json({}, arrival));
  };
  return { server, request, arrive };
}

async function press(name: string, server: FakeServer, route: string) {
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(server.asked(route)).toHaveLength(1));
}

/** Opens post 2 and changes it; its form must look like this when the answer about another post has come. */
async function goOnToPostTwo() {
  await edit(2);
  await user.type(field('title_az'), ' dəyişir');
  return function untouched() {
    expect(screen.getByRole('heading', { name: /^Edit post *№ 2$/ })).toBeVisible();
    expect(field('title_az')).toHaveValue('Başlıq 2 dəyişir');
    expect(field('title_en')).toHaveValue('Title 2');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('The post is not saved yet')).toBeNull();
    expect(screen.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'false');
    expect(window.alert).not.toHaveBeenCalled();
  };
}

/** The notice about the save that was left behind. */
const notice = (phase: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-left-save=${phase}]`);
    expect(found).not.toBeNull();
    return found as HTMLElement;
  });

const keptTitles = async () => (await readEntries()).map(({ fields }) => fields.title_en).sort();

describe.each(['PUT /api/blog/posts/1/', POST])('an answer to %s that comes when another post is open', (route) => {
  const creates = route === POST;
  const typed = creates ? 'new title_en' : 'Title 1 mine';

  async function saveAndGoOn() {
    const line = await held(route);
    if (creates) await fill();
    else {
      await edit(1);
      await user.type(field('title_en'), ' mine');
    }
    await press(creates ? 'Create' : 'Update', line.server, route);
    const untouched = await goOnToPostTwo();
    expect(await notice('sending')).toHaveTextContent(creates ? 'new title_az' : 'Başlıq 1');
    return { ...line, untouched };
  }

  it('200: names the post, updates the list, and forgets the entry', async () => {
    const { server, request, untouched } = await saveAndGoOn();
    request.answer(json(saved(server.asked(route)[0] as Seen, creates ? 3 : 1), 200, { ETag: '"1-2"' }));
    expect(await notice('saved')).toHaveTextContent(
      creates ? /new title_az.*Bloq yazısı uğurla yaradıldı!/ : /Başlıq 1.*Bloq yazısı uğurla yeniləndi!/,
    );
    untouched();
    expect(cards()).toEqual(creates ? ['3', '1', '2'] : ['1', '2']);
    await waitFor(async () => expect(await keptTitles()).toEqual(['Title 2']));
    await user.click(within(await notice('saved')).getByRole('button', { name: 'Close' }));
    expect(document.querySelector('[data-left-save]')).toBeNull();
  });

  it.each(FAILURES)('%s: names the post and the reason, keeps the entry, and leads back to it', async (arrival) => {
    const { arrive, untouched } = await saveAndGoOn();
    await arrive(arrival);
    const told = await notice('failed');
    expect(told).toHaveTextContent(SENTENCES[arrival] as RegExp);
    expect(told).toHaveTextContent(creates ? 'Bloq yazısını yaratmaq alınmadı!' : 'Bloq yazısını yeniləmək alınmadı!');
    untouched();
    expect(await keptTitles()).toContain(typed);
    await user.click(within(told).getByRole('button', { name: 'Open the text' }));
    await waitFor(() => expect(field('title_en')).toHaveValue(typed));
    expect(screen.getByText('The post is not saved yet')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Continue: Başlıq 2 dəyişir/ })).toBeVisible();
  });
});

describe('a conflict of a post that was left', () => {
  it('waits until its text is opened again, and is then about that post', async () => {
    const { server, ...line } = await held('PUT /api/blog/posts/1/');
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await press('Update', server, 'PUT /api/blog/posts/1/');
    const untouched = await goOnToPostTwo();
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_en: 'Theirs', title_ru: 'Чужой' }), 200, { ETag: '"1-2"' }));
    await line.arrive(412);
    const told = await notice('conflict');
    untouched();
    server.on('PUT /api/blog/posts/1/', (seen) => json(saved(seen, 1)));
    await user.click(within(told).getByRole('button', { name: 'Open the text' }));
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/2/')).toEqual([]);
    expect(server.asked('PUT /api/blog/posts/1/')[1]?.form).toMatchObject({ title_en: 'Title 1 mine', title_ru: 'Чужой' });
  });
});

describe('two posts', () => {
  it('are saved at the same time, each by its own answer', async () => {
    const { server, request } = await held('PUT /api/blog/posts/1/');
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await press('Update', server, 'PUT /api/blog/posts/1/');
    await edit(2);
    server.on('PUT /api/blog/posts/2/', (seen) => json(saved(seen, 2)));
    await user.type(field('title_en'), ' too');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(screen.getByRole('heading', { name: 'New post' })).toBeVisible();
    request.answer(json(saved(server.asked('PUT /api/blog/posts/1/')[0] as Seen, 1)));
    await notice('saved');
    expect(window.alert).toHaveBeenCalledOnce();
  });

  it('keeps the words typed after the save began and before its form was left', async () => {
    const { server, request } = await held('PUT /api/blog/posts/1/');
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await press('Update', server, 'PUT /api/blog/posts/1/');
    await user.type(field('title_en'), ' and more');
    await edit(2);
    request.answer(json(saved(server.asked('PUT /api/blog/posts/1/')[0] as Seen, 1), 200, { ETag: '"1-2"' }));
    await notice('saved');
    await user.click(await screen.findByRole('button', { name: /^Continue: Başlıq 1/ }));
    await waitFor(() => expect(field('title_en')).toHaveValue('Title 1 mine and more'));
    server.on('PUT /api/blog/posts/1/', (seen) => json(saved(seen, 1)));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/1/')[1]?.headers.get('If-Match')).toBe('"1-2"');
  });

  it('lets go of a post that loads when another one is asked for', async () => {
    const { server, request } = await held('GET /api/blog/posts/1/draft/');
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    await waitFor(() => expect(server.asked('GET /api/blog/posts/1/draft/')).toHaveLength(1));
    const untouched = await goOnToPostTwo();
    request.answer(json(aDraft({ id: 1 })));
    await waitFor(() => expect(cards()).toEqual(['1', '2']));
    untouched();
  });
});

describe('an answer to a deletion that comes when another post is open', () => {
  const route = 'DELETE /api/blog/posts/1/';

  it.each([204, 404, 400, 429, 500, 503, 'timeout', 'offline'] as const)('%s: does not touch that form', async (arrival) => {
    const { server, request, arrive } = await held(route);
    await edit(1);
    await user.click(screen.getByRole('button', { name: /^Delete .*1/ }));
    await waitFor(() => expect(server.asked(route)).toHaveLength(1));
    expect(screen.getByRole('button', { name: /^Deleting .*1/ })).toHaveAttribute('aria-disabled', 'true');
    await edit(2);
    await user.type(field('title_az'), ' dəyişir');
    const gone = arrival === 204 || arrival === 404;
    if (arrival === 404) server.on('GET /api/blog/posts/1/', () => json({}, 404));
    if (arrival === 204) request.answer(json(null, 204));
    else await arrive(arrival);
    await waitFor(() =>
      expect(window.alert).toHaveBeenCalledExactlyOnceWith(gone ? 'Bloq yazısı uğurla silindi!' : 'Bloq yazısını silmək alınmadı!'),
    );
    expect(cards()).toEqual(gone ? ['2'] : ['1', '2']);
    expect(screen.getByRole('heading', { name: /^Edit post *№ 2$/ })).toBeVisible();
    expect(field('title_az')).toHaveValue('Başlıq 2 dəyişir');
  });

  it('412: shows the new version on the card and does not touch that form', async () => {
    const { server, arrive } = await held(route);
    await edit(1);
    await user.click(screen.getByRole('button', { name: /^Delete .*1/ }));
    await waitFor(() => expect(server.asked(route)).toHaveLength(1));
    await edit(2);
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_az: 'Dəyişib' }), 200, { ETag: '"1-2"' }));
    await arrive(412);
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını silmək alınmadı!'));
    expect(screen.getByRole('heading', { name: 'Dəyişib' })).toBeVisible();
    expect(screen.getByRole('heading', { name: /^Edit post *№ 2$/ })).toBeVisible();
  });

  it('is one of two that run at the same time', async () => {
    const { server, request } = await held(route);
    server.on('DELETE /api/blog/posts/2/', () => json(null, 204));
    await user.click(screen.getByRole('button', { name: /^Delete .*1/ }));
    await user.click(screen.getByRole('button', { name: /^Delete .*2/ }));
    await waitFor(() => expect(cards()).toEqual(['1']));
    request.answer(json(null, 204));
    await waitFor(() => expect(cards()).toEqual([]));
    expect(server.asked(route)).toHaveLength(1);
    await waitFor(() => expect(window.alert).toHaveBeenCalledTimes(2));
  });

  it('leaves unsaved words of the deleted post in the form, and the way to save them', async () => {
    const { server, request } = await held(route);
    await user.click(screen.getByRole('button', { name: /^Delete .*1/ }));
    await edit(1);
    await user.type(field('title_en'), ' mine');
    request.answer(json(null, 204));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla silindi!'));
    expect(field('title_en')).toHaveValue('Title 1 mine');
    server.on(POST, (seen) => json(saved(seen, 9), 201));
    await user.click(screen.getByRole('button', { name: 'Save as a new post' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
  });
});
