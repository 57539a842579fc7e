import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cards, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { FakeEvents } from '../test/events';
import { aPost, json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('Enter', () => {
  it.each([
    ['title_az', 'excerpt_az'],
    ['author', 'featured'],
    ['featured', 'trending'],
  ])('in %s goes to %s and publishes nothing', async (from, to) => {
    const server = await open([]);
    await fill();
    field(from).focus();
    await user.keyboard('{Enter}');
    expect(field(to)).toHaveFocus();
    expect(server.asked(POST)).toEqual([]);
  });

  it('still presses the button that has the focus', async () => {
    const server = (await open([])).on(POST, (request) => json(saved(request, 2), 201));
    await fill();
    screen.getByRole('button', { name: 'Create' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yaradıldı!'));
    expect(server.asked(POST)).toHaveLength(1);
  });
});

describe('Ctrl+S', () => {
  it.each([
    ['an English', { key: 's', code: 'KeyS' }],
    ['a Russian', { key: 'ы', code: 'KeyS' }],
    ['a French typist on Dvorak', { key: 's', code: 'Semicolon' }],
  ])('saves on %s keyboard', async (_keyboard, keys) => {
    await open([]);
    fireEvent.keyDown(field('title_az'), { ...keys, ctrlKey: true });
    expect(screen.getByText('4 required fields are empty.')).toBeVisible();
  });

  it('is not another letter at the place of S', async () => {
    await open([]);
    fireEvent.keyDown(field('title_az'), { key: 'o', code: 'KeyS', ctrlKey: true });
    expect(screen.queryByText('4 required fields are empty.')).toBeNull();
  });
});

describe('a new text', () => {
  const state = () => document.querySelector('#pane-az .state')?.textContent ?? null;
  const copies = () => [...document.querySelectorAll<HTMLButtonElement>('#pane-az .pane__tools button')];

  it('stands in lines that say something from the start: that there is none, and what could be copied from', async () => {
    await open([]);
    expect(state()).toBe('Empty');
    expect(copies().map(({ disabled }) => disabled)).toEqual([true, true]);
    for (const copy of copies()) expect(copy).toBeVisible();
    await user.type(field('title_az'), 'S');
    expect(state()).toBeNull();
    await user.clear(field('title_az'));
    expect(state()).toBe('Empty');
  });
});

it('texts that were copied and are taken back leave the focus at the button that copies them', async () => {
  await open([]);
  await user.type(field('title_en'), 'S');
  await user.click(screen.getByRole('button', { name: 'Copy the texts from EN' }));
  await user.click(await screen.findByRole('button', { name: 'Bring the previous texts back' }));
  expect(field('title_az')).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Copy the texts from EN' })).toHaveFocus();
});

describe('a gap on another tab', () => {
  it('is marked on the tab', async () => {
    await open([]);
    await user.type(field('title_az'), 'Salam');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByRole('tab', { name: /^EN.*1 required field is empty/ })).toBeVisible();
    expect(screen.getByRole('tab', { name: /^AZ/ })).not.toHaveTextContent('required');
    await user.type(field('title_en'), 'Hello');
    expect(screen.getByRole('tab', { name: /^EN/ })).not.toHaveTextContent('required');
  });
});

describe('opening a post', () => {
  it('says which one did not open and why, and tries again', async () => {
    const server = await open([aPost({ id: 1 })]);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.offline = true;
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    const notice = await screen.findByText('“Başlıq 1” could not be opened');
    expect(screen.getByText(/^No connection to the server/)).toBeVisible();
    expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazıları yüklənə bilmədi!');
    server.offline = false;
    await user.click(within(notice.closest('section') as HTMLElement).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: /Edit post/ })).toBeVisible();
    expect(screen.queryByText('“Başlıq 1” could not be opened')).toBeNull();
  });

  it('takes one away that somebody deleted', async () => {
    const server = (await open([aPost({ id: 1 }), aPost({ id: 2 })])).on('GET /api/blog/posts/1/', () => json({}, 404));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    expect(await screen.findByText('This post has been deleted.')).toBeVisible();
    expect(cards()).toEqual(['2']);
    expect(server.asked('GET /api/blog/posts/1/draft/')).toHaveLength(1);
  });
});

describe('what others save', () => {
  it('arrives in the list and in the rule of the one featured post', async () => {
    const events = new FakeEvents();
    const server = await open([aPost({ id: 1 })]);
    events.site({ revision: 1 });
    server.on('GET /api/blog/posts/', () => json([aPost({ id: 2, featured: true }), aPost({ id: 1 })]));
    events.site({ revision: 2 });
    await waitFor(() => expect(cards()).toEqual(['2', '1']));
    await user.click(field('featured'));
    expect(window.alert).toHaveBeenCalledExactlyOnceWith('Eyni anda yalnız bir yazı seçilə bilər!');
  });

  it('does not undo what was saved here while the list was on its way, nor alert when it fails', async () => {
    const events = new FakeEvents();
    const server = await open([aPost({ id: 1 })]);
    events.site({ revision: 1 });
    const list = server.hold('GET /api/blog/posts/');
    events.site({ revision: 2 });
    await waitFor(() => expect(server.asked('GET /api/blog/posts/?state=all&fields=summary')).toHaveLength(2));
    server.on(POST, (request) => json(saved(request, 5), 201));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(cards()).toEqual(['5', '1']));
    // It is said a moment after the card is there, so that the browser draws it first.
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    const again = server.hold('GET /api/blog/posts/');
    list.answer(json([aPost({ id: 1 })]));
    await waitFor(() => expect(server.asked('GET /api/blog/posts/?state=all&fields=summary').length).toBeGreaterThan(2));
    await act(async () => again.answer(json({}, 500)));
    expect(cards()).toEqual(['5', '1']);
    expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yaradıldı!');
  });
});

describe('generation', () => {
  it('is shown beside the button as well once something is saved', async () => {
    const server = (await open([])).on(POST, (request) => json(saved(request, 2), 201));
    server.on('GET /api/site/', () =>
      json({ revision: 2, published_revision: 2, last_build: { rendered: 9, ms: 38 }, last_error: null, sequence: 2 }),
    );
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(document.querySelector('.post-form__footer .generation-hint')).toHaveTextContent('Live'));
    await user.type(field('title_az'), 'S');
    expect(document.querySelector('.generation-hint')).toBeNull();
  });
});
