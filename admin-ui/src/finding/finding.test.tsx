import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '../api/types';
import { cards, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aPost, FakeServer, json } from '../test/server';
import { asksServer, filterOf, filtersSet, NOTHING, paramsOf, queryOf } from './filter';
import { choose, NONE, range, shareOf } from './selection';

const POSTS = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => aPost({ id }));
const ME = 'GET /api/users/me/';
const SEVERAL = 'POST /api/blog/posts/several/';
const found = (query: string, page = 1) => `GET /api/blog/posts/?state=all&fields=summary&${query}&page=${page}&page_size=6`;
const answer = (posts: Post[], total = posts.length) => json(posts, 200, { 'X-Total-Count': String(total) });
const tick = (id: number) => screen.getByRole('checkbox', { name: `Select “Başlıq ${id}”` });

beforeEach(signedInWithNothingKept);

async function open(path = '/admin', role = 'editor') {
  const server = new FakeServer().on('GET /api/blog/posts/', () => json(POSTS)).on(ME, () => json({ id: 1, username: 'leyla', role }));
  const view = renderApp(path);
  await screen.findByText(/^\d+ posts?$/);
  return { server, view };
}
const words = () => screen.getByRole('textbox', { name: 'Search titles, texts and authors' });

describe('a filter and its address', () => {
  it('are the same thing', () => {
    const filter = filterOf(
      new URLSearchParams('q=vergi&category=hr&state=draft&missing=stale&author=A&from=2026-03-01&sort=title&page=3&language=ru'),
    );
    expect(filterOf(paramsOf(filter))).toEqual(filter);
    expect(filtersSet(filter)).toBe(4);
    expect(paramsOf(NOTHING).toString()).toBe('');
  });

  it('have nothing in them that makes no sense', () => {
    expect(filterOf(new URLSearchParams('category=X%20&state=y&missing=de&from=tomorrow&sort=-x&page=-2&language=de'))).toEqual(NOTHING);
  });

  it('mean days of the office, the last one wholly', () => {
    const { from, until } = queryOf({ ...NOTHING, from: '2026-03-05', until: '2026-03-05' });
    expect([from, until]).toEqual(['2026-03-04T20:00:00Z', '2026-03-05T20:00:00.000Z']);
  });

  it('ask the server only for what the cards do not say', () => {
    expect(asksServer({ ...NOTHING, category: 'hr', state: 'draft', page: 2 })).toBe(false);
    expect(asksServer({ ...NOTHING, q: '  ' })).toBe(false);
    for (const change of [
      { q: 'a' },
      { sort: 'title' },
      { gap: 'ru' },
      { author: 'A' },
      { until: '2026-01-01' },
      { language: 'en' },
    ] as const) {
      expect(asksServer({ ...NOTHING, ...change })).toBe(true);
    }
  });
});

describe('a selection', () => {
  it('reaches from one post to another, whichever is first', () => {
    const ids = (from: number | null, to: number) => range(POSTS, from, to).map(({ id }) => id);
    expect(ids(2, 4)).toEqual([2, 3, 4]);
    expect(ids(4, 2)).toEqual([2, 3, 4]);
    expect(ids(null, 3)).toEqual([3]);
    expect(ids(99, 3)).toEqual([3]);
    expect(ids(1, 99)).toEqual([]);
  });

  it('knows how much of a page it has', () => {
    const some = choose(NONE, POSTS.slice(0, 2), true);
    expect([shareOf(NONE, POSTS), shareOf(some, POSTS), shareOf(some, POSTS.slice(0, 2)), shareOf(NONE, [])]).toEqual([
      'none',
      'some',
      'all',
      'none',
    ]);
    expect(choose(some, POSTS, false).size).toBe(0);
  });
});

