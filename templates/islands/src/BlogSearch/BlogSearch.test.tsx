import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pushAddress } from '../shared/address';
import { settle } from '../../test/helpers';
import { samples } from '../../test/samples';
import { BlogSearch } from './BlogSearch';
import { bitsOf } from './filter';

const post = (title: string, excerpt = '', n = title) => ({
  url: `/blog/${n}/`,
  title,
  excerpt,
  category: 'Audit',
  date: '5 mart 2025',
  image: n === '1' ? '/media/a.webp' : null,
});
const shard = [post('İstifadə qaydası', 'ƏDV', '1'), post('Vergi', 'ISTIFADƏ haqqında', '2'), post('Учёт', 'Налоги', '3')];

// Files are fetched once per address, so each test has addresses of its own.
let copies = 0;
let files: Record<string, unknown> = {};
const request = vi.fn(async (address: string) => {
  const file = files[address.replace(/^\/search\/\d+/, '')];
  if (file instanceof Error) throw file;
  if (typeof file === 'number') return new Response(null, { status: file });
  return new Response(JSON.stringify(file ?? null), { status: file ? 200 : 404 });
});
const asked = () => request.mock.calls.map(([address]) => address.replace(/^\/search\/\d+/, ''));

async function search(query: string) {
  history.replaceState(null, '', `/blog/${query}`);
  await act(async () => void render(<BlogSearch {...samples.BlogSearch} index={`/search/${(copies += 1)}.json`} />));
  await settle();
}
const found = () => [...document.querySelectorAll('h3 a')].map((link) => link.getAttribute('href'));

