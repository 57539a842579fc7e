import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchPage } from './page-swap';

const answer = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }));
const load = () => fetchPage('/blog/', new AbortController().signal);

describe('fetchPage', () => {
  beforeEach(() => {
    document.body.innerHTML = '<div data-blog-region></div>';
  });

  it('gives a page of the list', async () => {
    answer('<title>x</title><div data-blog-region>posts</div>');
    expect((await load()).title).toBe('x');
  });

  it.each([
    ['a page without a list', '<p>other</p>', 200],
    ['an error', '<div data-blog-region></div>', 500],
  ])('refuses %s, so that the browser goes there itself', async (_, body, status) => {
    answer(body, status);
    await expect(load()).rejects.toThrow('/blog/');
  });

  it.each([
    ['/foreign/', 'https://cdn.example', false],
    ['/same/', "'self'", true],
  ])('takes %s only under the policy of the present page', async (_, images, taken) => {
    const meta = (source: string) => `<meta http-equiv="Content-Security-Policy" content="img-src ${source}">`;
    document.head.innerHTML = meta("'self'");
    answer(`${meta(images)}<div data-blog-region>posts</div>`);
    if (taken) expect((await load()).querySelector('div')?.textContent).toBe('posts');
    else await expect(load()).rejects.toThrow('policy');
    document.head.innerHTML = '';
  });

  it('refuses when the present page has no list', async () => {
    document.body.innerHTML = '';
    answer('<div data-blog-region></div>');
    await expect(load()).rejects.toThrow();
  });
});
