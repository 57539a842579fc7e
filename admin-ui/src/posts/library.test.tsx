import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibraryPicture, Role } from '../api/types';
import { readEntries } from '../journal/store';
import { ownTimers, pass } from '../test/pause';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, FakeServer, json, type Seen } from '../test/server';
import { hasUnsaved } from '../ui/unsaved';

const LIST = 'GET /api/media/?page=1&page_size=24';
const BYTES = 'GET /api/blog/images/5/?v=abc';
const picture: LibraryPicture = {
  id: 5,
  url: '/api/blog/images/5/',
  version: 'abc',
  width: 8,
  height: 8,
  content_type: 'image/gif',
  size: 6,
  file_name: 'ofis.gif',
  created_at: '2026-11-01T08:00:00Z',
  created_by: 'leyla',
  used: true,
  goes_at: null,
  editable: true,
  alt_az: 'Ofis',
  alt_en: '',
  alt_ru: '',
  caption_az: '',
  caption_en: '',
  caption_ru: '',
  focus_x: 50,
  focus_y: 50,
};
const gif = () => new Response('GIF89a', { headers: { 'Content-Type': 'image/gif' } });
const chosen = () => field('image') as unknown as HTMLInputElement;

beforeEach(signedInWithNothingKept);
ownTimers();
afterEach(() => vi.unstubAllGlobals());

