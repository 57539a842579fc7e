import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { edit, field, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('the picture of a post', () => {
  const picture = { id: 1, image: '/api/blog/images/4/' };

  it('is removed with the next save, and kept if one thinks again', async () => {
    const server = (await open([aPost(picture)])).on('PUT /api/blog/posts/1/', (request) => json(saved(request, 1)));
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Remove the image' }));
    expect(screen.queryByRole('img', { name: 'Current image' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keep the image' }));
    expect(screen.getByRole('img', { name: 'Current image' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove the image' }));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/1/')[0]?.form).toMatchObject({ remove_image: 'true' });
  });

  it('goes with the text that is saved as a new post', async () => {
    const server = (await open([aPost(picture)])).on('PUT /api/blog/posts/1/', () => json({}, 404));
    server.on('GET /api/blog/images/4/', () => new Response('png', { headers: { 'Content-Type': 'image/png' } }));
    server.on(POST, (request) => json(saved(request, 2), 201));
    await edit(1);
    await user.type(field('author'), ' X');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await user.click(await screen.findByRole('button', { name: 'Save as a new post' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    expect(server.asked(POST)[0]?.form['image']).toMatchObject({ name: 'image.png', type: 'image/png' });
  });

  it('is waited for once, however often that button is pressed: the form is empty when the new post is there', async () => {
    const server = (await open([aPost(picture)])).on('PUT /api/blog/posts/1/', () => json({}, 404));
    const file = server.hold('GET /api/blog/images/4/');
    const creation = server.hold(POST);
    await edit(1);
    await user.type(field('author'), ' X');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await user.dblClick(await screen.findByRole('button', { name: 'Save as a new post' }));
    const png = () => new Response('png', { headers: { 'Content-Type': 'image/png' } });
    file.answer(png());
    await waitFor(() => expect(server.asked(POST)).toHaveLength(1));
    await act(async () => file.answer(png()));
    creation.answer(json(aPost({ id: 2 }), 201));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    expect(field('author')).toHaveValue('');
  });

  it('is asked for again when it cannot be taken over', async () => {
    const server = (await open([aPost(picture)])).on('PUT /api/blog/posts/1/', () => json({}, 404));
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await user.click(await screen.findByRole('button', { name: 'Save as a new post' }));
    expect(await screen.findByText(/image of the post could not be taken over/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'New post' })).toBeVisible();
    expect(field('title_en')).toHaveValue('Title 1');
    expect(server.asked(POST)).toEqual([]);
  });
});

describe('two images for one post', () => {
  async function choose(side: 'Version in this form' | 'Version on the server') {
    const server = await open([aPost({ id: 1, image: '/api/blog/images/4/' })]);
    await edit(1);
    await user.upload(field('image'), new File(['x'], 'mine.png', { type: 'image/png' }));
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, image: '/api/blog/images/9/' }), 200, { ETag: '"1-2"' }));
    server.on('PUT /api/blog/posts/1/', (request) =>
      request.headers.get('If-Match') === '"1-2"' ? json(saved(request, 1)) : json({}, 412),
    );
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const image = await screen.findByRole('group', { name: /^Image/ });
    expect(within(image).getByRole('img', { name: 'mine.png' })).toBeVisible();
    expect(image.querySelector('img[src="/api/blog/images/9/?now"]')).not.toBeNull();
    await user.click(within(image).getByRole('radio', { name: side }));
    await user.click(screen.getByRole('button', { name: 'Save the selection' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
    return server.asked('PUT /api/blog/posts/1/')[1]?.form ?? {};
  }

  it('are compared, and mine is sent if I choose it', async () => {
    expect((await choose('Version in this form'))['image']).toBeInstanceOf(File);
  });

  it('are compared, and the one on the server stays if I choose that', async () => {
    expect(await choose('Version on the server')).not.toHaveProperty('image');
  });
});
