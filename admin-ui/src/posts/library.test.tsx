import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibraryPicture } from '../api/types';
import { readEntries } from '../journal/store';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json, type Seen } from '../test/server';
import { hasUnsaved } from '../ui/unsaved';

const LIST = 'GET /api/media/?page=1&page_size=24';
const BYTES = 'GET /api/blog/images/5/?v=abc';
const picture: LibraryPicture = {
  id: 5, url: '/api/blog/images/5/', version: 'abc', width: 8, height: 8, content_type: 'image/gif', size: 6, file_name: 'ofis.gif', created_at: '2026-11-01T08:00:00Z', created_by: 'leyla',
  used: true, alt_az: 'Ofis', alt_en: '', alt_ru: '', caption_az: '', caption_en: '', caption_ru: '', focus_x: 50, focus_y: 50,
};
const gif = () => new Response('GIF89a', { headers: { 'Content-Type': 'image/gif' } });
const chosen = () => field('image') as unknown as HTMLInputElement;

beforeEach(signedInWithNothingKept);
afterEach(() => vi.unstubAllGlobals());

async function pick(from: HTMLElement) {
  await user.click(within(from).getByRole('button', { name: 'From the library…' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Choose from the library' })).getByRole('button', { name: 'Ofis' }));
}
const imageField = () => chosen().closest('.image-field') as HTMLElement;

describe('a picture of the library', () => {
  it('becomes the post’s own, with the same bytes', async () => {
    const server = (await open(aPost())).on(LIST, () => json([picture], 200, { 'X-Total-Count': '1' })).on(BYTES, gif).on(POST, (request) => json(saved(request, 9), 201));
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
    const server = (await open([post])).on(LIST, () => json([picture], 200, { 'X-Total-Count': '1' })).on(POST, (request) => json(saved(request, 9), 201));
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

  it.each([['gif', gif], ['503', () => json({}, 503)]])('is neither saved with nor told about once another post is open: %s', async (_what, answer) => {
    const { server, held } = await createdBefore();
    await edit(3);
    await act(async () => held.answer(answer()));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(screen.queryByText(/from the library\./)).toBeNull();
    expect(within(imageField()).queryByText(/ofis\.gif/)).toBeNull();
    expect(server.asked(POST)).toEqual([]);
    expect(field('title_en')).toHaveValue('Title 3');
  });

  it('is not taken once its page went', async () => {
    const { held } = await coming();
    await pick(imageField());
    await waitFor(() => expect(within(imageField()).getByText(/is coming/)).toBeVisible());
    cleanup();
    await act(async () => held.answer(gif()));
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
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
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
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
