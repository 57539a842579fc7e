import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { describe, expect, inject, it, vi } from 'vitest';
import { settle } from '../../test/helpers';
import { languageFor } from './language-choice';
import { missing, movedTo } from './not-found-rule';

const { inline } = JSON.parse(readFileSync(join(inject('build'), 'manifest.json'), 'utf8')) as { inline: Record<string, string> };
const usual = { offered: ['az', 'en', 'ru'], stored: '', browser: ['az-AZ'], userAgent: 'Mozilla/5.0 (X11) Chrome/156', inside: false };
function visit(changes: Partial<typeof usual>) {
  const { offered, stored, browser, userAgent, inside } = { ...usual, ...changes };
  return languageFor(offered, [stored, ...browser], userAgent, inside);
}

describe('the language choice', () => {
  it('takes the stored choice, then the browser, then az', () => {
    expect(visit({ stored: 'ru', browser: ['en-US'] })).toBe('ru');
    expect(visit({ stored: 'az', browser: ['en-US'] })).toBeUndefined();
    expect(visit({ browser: ['en-US', 'ru'] })).toBe('en');
    expect(visit({ browser: ['de', 'ru-RU'] })).toBe('ru');
    expect(visit({ browser: ['de', 'fr'] })).toBeUndefined();
    expect(visit({ stored: 'nonsense', browser: ['en'] })).toBe('en');
    expect(visit({ browser: [] })).toBeUndefined();
  });

  it('leaves crawlers and visitors from inside alone', () => {
    expect(visit({ stored: 'ru', inside: true })).toBeUndefined();
    // Google's own inspection of an address says neither "bot" nor "crawler"; what all of these say is that they are compatible.
    const inspection =
      'Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; Google-InspectionTool/1.0;)';
    for (const userAgent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1)',
      'Mozilla/5.0 (compatible; YandexBot/3.0)',
      'facebookexternalhit/1.1',
      'Mozilla/5.0 (compatible; Yahoo! Slurp)',
      'Mozilla/5.0 (compatible; Embedly/0.2)',
      'Mozilla/5.0 (compatible; Yeti/1.1)',
      inspection,
    ])
      expect(visit({ stored: 'en', userAgent })).toBeUndefined();
  });

  it('offers only languages that have the page', () => {
    expect(visit({ offered: ['az', 'ru'], browser: ['en', 'ru'] })).toBe('ru');
    expect(visit({ offered: ['az', 'en', 'ru', 'de'], browser: ['de-AT', 'ru'] })).toBe('de');
    expect(visit({ offered: [], browser: ['en'] })).toBeUndefined();
  });
});

/** A page whose own script runs, as in a browser. */
function open(url: string, script: string, body = '', head = '', lang = 'az', storage: Record<string, string> = {}) {
  const page = new JSDOM(
    `<!doctype html><html lang="${lang}" data-languages="az en ru de"><head>${head}</head><body>${body}</body></html>`,
    { url, runScripts: 'outside-only' },
  );
  for (const [key, value] of Object.entries(storage)) page.window.localStorage.setItem(key, value);
  page.window.addEventListener('click', (event) => event.preventDefault()); // jsdom cannot navigate
  page.window.fetch ??= () => Promise.reject(new TypeError('no network'));
  page.window.eval(script);
  return page.window;
}

// A post without a text in Russian: no search engine hears of its page, a visitor who reads Russian comes to it.
const head =
  '<link rel="canonical" href="https://www.khazri.example/about/"><link rel="alternate" hreflang="az" href="https://www.khazri.example/about/">';

describe('the script of the language choice', () => {
  it('hides the page it leaves', () => {
    const window = open('https://host.example/about/?a=1#b', inline.language as string, '', head, 'az', { i18nextLng: 'ru' });
    expect(window.document.documentElement.hidden).toBe(true);
  });

  // Words are those of one language: with them the others would be asked for a page that they have not.
  it.each([
    ['/blog/7/edv-2026/', '/ru/blog/7/'],
    ['/blog/7/', '/ru/blog/7/'],
    ['/blog/page/2/', '/ru/blog/page/2/'],
    ['/blog/archive/12/3/', '/ru/blog/archive/12/3/'],
    ['/blog/category/hr/page/2/', '/ru/blog/category/hr/page/2/'],
    ['/blog/author/x/', '/ru/blog/author/x/'],
    ['/services/audit/', '/ru/services/audit/'],
    ['/', '/ru/'],
  ])('leads from %s to %s', (path, expected) => {
    const script = `const location = { host: 'host.example', pathname: '${path}', search: '?a=1', hash: '#b', replace: (to) => { globalThis.went = to; } }; ${inline.language}`;
    const window = open('https://host.example/', `(function () { ${script} })()`, '', head, 'az', { i18nextLng: 'ru' }) as ReturnType<
      typeof open
    > & { went?: string };
    expect(window.went).toBe(`${expected}?a=1#b`);
  });

  it('stays where the page is right', () => {
    const window = open('https://host.example/about/', inline.language as string, '', head, 'az', { i18nextLng: 'az' });
    expect(window.document.documentElement.hidden).toBe(false);
  });
});

