import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../test/helpers';
import { samples } from '../../test/samples';
import { BlogFilters } from './BlogFilters';
import { categoryOf } from './links';

const page = (title: string, list: string) => `<!doctype html><html lang="en"><head><title>${title}</title>
  <link rel="canonical" href="https://www.khazri.example/${title}"><link rel="alternate" hreflang="en" href="https://www.khazri.example/en/${title}"></head>
  <body><h1 data-blog-heading>${title}</h1><div data-blog-region tabindex="-1">${list}</div></body></html>`;

const pages: Record<string, string> = {
  '/blog/': page('blog', 'all <a data-in-place href="/blog/page/2/">2</a>'),
  '/blog/category/audit/': page('audit', 'audit posts'),
  '/blog/page/2/': page('second', 'older posts'),
};
const request = vi.fn(async (address: string, _?: RequestInit) => {
  const body = pages[new URL(address, location.href).pathname];
  return new Response(body ?? 'gone', { status: body ? 200 : 404 });
});

const region = () => document.querySelector<HTMLElement>('[data-blog-region]') as HTMLElement;
const link = (name: RegExp) => screen.getByRole('link', { name });
const current = () => [...document.querySelectorAll('nav [aria-current]')].map((element) => element.getAttribute('href'));
const click = (element: Element, init?: MouseEventInit) => act(async () => void fireEvent.click(element, init));

async function back(path: string) {
  history.replaceState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await settle();
}

describe('BlogFilters', () => {
  beforeEach(() => {
    request.mockClear();
    vi.stubGlobal('fetch', request);
    history.replaceState(null, '', '/blog/');
    document.head.innerHTML = '<title>blog</title><link rel="canonical" href="https://www.khazri.example/blog">';
    const main = document.createElement('main');
    main.innerHTML =
      '<h1 data-blog-heading>blog</h1><div data-blog-region tabindex="-1">all <a data-in-place href="/blog/page/2/">2</a></div>';
    document.body.append(main);
    render(<BlogFilters {...samples.BlogFilters} />);
  });

  it('has real addresses and marks the active category', () => {
    expect(link(/Audit/).getAttribute('href')).toBe('/blog/category/audit/');
    expect(current()).toEqual(['/blog/']);
  });

  it('changes the list in place: region, title, heading, head links, address, mark, announcement', async () => {
    await click(link(/Audit/));
    await settle();
    expect(region().textContent).toBe('audit posts');
    expect([document.title, document.querySelector('h1')?.textContent, location.pathname]).toEqual([
      'audit',
      'audit',
      '/blog/category/audit/',
    ]);
    expect([...document.head.querySelectorAll('link')].map((element) => element.getAttribute('href'))).toEqual([
      'https://www.khazri.example/audit',
      'https://www.khazri.example/en/audit',
    ]);
    expect(current()).toEqual(['/blog/category/audit/']);
    expect(screen.getByRole('status').textContent).toBe('Showing: audit');
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
  });

  it('follows the links of the list too, and moves the focus to the new list', async () => {
    const second = region().querySelector('a') as HTMLElement;
    second.focus();
    await click(second);
    await settle();
    expect([region().textContent, location.pathname]).toEqual(['older posts', '/blog/page/2/']);
    expect(document.activeElement).toBe(region());
    expect(current()).toEqual(['/blog/']);
  });

  it('goes back and forward', async () => {
    await click(link(/Audit/));
    await settle();
    const pushed = history.length;
    await back('/blog/');
    expect(region().textContent).toMatch(/^all/);
    expect(current()).toEqual(['/blog/']);
    await back('/blog/category/audit/');
    expect(region().textContent).toBe('audit posts');
    expect(history.length).toBe(pushed);
  });

  it('brings the scroll back with the list it belongs to, not before', async () => {
    const started = history.state as unknown;
    vi.stubGlobal('scrollY', 700);
    await click(link(/Audit/));
    await settle();
    expect(history.scrollRestoration).toBe('manual');
    vi.stubGlobal('scrollY', 90);
    vi.mocked(scrollTo).mockClear();
    let answer: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    request.mockImplementationOnce(async () => gate.then(() => new Response(pages['/blog/'])));
    history.replaceState(started, '', '/blog/');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await settle();
    expect([region().textContent, vi.mocked(scrollTo).mock.calls]).toEqual(['audit posts', []]);
    answer();
    await settle();
    expect(region().textContent).toMatch(/^all/);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 700, behavior: 'instant' });
  });

  it('leaves the scroll to the browser when the page is left, and takes it again when it comes back', async () => {
    await click(link(/Audit/));
    await settle();
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(history.scrollRestoration).toBe('auto');
    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(history.scrollRestoration).toBe('manual');
  });

  it('forgets an answer that comes when the visitor has gone forward again, or left', async () => {
    await click(link(/Audit/));
    await settle();
    for (const leave of [
      () => {
        history.replaceState(null, '', '/blog/category/audit/');
        window.dispatchEvent(new PopStateEvent('popstate'));
      },
      () => window.dispatchEvent(new Event('pagehide')),
    ]) {
      request.mockImplementationOnce(async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return new Response(pages['/blog/']);
      });
      history.replaceState(null, '', '/blog/');
      act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
      expect(region().hasAttribute('aria-busy')).toBe(true);
      act(() => void leave());
      await settle();
      expect([region().textContent, region().hasAttribute('aria-busy')]).toEqual(['audit posts', false]);
    }
  });

  it('makes no second entry for the address that is shown', async () => {
    const before = history.length;
    await click(link(/All/));
    await settle();
    expect(history.length).toBe(before);
  });

  it('does not fetch for a change of the fragment', async () => {
    await back('/blog/#main');
    expect(request).not.toHaveBeenCalled();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
    'leaves a click with %o to the browser',
    async (init) => {
      addEventListener('click', (event) => event.preventDefault(), { once: true }); // jsdom cannot navigate
      await click(link(/Audit/), init);
      expect(request).not.toHaveBeenCalled();
    },
  );

  it('shows only the last of two quick choices', async () => {
    request.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    );
    await click(link(/Tax/));
    await click(link(/Audit/));
    await settle();
    expect(region().textContent).toBe('audit posts');
  });

  it('unfolds the categories and closes with Escape or the button', async () => {
    const drawer = document.querySelector('details') as HTMLDetailsElement;
    for (const close of [
      () => fireEvent.keyDown(link(/Audit/), { key: 'Escape' }),
      () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
    ]) {
      drawer.open = true;
      await settle();
      expect(document.documentElement.classList.contains('is-locked')).toBe(true);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
      close();
      await settle();
      expect(drawer.open).toBe(false);
      expect(document.documentElement.classList.contains('is-locked')).toBe(false);
    }
  });

  it('closes the drawer when a category is chosen and goes on at the list', async () => {
    const drawer = document.querySelector('details') as HTMLDetailsElement;
    drawer.open = true;
    await settle();
    const main = document.querySelector('main') as HTMLElement;
    expect([main.inert, screen.getByRole('status').closest('[inert]')]).toEqual([true, null]);
    await click(link(/Audit/));
    await settle();
    expect([drawer.open, main.inert]).toEqual([false, false]);
    expect(document.activeElement).toBe(region());
  });
});

describe('categoryOf', () => {
  const { categories } = samples.BlogFilters;
  it.each([
    ['/blog/', 'All'],
    ['/blog/page/3/', 'All'],
    ['/blog/category/audit/', 'Audit'],
    ['/blog/category/tax-legal/page/2/', 'Tax and legal'],
  ])('%s is %s', (path, label) => expect(categoryOf(path, categories)?.label).toBe(label));
});
