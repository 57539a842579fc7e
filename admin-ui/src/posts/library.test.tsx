import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibraryPicture } from '../api/types';
import { field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';

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
