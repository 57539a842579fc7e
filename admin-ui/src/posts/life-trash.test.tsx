import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { desk } from '../test/desk';
import { cards, field, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('the trash', () => {
  const trashed = { id: 5, title: 'Köhnə', title_az: 'Köhnə', title_en: '', title_ru: '', category: 'audit', author: 'A', image: null, deleted_by: 'aysel', live: true };

  it('is a view from where posts come back, or go for good after their name was named', async () => {
    const server = await desk();
    server.on('GET /api/blog/trash/', () => json([{ ...trashed, deleted_at: new Date().toISOString(), expires_at: new Date(Date.now() + 29.5 * 24 * 3600e3).toISOString() }]));
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
    const server = (await desk({ live: true })).on('GET /api/blog/posts/1/links/', () => json([{ id: 7, title: 'Vergi təqvimi' }])).on('DELETE /api/blog/posts/1/', () => json(null, 204));
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
    server.on('GET /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, title_az: 'Saytda deyil', live: false, state: 'draft' }), 200, { ETag: '"d3"' }));
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
