import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { desk } from '../test/desk';
import { cards, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('the trash', () => {
  const trashed = {
    id: 5,
    title: 'Köhnə',
    title_az: 'Köhnə',
    title_en: '',
    title_ru: '',
    category: 'audit',
    author: 'A',
    image: null,
    deleted_by: 'aysel',
    live: true,
  };

  it('is a view from where posts come back, or go for good after their name was named', async () => {
    const server = await desk();
    server.on('GET /api/blog/trash/', () =>
      json([{ ...trashed, deleted_at: new Date().toISOString(), expires_at: new Date(Date.now() + 29.5 * 24 * 3600e3).toISOString() }]),
    );
    server.on('POST /api/blog/trash/5/restore/', () => json(aDraft({ id: 5 }))).on('DELETE /api/blog/trash/5/', () => json(null, 204));
    await user.click(screen.getByRole('button', { name: 'Trash' }));
    expect(await screen.findByText('30 days left')).toBeVisible();
    vi.mocked(window.confirm).mockReturnValueOnce(false);
    await user.click(screen.getByRole('button', { name: 'Delete for good: “Köhnə”' }));
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('“Köhnə” and its history'));
    expect(server.asked('DELETE /api/blog/trash/5/')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Restore “Köhnə”' }));
    expect(await screen.findByText('“Köhnə” was restored.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the posts' }));
    expect(cards()).toEqual(['1']);
  });

  it('is where a deleted post is said to be; what links to it is shown before', async () => {
    const server = (await desk({ live: true }))
      .on('GET /api/blog/posts/1/links/', () => json([{ id: 7, title: 'Vergi təqvimi' }]))
      .on('DELETE /api/blog/posts/1/', () => json(null, 204));
    server.on('POST /api/blog/trash/1/restore/', () => json(aDraft({ id: 1 })));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Before “Başlıq 1” is deleted' });
    expect(dialog).toHaveTextContent('Vergi təqvimi');
    expect(window.confirm).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Go on deleting' }));
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith('Bu yazını silmək istədiyinizə əminsiniz?');
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla silindi!'));
    expect(await screen.findByText('“Başlıq 1” is in the trash')).toBeVisible();
    server.on('PUT /api/blog/posts/1/redirect/', () => json({ redirect_to: '/blog/7/' }));
    await user.click(screen.getByRole('button', { name: 'Send its address elsewhere…' }));
    await screen.findByRole('dialog', { name: 'Send its address elsewhere' });
    await user.type(field('redirect_to'), '/blog/7/');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/redirect/')[0]?.json).toEqual({ redirect_to: '/blog/7/' }));
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(server.asked('POST /api/blog/trash/1/restore/')).toHaveLength(1));
  });

  it('gives the focus back: to the list from its own view, to the form from what was said above it', async () => {
    const server = (await desk({ live: true }))
      .on('GET /api/blog/posts/1/links/', () => json([]))
      .on('DELETE /api/blog/posts/1/', () => json(null, 204))
      .on('GET /api/blog/trash/', () => json([]));
    await user.click(screen.getByRole('button', { name: 'Trash' }));
    await screen.findByText('The trash is empty.');
    await user.click(screen.getByRole('button', { name: 'Back to the posts' }));
    expect(screen.getByRole('heading', { name: 'Posts' })).toHaveFocus();
    server.on('POST /api/blog/trash/1/restore/', () => json(aDraft({ id: 1 })));
    for (const way of ['Restore', 'Close']) {
      await user.click(await screen.findByRole('button', { name: /^Delete/ }));
      const notice = within((await screen.findByText('“Başlıq 1” is in the trash')).closest('section') as HTMLElement);
      await user.click(notice.getByRole('button', { name: way }));
      await waitFor(() => expect(screen.queryByText('“Başlıq 1” is in the trash')).toBeNull());
      expect(document.querySelector('.form-panel')).toHaveFocus();
    }
  });

  it('takes what was deleted one after the other: each question is about one post until it is answered', async () => {
    const server = await open([1, 2, 3].map((id) => aPost({ id })));
    const links = [1, 2, 3].map((id) => server.hold(`GET /api/blog/posts/${id}/links/`));
    for (const id of [1, 2, 3]) await user.click(screen.getByRole('button', { name: new RegExp(`^Delete .*${id}`) }));
    links[0]?.answer(json([{ id: 7, title: 'Vergi təqvimi' }]));
    const dialog = await screen.findByRole('dialog', { name: 'Before “Başlıq 1” is deleted' });
    await user.type(within(dialog).getByRole('combobox'), '/blog/7/');
    for (const late of links.slice(1)) await act(async () => late.answer(json([{ id: 8, title: 'Audit' }])));
    expect(screen.getByRole('dialog', { name: 'Before “Başlıq 1” is deleted' })).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep it' }));
    expect(await screen.findByRole('dialog', { name: 'Before “Başlıq 2” is deleted' })).toBeVisible();
    expect(field('redirect_to')).toHaveValue('');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep it' }));
    expect(await screen.findByRole('dialog', { name: 'Before “Başlıq 3” is deleted' })).toBeVisible();
    expect(window.confirm).not.toHaveBeenCalled();
  });

  it('is where an address is sent elsewhere that was asked about, whatever goes there meanwhile', async () => {
    const server = await open([1, 2].map((id) => aPost({ id })));
    for (const id of [1, 2])
      server
        .on(`GET /api/blog/posts/${id}/links/`, () => json([]))
        .on(`PUT /api/blog/posts/${id}/redirect/`, () => json({ redirect_to: '/faq/' }));
    server.on('DELETE /api/blog/posts/1/', () => json(null, 204));
    const second = server.hold('DELETE /api/blog/posts/2/');
    await user.click(screen.getByRole('button', { name: /^Delete .*2/ }));
    await waitFor(() => expect(server.asked('DELETE /api/blog/posts/2/')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: /^Delete .*1/ }));
    await user.click(await screen.findByRole('button', { name: 'Send its address elsewhere…' }));
    await screen.findByRole('dialog', { name: 'Send its address elsewhere' });
    await user.type(field('redirect_to'), '/faq/');
    second.answer(json(null, 204));
    expect(await screen.findByText('“Başlıq 2” is in the trash')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('PUT /api/blog/posts/1/redirect/')).toHaveLength(1);
    expect(server.asked('PUT /api/blog/posts/2/redirect/')).toEqual([]);
  });

  it('is asked once to let go for good, and leaves whoever went on in the form there', async () => {
    const server = await desk();
    const times = { deleted_at: new Date().toISOString(), expires_at: new Date(Date.now() + 29.5 * 24 * 3600e3).toISOString() };
    server.on('GET /api/blog/trash/', () => json([{ ...trashed, ...times }]));
    const removal = server.hold('DELETE /api/blog/trash/5/');
    await user.click(screen.getByRole('button', { name: 'Trash' }));
    const remove = await screen.findByRole('button', { name: 'Delete for good: “Köhnə”' });
    await user.dblClick(remove);
    expect(window.confirm).toHaveBeenCalledTimes(1);
    await user.type(field('title_az'), 'Bu');
    removal.answer(json(null, 204));
    expect(await screen.findByText('“Köhnə” was deleted for good.')).toBeVisible();
    expect(field('title_az')).toHaveFocus();
  });

  it('leaves whoever presses where they are when that fails, and takes one that somebody else deleted for deleted', async () => {
    let there = [{ ...trashed, deleted_at: new Date().toISOString(), expires_at: new Date(Date.now() + 24 * 3600e3).toISOString() }];
    const server = (await desk()).on('GET /api/blog/trash/', () => json(there)).on('DELETE /api/blog/trash/5/', () => json({}, 503));
    await user.click(screen.getByRole('button', { name: 'Trash' }));
    const remove = await screen.findByRole('button', { name: 'Delete for good: “Köhnə”' });
    await user.click(remove);
    expect(await screen.findByText('That did not work. Try again in a moment.')).toBeVisible();
    await waitFor(() => expect(server.asked('GET /api/blog/trash/')).toHaveLength(2));
    expect(remove).toHaveFocus();
    server.on('DELETE /api/blog/trash/5/', () => {
      there = [];
      return json({}, 404);
    });
    await user.click(remove);
    expect(await screen.findByText('“Köhnə” was deleted for good.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Trash' })).toHaveFocus();
  });

  it('tells that one was not deleted for good also where the list is back by then', async () => {
    const server = await desk();
    server.on('GET /api/blog/trash/', () =>
      json([{ ...trashed, deleted_at: new Date().toISOString(), expires_at: new Date(Date.now() + 24 * 3600e3).toISOString() }]),
    );
    const removal = server.hold('DELETE /api/blog/trash/5/');
    await user.click(screen.getByRole('button', { name: 'Trash' }));
    await user.click(await screen.findByRole('button', { name: 'Delete for good: “Köhnə”' }));
    await user.click(screen.getByRole('button', { name: 'Back to the posts' }));
    await act(async () => removal.answer(json({}, 503)));
    const said = await screen.findByText('“Köhnə” could not be deleted for good. Try again in a moment.');
    expect(said.closest('[role=alert]')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Posts' })).toHaveFocus();
  });

  it('that could not be loaded comes at the second try', async () => {
    const server = (await desk()).on('GET /api/blog/trash/', () => json({}, 500));
    await user.click(screen.getByRole('button', { name: 'Trash' }));
    const again = await screen.findByRole('button', { name: 'Load again' });
    expect(screen.getByText('Could not be loaded.')).toHaveAttribute('role', 'alert');
    server.on('GET /api/blog/trash/', () => json([]));
    await user.click(again);
    expect(await screen.findByText('The trash is empty.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Trash' })).toHaveFocus();
  });

  it('is where a draft goes, which was never on the site', async () => {
    const server = (await desk({ live: false, state: 'draft' })).on('DELETE /api/blog/posts/1/draft/', () => json(null, 204));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla silindi!'));
    expect(server.asked('DELETE /api/blog/posts/1/')).toEqual([]);
    expect(server.asked('DELETE /api/blog/posts/1/draft/')[0]?.headers.get('If-Match')).toBe('"d1"');
  });

  it('does not get a draft that went live meanwhile, nor a post that was taken off', async () => {
    const server = (await desk({ live: false, state: 'draft' })).on('DELETE /api/blog/posts/1/draft/', () => json(null, 204));
    server.on('GET /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, title_az: 'Artıq saytda' }), 200, { ETag: '"d2"' }));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını silmək alınmadı!'));
    expect(server.asked('DELETE /api/blog/posts/1/draft/')).toEqual([]);
    expect(await screen.findByRole('heading', { name: 'Artıq saytda' })).toBeVisible();
    vi.mocked(window.alert).mockClear();
    server.on('GET /api/blog/posts/1/draft/', () =>
      json(aDraft({ id: 1, title_az: 'Saytda deyil', live: false, state: 'draft' }), 200, { ETag: '"d3"' }),
    );
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını silmək alınmadı!'));
    expect(await screen.findByRole('heading', { name: 'Saytda deyil' })).toBeVisible();
    server.on('GET /api/blog/posts/1/draft/', () => json({}, 404));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
  });

  it('is asked about once, however often the button is pressed', async () => {
    const server = await desk({ live: true });
    const links = server.hold('GET /api/blog/posts/1/links/');
    server.on('DELETE /api/blog/posts/1/', () => json(null, 204));
    await user.dblClick(screen.getByRole('button', { name: /^Delete/ }));
    expect(server.asked('GET /api/blog/posts/1/links/')).toHaveLength(1);
    links.answer(json([]));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla silindi!'));
    expect(window.confirm).toHaveBeenCalledTimes(1);
  });
});
