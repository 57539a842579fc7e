import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibraryPicture } from '../api/types';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, type FakeServer, json } from '../test/server';
import { hasUnsaved } from '../ui/unsaved';

const READ = 'GET /api/media/5/';
const CHANGE = 'PATCH /api/media/5/';

let server: FakeServer;
let picture: LibraryPicture;

beforeEach(async () => {
  await signedInWithNothingKept();
  picture = {
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
    alt_az: '',
    alt_en: '',
    alt_ru: '',
    caption_az: '',
    caption_en: '',
    caption_ru: '',
    focus_x: 50,
    focus_y: 50,
  };
  server = await open([
    aPost({ id: 3, image_id: 5, image: '/api/blog/images/5/' }),
    aPost({ id: 4, image_id: 6, image: '/api/blog/images/6/' }),
  ]);
  server
    .on('GET /api/blog/images/5/', () => json({}))
    .on('GET /api/media/5/uses/', () => json([]))
    .on(READ, () => json(picture, 200, { ETag: '"1"' }))
    .on(CHANGE, ({ json: change }) => {
      picture = { ...picture, ...(change as object) };
      return json(picture, 200, { ETag: '"2"' });
    });
  await edit(3);
});
afterEach(() => vi.restoreAllMocks());

async function describing(): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Describe it…' }));
  const dialog = await screen.findByRole('dialog', { name: 'ofis.gif' });
  await within(dialog).findByRole('button', { name: 'Save' });
  return dialog;
}

const alternative = (dialog: HTMLElement) =>
  within(dialog).getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Alternative text/ })[0] as HTMLTextAreaElement;

describe('the description of the post’s own picture', () => {
  it('is written beside the post, whose words stay unsaved meanwhile', async () => {
    expect(await screen.findByText('No alternative text')).toBeVisible();
    await user.type(field('title_az'), ' və');
    const dialog = await describing();
    await user.type(alternative(dialog), 'Bakı buxtası');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Alternative text: Bakı buxtası')).toBeInTheDocument();
    expect(server.asked(CHANGE)[0]?.json).toMatchObject({ alt_az: 'Bakı buxtası' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(hasUnsaved(), 'the title').toBe(true);
    expect(field('title_az').value).toBe('Başlıq 3 və');
  });

  it('asks before it is lost, and leaves nothing unsaved behind', async () => {
    const dialog = await describing();
    await user.type(alternative(dialog), 'B');
    await waitFor(() => expect(hasUnsaved()).toBe(true));
    const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    const close = () => user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await close();
    expect(dialog).toBeInTheDocument();
    await close();
    expect(asked).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(hasUnsaved()).toBe(false));
    expect(server.asked(CHANGE)).toHaveLength(0);
  });

  it('is not lost when a save that was on its way empties the form', async () => {
    const update = server.hold('PUT /api/blog/posts/3/');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/3/')).toHaveLength(1));
    const dialog = await describing();
    await user.type(alternative(dialog), 'Bakı');
    update.answer(json(aPost({ id: 3, image_id: 5, image: '/api/blog/images/5/' }), 200, { ETag: '"3-2"' }));
    await screen.findByRole('heading', { name: 'New post' });
    expect(dialog).toBeInTheDocument();
    expect(alternative(dialog)).toHaveValue('Bakı');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.asked(CHANGE)[0]?.json).toMatchObject({ alt_az: 'Bakı' }));
  });

  it('is seen although the dialog was closed before the answer came', async () => {
    const held = server.hold(CHANGE);
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const dialog = await describing();
    fireEvent.change(alternative(dialog), { target: { value: 'Bakı buxtası' } });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.asked(CHANGE)).toHaveLength(1));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    picture = { ...picture, alt_az: 'Bakı buxtası' };
    await act(async () => held.answer(json(picture, 200, { ETag: '"2"' })));
    expect(await screen.findByText('Alternative text: Bakı buxtası')).toBeVisible();
  });

  it('is shown by its present file, also once another one has taken its place', async () => {
    server.on('PUT /api/media/5/file/', () => {
      picture = { ...picture, version: 'def', file_name: 'new.gif' };
      return json(picture, 200, { ETag: '"2"' });
    });
    const shown = await screen.findByRole('img', { name: 'Current image' });
    expect(shown).toHaveAttribute('src', '/api/blog/images/5/?v=abc');
    const dialog = await describing();
    await user.upload(within(dialog).getByLabelText('Replace the file'), new File(['GIF89a'], 'new.gif', { type: 'image/gif' }));
    await waitFor(() => expect(shown).toHaveAttribute('src', '/api/blog/images/5/?v=def'));
  });

  it('says when somebody else described it meanwhile, and keeps the words', async () => {
    server.on(CHANGE, () => json({}, 412));
    const dialog = await describing();
    await user.type(alternative(dialog), 'Mənim');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(within(dialog).getByRole('alert')).not.toBeEmptyDOMElement());
    expect(alternative(dialog).value).toBe('Mənim');
  });

  it('is shown by its address where the library does not answer', async () => {
    server.on('GET /api/media/6/', () => json({}, 503));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await edit(4);
    expect(await screen.findByRole('img', { name: 'Current image' })).toHaveAttribute('src', '/api/blog/images/6/?now');
  });
});