async function pick(from: HTMLElement) {
  await user.click(within(from).getByRole('button', { name: 'From the library…' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Choose from the library' })).getByRole('button', { name: 'Ofis' }));
}
const imageField = () => chosen().closest('.image-field') as HTMLElement;

describe('a picture of the library', () => {
  it('becomes the post’s own, with the same bytes', async () => {
    const server = (await open(aPost()))
      .on(LIST, () => json([picture], 200, { 'X-Total-Count': '1' }))
      .on(BYTES, gif)
      .on(POST, (request) => json(saved(request, 9), 201));
    await fill();
    await pick(imageField());
    expect(await within(imageField()).findAllByText(/ofis\.gif/)).not.toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
    expect((server.asked(POST)[0]?.form.image as File).size).toBe(6);
  });

  it('is not taken when another file was chosen before it came', async () => {
    const server = (await open(aPost())).on(LIST, () => json([picture], 200, { 'X-Total-Count': '1' }));
    const held = server.hold(BYTES);
    await pick(imageField());
    await waitFor(() => expect(server.asked(BYTES)).toHaveLength(1));
    await user.upload(chosen(), new File(['GIF89a'], 'mine.gif', { type: 'image/gif' }));
    await act(async () => held.answer(gif()));
    expect(within(imageField()).getAllByText(/mine\.gif/)).not.toHaveLength(0);
    expect(within(imageField()).queryByText(/ofis\.gif/)).toBeNull();
  });

  it('says when it cannot be had', async () => {
    (await open(aPost())).on(LIST, () => json([picture], 200, { 'X-Total-Count': '1' })).on(BYTES, () => json({}, 404));
    await pick(imageField());
    expect(await screen.findByText('The picture could not be taken from the library.')).toBeVisible();
  });
});

describe('a picture of the library that is still coming', () => {
  const create = () => user.click(screen.getByRole('button', { name: 'Create' }));
  const taken = () => within(imageField()).findAllByText(/ofis\.gif/);

  async function coming() {
    const post = aPost({ id: 3, image_id: 6, image: '/api/blog/images/6/' });
    const server = (await open([post]))
      .on(LIST, () => json([picture], 200, { 'X-Total-Count': '1' }))
      .on(POST, (request) => json(saved(request, 9), 201));
    return { server, held: server.hold(BYTES) };
  }
  async function createdBefore() {
    const both = await coming();
    await fill();
    await pick(imageField());
    await create();
    expect(screen.getByText('The post will be saved as soon as the picture has come from the library.')).toBeVisible();
    return both;
  }

  it('is said to be, and what is saved before it came waits for it', async () => {
    const { server, held } = await createdBefore();
    expect(within(imageField()).getByText('The picture is coming from the library…')).toBeVisible();
    expect(server.asked(POST)).toEqual([]);
    await act(async () => held.answer(gif()));
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
    expect((server.asked(POST)[0]?.form.image as File).size).toBe(6);
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yaradıldı!'));
    expect(screen.queryByText('The picture is coming from the library…')).toBeNull();
  });

  it('ends the save when it cannot be had; the next one does without it', async () => {
    const { server, held } = await createdBefore();
    await act(async () => held.answer(json({}, 503)));
    expect(await screen.findByText('The picture could not be taken from the library.')).toBeVisible();
    expect(await screen.findByText(/^Not saved: the picture could not be taken/)).toBeVisible();
    expect(server.asked(POST)).toEqual([]);
    await create();
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
    expect(server.asked(POST)[0]?.form).not.toHaveProperty('image');
  });

  it.each([
    ['gif', gif],
    ['503', () => json({}, 503)],
  ])('is neither saved with nor told about once another post is open: %s', async (_what, answer) => {
    const { server, held } = await createdBefore();
    await edit(3);
    await act(async () => held.answer(answer()));
    await pass(100);
    expect(screen.queryByText(/from the library\./)).toBeNull();
    expect(within(imageField()).queryByText(/ofis\.gif/)).toBeNull();
    expect(server.asked(POST)).toEqual([]);
    expect(field('title_en')).toHaveValue('Title 3');
    // Its draft could not be kept, so it is still offered: who goes on with it has not pressed the button again.
    await user.click(await screen.findByRole('button', { name: /^Continue: New post: new title_az/ }));
    await waitFor(() => expect(field('title_az')).toHaveValue('new title_az'));
    await pass(100);
    expect(screen.queryByText(/will be saved as soon as/)).toBeNull();
    expect(server.asked(POST)).toEqual([]);
    await create();
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
  });

  it('is not taken once its page went', async () => {
    const { held } = await coming();
    await pick(imageField());
    await waitFor(() => expect(within(imageField()).getByText(/is coming/)).toBeVisible());
    cleanup();
    await act(async () => held.answer(gif()));
    await pass(500);
    expect(await readEntries()).toEqual([]);
    expect(hasUnsaved()).toBe(false);
  });

  it('is not taken once the picture of the post is to go instead', async () => {
    const { server, held } = await coming();
    await edit(3);
    await pick(imageField());
    await user.click(screen.getByRole('button', { name: 'Remove the image' }));
    await waitFor(() => expect(server.asked(BYTES)).toHaveLength(1));
    await act(async () => held.answer(gif()));
    await pass(100);
    expect(screen.getByRole('button', { name: 'Keep the image' })).toBeVisible();
  });

  it('finds its form still open when it was chosen after the save had begun', async () => {
    const { server, held } = await coming();
    const line = server.hold('PUT /api/blog/posts/3/');
    await edit(3);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/3/')).toHaveLength(1));
    await pick(imageField());
    await act(async () => line.answer(json(saved(server.asked('PUT /api/blog/posts/3/')[0] as Seen, 3), 200, { ETag: '"3-2"' })));
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    await act(async () => held.answer(gif()));
    expect(await taken()).not.toHaveLength(0);
    expect(screen.getByRole('heading', { name: /^Edit post *№ 3$/ })).toBeVisible();
  });
});

describe('while a picture of the library is coming', () => {
  const KEEP = 'PUT /api/blog/posts/3/draft/';
  const STEP = /^\/api\/blog\/posts\/\d+\/(?:publish|share|approval)\/$/;
  const COMING = 'The picture is still coming from the library. Try again when it is here.';
  const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
  const SEEN = { ...UNSEEN, state: 'published', published_at: '2026-03-05T08:00:00Z' } as const;
  const draft = (id: number, change: object = {}) =>
    aDraft({ id, state: 'changed', languages: { az: SEEN, en: SEEN, ru: UNSEEN }, ...change });
  const steps = (server: FakeServer) => server.seen.filter(({ method, path }) => method === 'POST' && STEP.test(path));
  const dialog = () => within(screen.getByRole('dialog'));

  async function chosenFor(role: Role) {
    const server = new FakeServer()
      .on('GET /api/blog/posts/', () => json([draft(3), draft(4)]))
      .on('GET /api/users/me/', () => json({ id: 3, username: 'x', role, second_step_missing: false }));
    server.on(LIST, () => json([picture], 200, { 'X-Total-Count': '1' }));
    for (const id of [3, 4]) {
      const post = `POST /api/blog/posts/${id}/`;
      server.on(`GET /api/blog/posts/${id}/draft/`, () => json(draft(id), 200, { ETag: '"d1"' }));
      server
        .on(`${post}publish/`, () => json(aPost({ id })))
        .on(`${post}share/`, () => json({ url: '/shared/abc/', expires_at: '2026-12-08T05:00:00Z' }, 201))
        .on(`${post}approval/`, () => json(null, 201));
    }
    // The server has the picture from here on.
    const withPicture = () => json(draft(3, { image_id: 9, image: '/api/blog/images/9/' }), 200, { ETag: '"d2"' });
    server.on(KEEP, () => {
      server.on('GET /api/blog/posts/3/draft/', withPicture);
      return withPicture();
    });
    const held = server.hold(BYTES);
    renderApp('/admin');
    await screen.findByText('2 posts');
    await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
    return { server, held };
  }
  async function ask(item: string, button: string) {
    await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await screen.findByRole('dialog');
    await user.click(dialog().getByRole('button', { name: button }));
  }

  const WAYS = [
    ['goes live', 'editor', 'Choose languages and time…', 'Publish'],
    ['is shown by a link', 'editor', 'Link for approval…', 'Make a link'],
    ['is asked to be published', 'author', 'Ask for publication…', 'Ask'],
  ] as const;

  it.each(WAYS)('nothing %s without it', async (_what, role, item, button) => {
    const { server, held } = await chosenFor(role);
    await edit(3);
    await pick(imageField());
    await ask(item, button);
    expect(await dialog().findByText(COMING)).toBeVisible();
    expect(steps(server)).toEqual([]);
    await act(async () => held.answer(gif()));
    await waitFor(() => expect(within(imageField()).getAllByText(/ofis\.gif/)).not.toHaveLength(0));
    await user.click(dialog().getByRole('button', { name: button }));
    await waitFor(() => expect(steps(server)).toHaveLength(1));
    // An author's press keeps the draft as it is, too.
    expect((server.asked(KEEP).at(-1)?.form.image as File).size).toBe(6);
  });

  it.each(WAYS)('another post that was opened before it came %s', async (_what, role, item, button) => {
    const { server, held } = await chosenFor(role);
    await edit(3);
    await pick(imageField());
    await edit(4);
    await ask(item, button);
    await waitFor(() => expect(steps(server).map(({ path }) => path.split('/')[4])).toEqual(['4']));
    expect(screen.queryByText(COMING)).toBeNull();
    await act(async () => held.answer(gif()));
    expect(server.asked(KEEP)).toEqual([]);
  });

  it('a plan is cancelled all the same, which shows nothing to anybody', async () => {
    const { server } = await chosenFor('editor');
    const planned = { ...UNSEEN, state: 'scheduled', scheduled_at: '2026-12-01T05:00:00Z', scheduled_action: 'publish' } as const;
    server.on('GET /api/blog/posts/3/draft/', () =>
      json(draft(3, { languages: aDraft({ languages: { az: SEEN, en: SEEN, ru: planned } }).languages }), 200, { ETag: '"d1"' }),
    );
    server.on('DELETE /api/blog/posts/3/schedule/', () => json(null, 204));
    await edit(3);
    await pick(imageField());
    await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel the schedule' }));
    await waitFor(() => expect(server.asked('DELETE /api/blog/posts/3/schedule/')).toHaveLength(1));
  });
});
