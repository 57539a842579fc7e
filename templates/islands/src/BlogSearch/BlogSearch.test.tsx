import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pushAddress } from '../shared/address';
import { samples } from '../../test/samples';
import { BlogSearch } from './BlogSearch';

const post = (title: string, excerpt = '', n = title) => ({ url: `/blog/${n}/`, title, excerpt, category: 'Audit', date: '5 mart 2025', image: n === '1' ? '/media/a.webp' : null });
const index = [post('İstifadə qaydası', 'ƏDV', '1'), post('Vergi', 'ISTIFADƏ haqqında', '2'), post('Учёт', 'Налоги', '3')];
const request = vi.fn(async () => new Response(JSON.stringify(index)));

let copies = 0;
async function search(query: string) {
  history.replaceState(null, '', `/blog/${query}`);
  // The index is fetched once per address, so each test has its own.
  await act(async () => void render(<BlogSearch {...samples.BlogSearch} index={`/search/${copies += 1}.json`} />));
}
const found = () => [...document.querySelectorAll('h3 a')].map((link) => link.getAttribute('href'));

describe('BlogSearch', () => {
  beforeEach(() => {
    request.mockClear();
    vi.stubGlobal('fetch', request);
  });

  it.each(['', '?q=', '?q=%20', '?page=2'])('shows and fetches nothing for “%s”', async (query) => {
    await search(query);
    expect(document.querySelector('section')).toBeNull();
    expect(document.documentElement.dataset).not.toHaveProperty('blogSearch');
    expect(request).not.toHaveBeenCalled();
  });

  it.each([['istifadə', ['/blog/1/', '/blog/2/']], ['İSTİFADƏ', ['/blog/1/', '/blog/2/']], ['ədv', ['/blog/1/']], ['учет', ['/blog/3/']]])(
    'finds titles and excerpts by “%s”', async (query, urls) => {
      await search(`?q=${encodeURIComponent(query)}`);
      expect(found()).toEqual(urls);
      expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(`Results for “${query}”`);
      expect(screen.getByRole('status').textContent).toBe(`Posts found: ${urls.length}`);
      expect(document.documentElement.dataset).toHaveProperty('blogSearch');
    });

  it('says when nothing is found, and when the index cannot be had', async () => {
    await search('?q=zebra');
    expect(screen.getByRole('status').textContent).toBe('NothingHint');
    document.body.replaceChildren();
    request.mockResolvedValueOnce(new Response('', { status: 404 }));
    await search('?q=zebra');
    expect(screen.getByRole('alert').textContent).toBe('Failed');
  });

  it('has no input, and a way to all posts', async () => {
    await search('?q=vergi');
    expect(document.querySelector('input')).toBeNull();
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/blog/');
  });

  it('gives way when a category is chosen in place', async () => {
    await search('?q=vergi');
    await act(async () => pushAddress('/blog/category/audit/'));
    expect(document.querySelector('section')).toBeNull();
    expect(document.documentElement.dataset).not.toHaveProperty('blogSearch');
  });
});