describe('finding', () => {
  it('asks in a pause of the typing and shows what is found', async () => {
    const { server } = await open();
    server.on(found('q=vergi'), () => answer([aPost({ id: 3 })]));
    await user.type(words(), 'vergi');
    await waitFor(() => expect(cards()).toEqual(['3']));
    expect(screen.getByText('1 post')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(cards()).toHaveLength(6));
    expect(words()).toHaveFocus();
  });

  it('never shows the answer to an earlier question', async () => {
    const { server } = await open();
    const first = server.hold(found('q=ver'));
    server.on(found('q=vergi'), () => answer([aPost({ id: 5 })]));
    await user.type(words(), 'ver');
    await waitFor(() => expect(server.asked(found('q=ver'))).toHaveLength(1));
    await user.type(words(), 'gi');
    await waitFor(() => expect(cards()).toEqual(['5']));
    first.answer(answer([aPost({ id: 1 }), aPost({ id: 2 })]));
    await user.type(words(), ' ');
    await waitFor(() => expect(words()).toHaveValue('vergi '));
    expect(cards()).toEqual(['5']);
  });

  it('keeps what was chosen beside the words before their pause was over', async () => {
    const { server } = await open();
    fireEvent.change(words(), { target: { value: 'vergi' } });
    fireEvent.change(screen.getByLabelText('By category'), { target: { value: 'hr' } });
    await waitFor(() => expect(server.seen.some(({ path }) => path.includes('q=vergi'))).toBe(true));
    expect(screen.getByLabelText('By category')).toHaveValue('hr');
    expect(server.asked(found('q=vergi&category=hr'))).toHaveLength(1);
  });

  it('names the authors in the order of their alphabet', async () => {
    const authors = ['Zaur', 'Şahin', 'Əli', 'Fuad', 'Elçin', 'Çinarə', 'Sara', 'Cəmil', 'Dilarə'];
    new FakeServer()
      .on('GET /api/blog/posts/', () => json(authors.map((author, id) => aPost({ id, author }))))
      .on(ME, () => json({ id: 1, username: 'leyla', role: 'editor' }));
    renderApp('/admin?author=Fuad');
    await screen.findByText(/^\d+ posts?$/);
    const options = within(screen.getByRole('combobox', { name: 'Author' }))
      .getAllByRole('option')
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(options).toEqual(['Cəmil', 'Çinarə', 'Dilarə', 'Elçin', 'Əli', 'Fuad', 'Sara', 'Şahin', 'Zaur']);
  });

  it('is found again by the address, and nothing is asked twice for the specified filter', async () => {
    const server = new FakeServer().on('GET /api/blog/posts/', () => json(POSTS)).on(ME, () => json({}, 404));
    server.on(found('q=vergi&category=hr&missing=ru&sort=title', 2), () => answer([aPost({ id: 8 })], 7));
    renderApp('/admin?q=vergi&category=hr&missing=ru&sort=title&page=2');
    await waitFor(() => expect(cards()).toEqual(['8']));
    expect(words()).toHaveValue('vergi');
    expect(screen.getByLabelText('What is missing')).toHaveValue('ru');
    expect(screen.getByRole('button', { name: 'Page 2', current: 'page' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset filters' }));
    await waitFor(() => expect(screen.getByLabelText('By category')).toHaveValue('hr'));
    expect(words()).toHaveValue('');
    expect(words()).toHaveFocus();
    expect(server.seen.filter(({ path }) => path.includes('q=')).length).toBe(
      server.asked(found('q=vergi&category=hr&missing=ru&sort=title', 2)).length,
    );
  });

  it('shows the last page when the one of the address is not there', async () => {
    const server = new FakeServer().on('GET /api/blog/posts/', () => json(POSTS)).on(ME, () => json({}, 404));
    server.on(found('q=vergi', 9), () => answer([], 7)).on(found('q=vergi', 2), () => answer([aPost({ id: 7 })], 7));
    renderApp('/admin?q=vergi&page=9');
    await waitFor(() => expect(cards()).toEqual(['7']));
    expect(screen.getByRole('button', { name: 'Page 2', current: 'page' })).toBeVisible();
  });

  it('goes back a page when the only card of the last one goes, and only then', async () => {
    let second = [aPost({ id: 8 })];
    const first = POSTS.slice(0, 6);
    const server = new FakeServer()
      .on('GET /api/blog/posts/', () => json(POSTS))
      .on(ME, () => json({ id: 1, username: 'leyla', role: 'editor' }));
    server.on(found('q=vergi'), () => answer(first, 6 + second.length)).on(found('q=vergi', 2), () => answer(second, 6 + second.length));
    server.on(SEVERAL, () => json([{ id: 8, done: true, problem: null }]));
    renderApp('/admin?q=vergi&page=2');
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 8”' }));
    second = [];
    server.on('GET /api/blog/posts/', () => json(POSTS.slice(0, 7)));
    await user.click(await screen.findByRole('button', { name: 'Move to trash' }));
    await waitFor(() => expect(cards()).toHaveLength(6));
    expect(screen.queryByRole('button', { name: 'Page 2' })).toBeNull();

    // Another one has come: what was last known of the second page leads nobody back from it.
    second = [aPost({ id: 7 })];
    server.on('GET /api/blog/posts/', () => json(POSTS));
    await user.click(within(screen.getByRole('region', { name: 'Selected posts' })).getByRole('button', { name: 'Undo' }));
    const next = await screen.findByRole('button', { name: 'Page 2' });
    const held = server.hold(found('q=vergi', 2));
    await user.click(next);
    await waitFor(() => expect(server.asked(found('q=vergi', 2)).length).toBeGreaterThan(2));
    expect(cards()).toEqual([]);
    held.answer(answer(second, 7));
    await waitFor(() => expect(cards()).toEqual(['7']));
  });

  it('says when nothing is found, and when it failed', async () => {
    const { server } = await open();
    server.on(found('q=yox'), () => answer([])).on(found('q=yoxx'), () => json({}, 503));
    await user.type(words(), 'yox');
    expect(await screen.findByText(/^No posts found/)).toBeVisible();
    await user.type(words(), 'x');
    expect(await screen.findByText('The search failed.')).toBeVisible();
    server.on(found('q=yoxx'), () => answer([aPost({ id: 2 })]));
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    await waitFor(() => expect(cards()).toEqual(['2']));
  });
});

describe('several at once', () => {
  it('are for editors', async () => {
    const { server } = await open('/admin', 'author');
    await waitFor(() => expect(server.asked(ME).length).toBeGreaterThan(0));
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  });

  it('are chosen one by one, with Shift all between, and on other pages', async () => {
    await open();
    await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' });
    await user.click(tick(2));
    await user.keyboard('{Shift>}');
    fireEvent.click(tick(4), { shiftKey: true });
    await user.keyboard('{/Shift}');
    expect(await screen.findByText('3 posts selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 8”' }));
    expect(screen.getByText('4 posts selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected$/)).toBeNull();
  });

  it('keep the focus when a button of theirs goes', async () => {
    await open();
    await user.click(tick(1));
    const bar = await screen.findByRole('region', { name: 'Selected posts' });
    await user.click(within(bar).getByRole('button', { name: 'All on this page' }));
    expect(bar).toHaveFocus();
    await user.click(within(bar).getByRole('button', { name: 'Clear selection' }));
    expect(bar).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Posts' })).toHaveFocus();
  });

  it('have an answer each; what was not done stays chosen, what went can come back', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { server } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' }));
    await user.click(tick(2));
    const unfit = { type: 'urn:problem:changed', title: '', status: 412, detail: '' };
    server.on(SEVERAL, ({ json: body }) => {
      const { action } = body as { action: string };
      return json(
        action === 'restore'
          ? [{ id: 1, done: true, problem: null }]
          : [
              { id: 1, done: true, problem: null },
              { id: 2, done: false, problem: unfit },
            ],
      );
    });
    await user.click(await screen.findByRole('button', { name: 'Move to trash' }));
    expect(await screen.findByText('1 post moved to the trash.')).toBeVisible();
    expect(confirm).toHaveBeenCalledWith('Move 2 posts to the trash? They can be restored for 30 days.');
    const bar = await screen.findByRole('region', { name: 'Selected posts' });
    expect(within(bar).getByText(/somebody has changed it meanwhile/)).toBeVisible();
    expect(screen.getByText('1 post selected')).toBeVisible();
    await user.click(within(bar).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 post restored.')).toBeVisible();
    expect(server.asked(SEVERAL).at(-1)?.json).toEqual({ action: 'restore', posts: [{ id: 1 }] });
  });

  it('stay chosen that were chosen while others were worked on, and whoever went on is left there', async () => {
    const { server } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' }));
    await user.click(tick(2));
    const held = server.hold(SEVERAL);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await user.click(tick(3));
    held.answer(
      json([
        { id: 1, done: true, problem: null },
        { id: 2, done: false, problem: { type: 'urn:problem:changed', title: '', status: 412, detail: '' } },
      ]),
    );
    expect(await screen.findByText('1 post published.')).toBeVisible();
    await waitFor(() => expect(screen.getByText('2 posts selected')).toBeVisible());
    expect([1, 2, 3].map((id) => (tick(id) as HTMLInputElement).checked)).toEqual([false, true, true]);
    expect(tick(3)).toHaveFocus();
  });

  it('are those of the list that is looked at: what became of another one’s chooses nothing in it', async () => {
    const { server } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' }));
    const held = server.hold(SEVERAL);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await user.selectOptions(screen.getByLabelText('By category'), 'audit');
    await user.click(tick(3));
    held.answer(json([{ id: 1, done: true, problem: null }]));
    expect(await screen.findByText('1 post published.')).toBeVisible();
    expect(tick(3)).toBeChecked();
  });

  it('are chosen one by one by whoever went past with Shift and Tab before', async () => {
    await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' }));
    tick(4).focus();
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    await user.click(tick(4));
    expect(await screen.findByText('2 posts selected')).toBeVisible();
  });

  it('are asked for once, and a lost answer is said to be lost', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { server } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' }));
    const held = server.hold(SEVERAL);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(server.asked(SEVERAL)).toHaveLength(1);
    held.lose();
    expect(await screen.findByText(/^What was done is not known/)).toBeVisible();
  });

  it('are chosen no more where they turn out to be in the trash, though the answer was lost', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { server } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' }));
    await user.click(tick(2));
    const held = server.hold(SEVERAL);
    await user.click(await screen.findByRole('button', { name: 'Move to trash' }));
    server.on('GET /api/blog/posts/', () => json(POSTS.slice(1)));
    held.lose();
    expect(await screen.findByText('1 post selected')).toBeVisible();
    expect(screen.getByText(/^What was done is not known/)).toBeVisible();
    expect(tick(2)).toBeChecked();
  });

  it('are chosen no more once the list is known again, though it was not when the answer was lost', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { server } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Başlıq 1”' }));
    await user.click(tick(2));
    const held = server.hold(SEVERAL);
    await user.click(await screen.findByRole('button', { name: 'Move to trash' }));
    server.on('GET /api/blog/posts/', () => json({}, 503));
    held.lose();
    expect(await screen.findByText(/^What was done is not known/)).toBeVisible();
    expect(screen.getByText('2 posts selected')).toBeVisible();
    server.on('GET /api/blog/posts/', () => json(POSTS.slice(1)));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(server.asked(SEVERAL)).toHaveLength(2));
    held.lose();
    expect(await screen.findByText('1 post selected')).toBeVisible();
  });
});