describe('the script of a page that only leads on', () => {
  const went = (to: string, brought: string, lang: string) => {
    const list: string[] = [];
    const script = `const location = { host: 'host.example', pathname: '/blog/7/', ${brought} replace: (to) => globalThis.list.push(to) }; ${inline['lead-on']}`;
    const refresh = `${head}<meta http-equiv="refresh" content="0; url=${to}">`;
    const page = new JSDOM(`<!doctype html><html lang="az" data-languages="az en ru"><head>${refresh}`, {
      url: 'https://host.example/',
      runScripts: 'outside-only',
    });
    page.window.localStorage.setItem('i18nextLng', lang);
    Object.assign(page.window, { list });
    page.window.eval(`(function () { ${script} })()`);
    return list;
  };
  const much = "search: '?a=1', hash: '#b',";
  const nothing = "search: '', hash: '',";

  it.each([
    ['takes along what the address had', '/blog/7/edv-2026/', much, 'az', ['/blog/7/edv-2026/?a=1#b']],
    ['leaves the rest to the refresh', '/blog/7/edv-2026/', nothing, 'az', []],
    ['leaves the address of another site as it is', 'https://other.example/?c=1', much, 'az', []],
    ['goes to the language first', '/blog/7/edv-2026/', nothing, 'ru', ['/ru/blog/7/']],
    ['goes to the language with what the address had, and nowhere else', '/blog/7/edv-2026/', much, 'ru', ['/ru/blog/7/?a=1#b']],
  ])('%s', (_, to, brought, lang, expected) => expect(went(to, brought, lang)).toEqual(expected));
});

describe('the not-found page', () => {
  it.each([
    ['/nowhere/', { lang: 'az', kind: 'page' }],
    ['/en/nowhere/', { lang: 'en', kind: 'page' }],
    ['/ru', { lang: 'ru', kind: 'page' }],
    ['/english/', { lang: 'az', kind: 'page' }],
    ['/ru/blog/999/', { lang: 'ru', kind: 'post' }],
    ['/blog/page/99/', { lang: 'az', kind: 'page' }],
    ['/blog/category/nonsense/', { lang: 'az', kind: 'page' }],
    ['/blog/author/nobody/', { lang: 'az', kind: 'page' }],
    ['/ru/blog/archive/12/3/', { lang: 'ru', kind: 'page' }],
    ['/services/nonsense/', { lang: 'az', kind: 'page', service: 'nonsense' }],
    ['/en/services/nonsense', { lang: 'en', kind: 'page', service: 'nonsense' }],
    ['/services/', { lang: 'az', kind: 'page' }],
    ['/de/nowhere/', { lang: 'az', kind: 'page' }],
    ['//', { lang: 'az', kind: 'page' }],
  ])('takes %s for %o', (path, expected) => expect(missing(path, ['az', 'en', 'ru'])).toEqual(expected));

  it.each([
    ['/old.html', '/about/'],
    ['/köhnə', '/blog/'],
    ['/köhnə/', '/blog/'],
    ['/other/', undefined],
    ['/toString', undefined],
    ['/', undefined],
  ])('leads from %s to %s by the table', (path, to) => expect(movedTo({ '/old.html': '/about/', '/köhnə': '/blog/' }, path)).toBe(to));

  it.each([
    ['/k%C3%B6hn%C9%99/', ['/blog/']],
    ['/services/old/', ['/faq/']],
    ['/services/x/', ['/services/tax-legal/']],
    ['/en/services/x', ['/en/services/tax-legal/']],
    ['/services/tax-legal/', []],
    ['/en/services/tax-legal', []],
    ['/nowhere/', []],
    ['/%E0%A4%A/', []],
  ])('asks the table for %s and goes to %o', async (path, gone) => {
    const went: string[] = [];
    const script = `const location = { pathname: ${JSON.stringify(path)}, search: '', hash: '', replace: (to) => went.push(to) }; ${inline['not-found']}`;
    const asked = vi.fn((address: string) =>
      Promise.resolve({
        json: () => Promise.resolve(address === '/redirects.json' ? { '/köhnə': '/blog/', '/services/old': '/faq/' } : {}),
      }),
    );
    // Of a firm without an audit service; the language of the path has a header, too.
    const blocks = ['', '/en'].map(
      (prefix) => `<header data-not-found="${prefix.slice(1) || 'az'}"></header>
      <div data-not-found="${prefix.slice(1) || 'az'}" data-service="${prefix}/services/tax-legal/"></div>`,
    );
    const page = new JSDOM(`<!doctype html>${blocks.join('')}`, { url: 'https://host.example/', runScripts: 'outside-only' });
    Object.assign(page.window, { went, fetch: asked });
    page.window.eval(`(function () { ${script} })()`);
    await settle(); // what it must not do it would have done by now
    expect([asked.mock.calls.length, went]).toEqual([1, gone]);
  });

  const body = ['az', 'en', 'ru']
    .map(
      (lang) => `<div data-not-found="${lang}" data-title="404 ${lang}" ${lang === 'az' ? '' : 'hidden'}>
    <p data-kind="page">page ${lang}</p><p data-kind="post" data-title="post ${lang}" hidden>post ${lang}</p></div>`,
    )
    .join('');
  const shown = (window: ReturnType<typeof open>) =>
    [...window.document.querySelectorAll<HTMLElement>('p')].filter((p) => !p.hidden && !p.parentElement?.hidden).map((p) => p.textContent);

  it('shows the language of the path and what is missing', () => {
    const page = open('https://host.example/ru/x/', inline['not-found'] as string, body);
    expect([shown(page), page.document.title, page.document.documentElement.lang]).toEqual([['page ru'], '404 ru', 'ru']);
    const post = open('https://host.example/en/blog/77/', inline['not-found'] as string, body);
    expect([shown(post), post.document.title]).toEqual([['post en'], 'post en']);
  });

  const shared = `<a class="skip-link">keçin</a><div data-island="PageVideo"></div><script type="application/json" data-props>{"mp4":"v","words":{"pause":"dur"}}</script>
    <div data-not-found="az"></div><div data-not-found="en" data-skip="Skip" data-top="Top" data-pause="Pause" data-play="Play" hidden></div><button class="scroll-top" aria-label="yuxarı"></button>`;

  it.each([
    ['/en/x/', ['Skip', 'Top', { mp4: 'v', words: { pause: 'Pause', play: 'Play' } }]],
    ['/x/', ['keçin', 'yuxarı', { mp4: 'v', words: { pause: 'dur' } }]],
  ])('says what all languages share in the one of %s', (path, expected) => {
    const { document } = open(`https://host.example${path}`, inline['not-found'] as string, shared);
    const one = (selector: string) => document.querySelector(selector);
    expect([one('.skip-link')?.textContent, one('.scroll-top')?.ariaLabel, JSON.parse(one('script')?.textContent ?? '')]).toEqual(expected);
  });

  it('preloads the faces of the language of the path', () => {
    const fonts = '<template data-fonts="ru"><link rel="preload" href="/cyrillic.woff2" as="font" crossorigin></template>';
    const loaded = (path: string) =>
      [...open(`https://host.example${path}`, inline['not-found-fonts'] as string, fonts).document.head.querySelectorAll('link')].map(
        (link) => link.getAttribute('href'),
      );
    expect(loaded('/ru/x/')).toEqual(['/cyrillic.woff2']);
    expect([loaded('/x/'), loaded('/en/x/')]).toEqual([[], []]);
  });
});