describe('BlogSearch', () => {
  beforeEach(() => {
    request.mockClear();
    files = { '.json': { shards: [[0, 0]] }, '/0.json': shard };
    vi.stubGlobal('fetch', request);
  });

  it.each(['', '?q=', '?q=%20', '?page=2'])('shows and fetches nothing for “%s”', async (query) => {
    await search(query);
    expect(document.querySelector('section')).toBeNull();
    expect(document.documentElement.dataset).not.toHaveProperty('blogSearch');
    expect(request).not.toHaveBeenCalled();
  });

  it.each([
    ['istifadə', ['/blog/1/', '/blog/2/']],
    ['İSTİFADƏ', ['/blog/1/', '/blog/2/']],
    ['ədv', ['/blog/1/']],
    ['учет', ['/blog/3/']],
  ])('finds titles and excerpts by “%s”', async (query, urls) => {
    await search(`?q=${encodeURIComponent(query)}`);
    expect(found()).toEqual(urls);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(`Results for “${query}”`);
    expect(screen.getByRole('status').textContent).toBe(`Posts found: ${urls.length}`);
    expect(document.documentElement.dataset).toHaveProperty('blogSearch');
  });

  it('shows posts before, in which a word begins with the query, each kind newest first', async () => {
    files['/0.json'] = [
      post('Büdcə cədvəli', '', '5'),
      post('Körpü', 'Bir cədvəl, ƏDV və vergi', '4'),
      post('Cədvəllər', '', '3'),
      post('ƏDV-nin hesabı', '', '2'),
      post('Vergi', '(ədv)', '1'),
    ];
    await search('?q=ƏDV');
    expect(found()).toEqual(['/blog/4/', '/blog/2/', '/blog/1/', '/blog/5/', '/blog/3/']);
  });

  it('says in which language a text is that is not in that of the page', async () => {
    files['/0.json'] = [{ ...post('Vergi', 'Müddətlər', '1'), title_lang: 'az' }];
    await search('?q=vergi');
    expect([...document.querySelectorAll('h3 a, h3 + p')].map((text) => text.getAttribute('lang'))).toEqual(['az', null]);
  });

  it('says when nothing is found, and when the index cannot be had', async () => {
    await search('?q=zebra');
    expect(screen.getByRole('status').textContent).toBe('NothingHint');
    document.body.replaceChildren();
    files = {};
    await search('?q=zebra');
    expect(screen.getByRole('alert').textContent).toBe('Failed');
  });

  it.each([503, new TypeError('Failed to fetch')])('says that a shard did not come, and not that nothing is found: %s', async (trouble) => {
    files['/0.json'] = trouble;
    await search('?q=vergi');
    expect(screen.getByRole('alert').textContent).toBe('Failed');
    expect(screen.queryByText('Nothing')).toBeNull();
  });

  it.each([403, 404, 410])('takes a shard that is gone for an empty one: %s', async (status) => {
    files['/0.json'] = status;
    await search('?q=vergi');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('NothingHint');
  });

  it('keeps what it found when the rest does not come, says so, and asks for it in the next search', async () => {
    files = { '.json': { shards: [[0, 2]] }, '/2.json': shard, '/1.json': 503, '/0.json': 503 };
    await search('?q=vergi');
    expect(found()).toEqual(['/blog/2/']);
    expect(screen.getByRole('alert').textContent).toBe('Failed');
    expect(screen.getByRole('status').textContent).toBe('Posts found: 1+');
    Object.assign(files, { '/1.json': [post('Vergi', '', '8')], '/0.json': [post('Vergi', '', '9')] });
    await act(async () => pushAddress('/blog/?q=verg'));
    await settle();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(found()).toHaveLength(3);
  });

  it('asks once more for what was lost on its way ahead', async () => {
    files = { '.json': { shards: [[0, 2]] }, '/2.json': shard, '/1.json': [post('Vergi', '', '8')], '/0.json': [post('Vergi', '', '9')] };
    const usual = request.getMockImplementation();
    const lost = new Set(['/1.json', '/0.json']);
    request.mockImplementation(async (address) => {
      if (lost.delete(address.replace(/^\/search\/\d+/, ''))) throw new TypeError('Failed to fetch');
      return usual?.(address) as Promise<Response>;
    });
    await search('?q=vergi');
    request.mockImplementation(usual ?? (async () => new Response(null)));
    expect(found()).toEqual(['/blog/2/', '/blog/8/', '/blog/9/']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes on where it stopped, by the button, when the rest did not come', async () => {
    files = { '.json': { shards: [[0, 2]] }, '/2.json': shard, '/1.json': 503, '/0.json': 503 };
    await search('?q=vergi');
    const more = async () => {
      await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
      await settle();
    };
    await more();
    expect(found()).toEqual(['/blog/2/']);
    expect(screen.getByRole('alert').textContent).toBe('Failed');
    Object.assign(files, { '/1.json': [post('Vergi', '', '8')], '/0.json': [post('Vergi', '', '9')] });
    await more();
    expect(found()).toEqual(['/blog/2/', '/blog/8/', '/blog/9/']);
    expect(document.activeElement?.getAttribute('href')).toBe('/blog/8/');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked().filter((address) => address === '/2.json')).toHaveLength(1);
  });

  it('asks again, by the button, for what did not come at all', async () => {
    const data = files;
    files = { '.json': 500 };
    await search('?q=vergi');
    expect(screen.getByRole('alert').textContent).toBe('Failed');
    expect(screen.getByRole('status').textContent).toBe('');
    const again = async () => {
      const button = screen.getByRole('button', { name: 'Try again' });
      button.focus();
      await act(async () => button.click());
    };
    await again(); // and fails once more
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('status'));
    files = data;
    await again();
    await settle();
    expect(found()).not.toHaveLength(0);
    expect(document.activeElement?.getAttribute('href')).toBe(found()[0]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leaves the focus to whoever went on before what did not come has come', async () => {
    const data = files;
    files = { '.json': 500 };
    await search('?q=vergi');
    files = data;
    let come = (_found: Response) => {};
    request.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    );
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    expect(document.activeElement).toBe(screen.getByRole('status'));
    screen.getByRole('link', { name: 'View all' }).focus();
    await act(async () => come(new Response(JSON.stringify(files['.json']))));
    await settle();
    expect(found()).not.toHaveLength(0);
    expect(document.activeElement?.textContent).toBe('View all');
  });

  it('says that it failed when what came is nothing it can read', async () => {
    files = { '.json': { shards: [[0, 3]] }, '/3.json': shard, '/2.json': [], '/1.json': [], '/filter-0.json': [1, 1, 1, 1] };
    await search('?q=vergi');
    expect(found()).toEqual(['/blog/2/']);
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('Failed');
  });

  it('reads a shard whose filter does not come', async () => {
    files = {
      '.json': { shards: [[0, 3]] },
      '/filter-0.json': 503,
      '/0.json': [post('Zebra')],
      '/1.json': [post('a')],
      '/2.json': [post('b')],
      '/3.json': [post('c')],
    };
    await search('?q=zebra');
    expect(found()).toEqual(['/blog/Zebra/']);
  });

  it('says nothing of a failure to whoever searches for something else by then', async () => {
    let lose = (_cause: Error) => {};
    files['/0.json'] = shard;
    request.mockImplementationOnce(
      () =>
        new Promise((_resolve, reject) => {
          lose = reject;
        }),
    );
    await search('?q=vergi');
    await act(async () => pushAddress('/blog/category/audit/'));
    await act(async () => lose(new TypeError('Failed to fetch')));
    await settle();
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => pushAddress('/blog/?q=vergi'));
    await settle();
    expect(found()).toEqual(['/blog/2/']);
  });

  it('has no input, and a way to all posts', async () => {
    await search('?q=vergi');
    expect(document.querySelector('input')).toBeNull();
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/blog/');
  });

  it('names the page by what is searched, and a list that comes in place by itself', async () => {
    document.title = 'Blog | Firm';
    await search('?q=vergi');
    expect(document.title).toBe('vergi – Blog | Firm');
    await act(async () => pushAddress('/blog/?q=audit'));
    expect(document.title).toBe('audit – Blog | Firm');
    document.title = 'Audit | Firm'; // the list comes before its address
    await act(async () => pushAddress('/blog/category/audit/'));
    expect(document.title).toBe('Audit | Firm');
    // Back: the address comes before the list.
    await act(async () => pushAddress('/blog/?q=vergi'));
    document.title = 'Blog | Firm';
    await settle();
    expect(document.title).toBe('vergi – Blog | Firm');
    await act(async () => pushAddress('/blog/'));
    expect(document.title).toBe('Blog | Firm');
  });

  it('gives way when a category is chosen in place', async () => {
    await search('?q=vergi');
    await act(async () => pushAddress('/blog/category/audit/'));
    expect(document.querySelector('section')).toBeNull();
    expect(document.documentElement.dataset).not.toHaveProperty('blogSearch');
  });

  it.each([
    ['vergi', 'Posts found: 1'],
    ['zebra', 'NothingHint'],
  ])('tells of “%s” in the place where it said that it searches', async (query, told) => {
    let come = (_found: Response) => {};
    request.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    );
    await search(`?q=${query}`);
    const status = screen.getByRole('status');
    expect(status.textContent).toBe(samples.BlogSearch.loading);
    await act(async () => come(new Response(JSON.stringify(files['.json']))));
    await settle();
    expect(screen.getByRole('status')).toBe(status);
    expect(status.textContent).toBe(told);
  });

  it('finds in browsers that know no `toReversed`', async () => {
    const missing = vi.spyOn(Array.prototype, 'toReversed').mockImplementation(() => {
      throw new TypeError('not a function');
    });
    files = {
      '.json': {
        shards: [
          [1, 1],
          [4, 4],
        ],
      },
      '/4.json': shard,
      '/1.json': [post('Vergi', '', '8')],
    };
    await search('?q=vergi');
    missing.mockRestore();
    expect(found()).toEqual(['/blog/2/', '/blog/8/']);
  });

  it('reads the newest shards first and stops when the screen is full', async () => {
    const many = (from: number) => Array.from({ length: 10 }, (_, n) => post(`Vergi ${from + n}`));
    files = {
      '.json': {
        shards: [
          [1, 1],
          [4, 7],
        ],
      },
      '/7.json': many(0),
      '/6.json': many(10),
      '/5.json': many(20),
      '/4.json': many(30),
      '/1.json': many(40),
    };
    await search('?q=vergi');
    expect(screen.getByRole('status').textContent).toBe('Posts found: 20+');
    expect(asked()).not.toContain('/1.json');
    await act(async () => screen.getByRole('button', { name: 'More' }).click());
    await settle();
    expect(found().length).toBe(40);
    expect(found()[39]).toBe('/blog/Vergi 39/');
  });

  describe('more results', () => {
    const many = (from: number) => Array.from({ length: 10 }, (_, n) => post(`Vergi ${from + n}`));
    const focused = () => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName;
    let arrive = () => {};
    async function asked() {
      files = { '.json': { shards: [[1, 4]] }, '/4.json': many(0), '/3.json': many(10), '/2.json': [post('Audit')], '/1.json': many(20) };
      const usual = request.getMockImplementation();
      // The last shard is asked for by the button, and waits.
      request.mockImplementation(async (address) => {
        if (address.endsWith('/1.json'))
          await new Promise<void>((resolve) => {
            arrive = resolve;
          });
        return usual?.(address) as Promise<Response>;
      });
      await search('?q=vergi');
      request.mockImplementation(usual ?? (async () => new Response(null)));
      const button = screen.getByRole('button', { name: 'More' });
      button.focus();
      await act(async () => button.click());
      await settle();
    }

    it('take the focus of the button that brought them', async () => {
      await asked();
      expect(focused()).toBe('/blog/Vergi 19/');
      await act(async () => arrive());
      await settle();
      expect(focused()).toBe('/blog/Vergi 20/');
    });

    it('leave the focus to whoever went on before they came', async () => {
      await asked();
      screen.getByRole('link', { name: 'View all' }).focus();
      await act(async () => arrive());
      await settle();
      expect(found()).toHaveLength(30);
      expect(focused()).toBe('/blog/');
    });
  });

  it('skips shards whose filter lacks a group of letters of the word', async () => {
    const filter = (...words: string[]) => {
      const bytes = new Uint8Array(512);
      for (const bit of words.flatMap(bitsOf)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
      return btoa(String.fromCharCode(...bytes));
    };
    const filters = [filter('zebra'), filter('vergi'), filter('vergi')];
    files = { '.json': { shards: [[0, 5]] }, '/filter-0.json': filters, '/0.json': [post('Zebra')] };
    for (const number of [1, 2, 3, 4, 5]) files[`/${number}.json`] = [post('Vergi')];
    await search('?q=zebra');
    expect(found()).toEqual(['/blog/Zebra/']);
    expect(asked()).toEqual(['.json', '/5.json', '/4.json', '/3.json', '/filter-0.json', '/0.json']);
    expect(screen.getByRole('status').textContent).toBe('Posts found: 1');
  });
});
