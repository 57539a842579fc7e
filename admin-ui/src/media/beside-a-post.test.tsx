import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { picture } from '../test/pictures-page';
import { edit, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';

it('a file that was not taken after the panel beside a post was closed is told there, where nothing else would say it', async () => {
  await signedInWithNothingKept();
  const server = await open([aPost({ id: 3, image_id: 5, image: '/api/blog/images/5/' })]);
  server
    .on('GET /api/blog/images/5/', () => json({}))
    .on('GET /api/media/5/uses/', () => json([]))
    .on('GET /api/media/5/', () => json(picture(5), 200, { ETag: '"1"' }));
  const held = server.hold('PUT /api/media/5/file/');
  await edit(3);
  await user.click(await screen.findByRole('button', { name: 'Describe it…' }));
  const dialog = await screen.findByRole('dialog', { name: 'p5.png' });
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const told = vi.spyOn(window, 'alert').mockReturnValue(undefined);
  await user.upload(await within(dialog).findByLabelText('Replace the file'), new File(['GIF89a'], 'new.gif', { type: 'image/gif' }));
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(told).not.toHaveBeenCalled();
  held.answer(json({}, 409));
  await waitFor(() =>
    expect(told).toHaveBeenCalledExactlyOnceWith(
      '“p5.png”: This file is in the library already, as another picture. Choose another file, or use that picture in the post.',
    ),
  );
});