describe('the script of the blog list', () => {
  it.each([
    ['/blog/', undefined, undefined, undefined],
    ['/blog/', 'wide', 'wide', undefined],
    ['/blog/?q=x', undefined, undefined, ''],
    ['/blog/?q=', undefined, undefined, undefined],
    ['/blog/?q=%20', undefined, undefined, undefined],
    ['/blog/?q=+', undefined, undefined, undefined],
    ['/blog/?a=1&q=%20x', undefined, undefined, ''],
  ])('%s with %s', (path, stored, layout, search) => {
    const { dataset } = open(
      `https://host.example${path}`,
      inline['blog-layout'] as string,
      '',
      '',
      'az',
      stored ? { blogLayout: stored } : {},
    ).document.documentElement;
    expect([dataset.blogLayout, dataset.blogSearch]).toEqual([layout, search]);
  });

  it.each([
    ['has not begun to come', '', undefined],
    ['is coming', 'data-loading', ''],
    ['is here', 'data-hydrated', ''],
    ['says itself that it failed', 'data-failed', ''],
  ])('leaves the list hidden unless what would search %s', (_, state, hidden) => {
    const window = open('https://host.example/blog/?q=x', inline['blog-layout'] as string, `<div data-island="BlogSearch" ${state}></div>`);
    window.dispatchEvent(new window.Event('load'));
    expect(window.document.documentElement.dataset.blogSearch).toBe(hidden);
  });

  it.each([
    ['before the list is alive', '', true],
    ['when the list does that itself', 'data-hydrated', false],
  ])('loads the page that the history leads back to: %s', (_, alive, loads) => {
    const script = `const location = new Proxy({}, { get: (_, name) => name === 'reload' ? () => { globalThis.loads = true; } : window.location[name] }); ${inline['blog-layout']}`;
    const window = open(
      'https://host.example/blog/',
      `(function () { ${script} })()`,
      `<div data-island="BlogFilters" ${alive}></div>`,
    ) as ReturnType<typeof open> & { loads?: boolean };
    window.dispatchEvent(new window.PopStateEvent('popstate'));
    expect(window.loads).toBeUndefined();
    window.history.replaceState(null, '', '/blog/page/2/');
    window.dispatchEvent(new window.PopStateEvent('popstate'));
    expect(window.loads ?? false).toBe(loads);
  });
});
