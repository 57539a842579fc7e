import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LibraryPicture } from '../api/types';
import { storeTokens } from '../auth/session';
import { FakeServer, json } from './server';

export function picture(id: number, change: Partial<LibraryPicture> = {}): LibraryPicture {
  return {
    id,
    url: `/api/blog/images/${id}/`,
    version: 'abc',
    width: 800,
    height: 600,
    content_type: 'image/png',
    size: 2048,
    file_name: `p${id}.png`,
    created_at: '2026-11-01T08:00:00Z',
    created_by: 'leyla',
    used: true,
    goes_at: null,
    editable: true,
    alt_az: '',
    alt_en: '',
    alt_ru: '',
    caption_az: '',
    caption_en: '',
    caption_ru: '',
    focus_x: 50,
    focus_y: 50,
    ...change,
  };
}

/** What the first page of the library is asked for. */
export const LIST = 'GET /api/media/?page=1&page_size=24';
/** All that the server has, newest first. */
export const library: { all: LibraryPicture[] } = { all: [] };

/** Two pictures, of which nobody uses the first, and a server that keeps what becomes of the second. */
export function libraryServer(): FakeServer {
  storeTokens({ access: 'a', refresh: 'r' });
  library.all = [picture(2, { used: false }), picture(1, { alt_az: 'Ofis' })];
  return new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'author' }))
    .on(LIST, () => json(library.all, 200, { 'X-Total-Count': String(library.all.length) }))
    .on('GET /api/media/1/', () => json(library.all.at(-1), 200, { ETag: '"1"' }))
    .on('GET /api/media/1/uses/', () => json([{ id: 7, title: 'Bir', state: 'published', places: ['picture', 'history'] }]))
    .on('GET /api/media/2/', () => json(library.all[0], 200, { ETag: '"1"' }))
    .on('GET /api/media/2/uses/', () => json([]))
    .on('PATCH /api/media/1/', ({ json: change }) => {
      library.all = library.all.map((one) => (one.id === 1 ? { ...one, ...(change as object) } : one));
      return json(library.all.at(-1), 200, { ETag: '"2"' });
    });
}

/** The panel of the picture of that name, once its texts are there. */
export async function opened(name: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Save' });
  return dialog;
}
