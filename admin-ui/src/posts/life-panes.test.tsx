import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { desk, SEEN } from '../test/desk';
import { aDraft, json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('a translation whose source has changed', () => {
  it('says what, and is settled by a word', async () => {
    const server = await desk({ languages: { az: SEEN, en: { ...SEEN, stale: true }, ru: SEEN } });
    const words = { title: 'T', excerpt: '', content: '<p>beş faiz</p>' };
    server.on('GET /api/blog/posts/1/translated/', () =>
      json({ en: { stale: true, source_language: 'az', then: words, now: { ...words, content: '<p>on faiz</p>' } } }),
    );
    server.on('POST /api/blog/posts/1/translated/', () => json(aDraft({ id: 1 }), 200));
    await edit(1);
    await user.click(screen.getByRole('tab', { name: /^EN/ }));
    await user.click(await screen.findByRole('button', { name: 'What changed?' }));
    expect(await screen.findByText('beş')).toBeVisible();
    expect([...document.querySelectorAll('.stale mark')].map((mark) => mark.textContent)).toEqual(['beş', 'on']);
    await user.click(screen.getByRole('button', { name: 'The translation is still right' }));
    await waitFor(() => expect(server.asked('POST /api/blog/posts/1/translated/')[0]?.json).toEqual({ language: 'en' }));
  });
});

describe('beside each other', () => {
  it('a stale translation is told about above the panes, so that none of them moves', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({ matches: true, media, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList,
    );
    await desk({ languages: { az: SEEN, en: { ...SEEN, stale: true }, ru: SEEN } });
    await edit(1);
    await waitFor(() => expect(document.querySelectorAll('.stale')).toHaveLength(1));
    const notice = document.querySelector('.stale');
    expect(notice).toHaveTextContent(/^English.*has changed since/);
    expect(notice?.closest('.pane')).toBeNull();
  });
});

describe('a draft that the server did not take', () => {
  it('is said so beside the buttons, with another attempt', async () => {
    const server = await desk();
    await edit(1);
    await user.type(field('title_ru'), '!');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    const note = await screen.findByText(/The draft is not saved on the server. The server had a problem/);
    expect(note).toHaveAttribute('role', 'status');
    server.on('PUT /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, title_ru: field('title_ru').value }), 200, { ETag: '"d2"' }));
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^Draft saved at/)).toBeVisible();
  });
});
