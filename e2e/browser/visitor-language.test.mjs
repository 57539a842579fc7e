// Which language a visitor sees: the stored choice, then the browser's, then Azerbaijani; and who is left alone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changePost, createPosts } from '../support/posts.mjs';
import { alive, sameAddress, startSite } from '../support/visitor.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

const KEY = 'i18nextLng';
const remember =
  (lang) =>
  ({ context }) =>
    context.addInitScript(
      ([key, value]) => {
        if (!localStorage.getItem(key)) localStorage.setItem(key, value);
      },
      [KEY, lang],
    );

/** Opens an address and tells where the visitor ends, how many documents were fetched, and the page's language. */
async function arrive(address, { stored, ...options } = {}) {
  const documents = [];
  const { page, context } = await site.open(address, {
    before: async (opened) => {
      if (stored) await remember(stored)(opened);
      opened.page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname));
    },
    ...options,
  });
  // The move starts while the head is read; once the page's first island lives, the visitor has arrived.
  await page.waitForFunction(() => !document.documentElement.hidden && document.querySelector('[data-island=ScrollTop][data-hydrated]'));
  const { pathname, search, hash } = new URL(page.url());
  const lang = await page.getAttribute('html', 'lang');
  await context.close();
  return { at: pathname + search + hash, documents, lang };
}

describe('11-14, 283: detection on an unprefixed address', () => {
  const cases = [
    ['an Azerbaijani browser stays', { locale: 'az-AZ' }, '/about/'],
    ['an English browser moves to English', { locale: 'en-GB' }, '/en/about/'],
    ['a Russian browser moves to Russian', { locale: 'ru-RU' }, '/ru/about/'],
    ['an unknown language gets Azerbaijani', { locale: 'de-DE' }, '/about/'],
    ['the stored choice goes before the browser', { locale: 'en-GB', stored: 'ru' }, '/ru/about/'],
    ['a stored az keeps an English browser', { locale: 'en-GB', stored: 'az' }, '/about/'],
    ['a stored nonsense is passed over', { locale: 'en-GB', stored: 'xx' }, '/en/about/'],
  ];
  for (const [name, options, expected] of cases)
    test(name, async () => {
      const { at, documents, lang } = await arrive('/about/', options);
      assert.equal(at, expected);
      assert.equal(lang, expected.startsWith('/en/') ? 'en' : expected.startsWith('/ru/') ? 'ru' : 'az');
      assert.ok(documents.length <= 2, `no loop: ${documents}`);
    });

  test('query and hash stay, and the browser goes back past the move', async () => {
    assert.equal((await arrive('/terms/?a=1&b=%C9%99#terms-use', { locale: 'ru-RU' })).at, '/ru/terms/?a=1&b=%C9%99#terms-use');
    const { page, context } = await site.open('/en/faq/', { locale: 'ru-RU' });
    await page.goto(`${site.url}/contact/`);
    await sameAddress(page, '/ru/contact/');
    await page.goBack();
    await sameAddress(page, '/en/faq/');
    await context.close();
  });

  for (const address of ['/', '/services/audit/', '/blog/', '/blog/page/2/', '/blog/category/hr/', '/blog/1/'])
    test(`every kind of page moves to itself: ${address}`, async () => {
      assert.equal((await arrive(address, { locale: 'en-US' })).at, `/en${address}`);
    });

  test('a post whose address has words is found by its number, wherever the other language has it', async () => {
    const [{ id }] = await createPosts(site.cms, 1, () => ({ slug_az: 'edv-2026', slug_en: 'vat-2026' }));
    assert.equal((await arrive(`/blog/${id}/edv-2026/`, { locale: 'en-GB' })).at, `/en/blog/${id}/vat-2026/`);
    assert.equal((await arrive(`/blog/${id}/edv-2026/`, { locale: 'ru-RU' })).at, `/ru/blog/${id}/`);
    assert.equal((await arrive(`/blog/${id}/edv-2026/`, { locale: 'az-AZ' })).at, `/blog/${id}/edv-2026/`);
    // The addresses that only lead on: whoever comes by them has not come from this site.
    await changePost(site.cms, id, { slug_az: 'edv-2027', slug_en: 'vat-2026' });
    await site.cms.published();
    for (const address of [`/blog/${id}/`, `/blog/${id}/edv-2026/`]) {
      assert.equal((await arrive(address, { locale: 'en-GB' })).at, `/en/blog/${id}/vat-2026/`);
      assert.equal((await arrive(address, { locale: 'ru-RU' })).at, `/ru/blog/${id}/`);
      assert.equal((await arrive(address, { locale: 'en-GB', stored: 'az' })).at, `/blog/${id}/edv-2027/`);
      const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1)';
      assert.equal((await arrive(address, { locale: 'en-GB', userAgent })).at, `/blog/${id}/edv-2027/`);
    }
    assert.equal((await arrive('/services/tax/', { locale: 'en-GB' })).at, '/en/services/tax-legal/');
    // Query and hash go along, whichever words there are.
    const brought = '?a=1&b=%C9%99#main';
    assert.equal((await arrive(`/blog/${id}/${brought}`, { locale: 'en-GB' })).at, `/en/blog/${id}/vat-2026/${brought}`);
    assert.equal((await arrive(`/blog/${id}/edv-2027/${brought}`, { locale: 'en-GB' })).at, `/en/blog/${id}/vat-2026/${brought}`);
    assert.equal((await arrive(`/blog/${id}/edv-2026/${brought}`, { locale: 'az-AZ' })).at, `/blog/${id}/edv-2027/${brought}`);
  });
});

describe('317: who is left alone', () => {
  test('prefixed addresses never move', async () => {
    assert.equal((await arrive('/en/about/', { locale: 'ru-RU' })).at, '/en/about/');
    assert.equal((await arrive('/ru/about/', { locale: 'az-AZ', stored: 'en' })).at, '/ru/about/');
  });

  for (const name of ['Googlebot/2.1', 'Google-InspectionTool/1.0;', 'bingbot/2.0', 'YandexBot/3.0', 'facebookexternalhit/1.1'])
    test(`the crawler ${name} is not moved`, async () => {
      const userAgent = `Mozilla/5.0 (compatible; ${name})`;
      assert.equal((await arrive('/about/', { locale: 'en-US', userAgent })).at, '/about/');
    });
});

describe('78, 166: the switcher', () => {
  async function choose(page, lang) {
    await alive(page, 'Header');
    await page.locator('.header__language summary').click();
    await page.locator(`.header__language a[data-lang-choice=${lang}]`).click();
  }

  test('keeps page, query and hash and stores the choice', async () => {
    const { page, context } = await site.open('/en/blog/category/audit/?from=mail#blog-list');
    await choose(page, 'ru');
    await sameAddress(page, '/ru/blog/category/audit/?from=mail#blog-list');
    assert.equal(await page.evaluate((key) => localStorage.getItem(key), KEY), 'ru');
    await context.close();
  });

  test('Back after it leads to the page that was left, also where the browser has to ask for that again', async () => {
    const { page, context } = await site.open('/about/');
    let asked = 0;
    page.on('request', (request) => (asked += new URL(request.url()).pathname === '/about/' ? 1 : 0));
    await choose(page, 'ru');
    await sameAddress(page, '/ru/about/');
    await page.goBack();
    await alive(page, 'ScrollTop');
    await sameAddress(page, '/about/');
    assert.equal(asked, 1, 'a browser without its window keeps no page');
    assert.equal(await page.getAttribute('html', 'lang'), 'az');
    await page.goForward();
    await sameAddress(page, '/ru/about/');
    await context.close();
  });

  test('a visitor who chose az is not moved by an English browser, then or later', async () => {
    const { page, context } = await site.open('/en/services/audit/', { locale: 'en-US' });
    await choose(page, 'az');
    await sameAddress(page, '/services/audit/');
    await alive(page, 'Header');
    await sameAddress(page, '/services/audit/');
    await page.goto(`${site.url}/faq/`);
    await alive(page, 'Header');
    await sameAddress(page, '/faq/');
    await context.close();
  });

  test('the choice is remembered also where no island has arrived', async () => {
    const { page, context } = await site.open('/ru/about/', {
      locale: 'ru-RU',
      before: ({ context: fresh }) =>
        fresh.route(
          (url) => /\/assets\/.*\.js$/.test(url.pathname) && !url.pathname.includes('loader'),
          (route) => route.abort(),
        ),
    });
    await page.evaluate(() => document.querySelector('.header__language a[data-lang-choice=az]').click());
    await sameAddress(page, '/about/');
    assert.equal(await page.locator('[data-hydrated]').count(), 0);
    await page.goto(`${site.url}/faq/`);
    await sameAddress(page, '/faq/');
    await context.close();
  });

  test('without storage the switcher is still obeyed', async () => {
    const { page, context } = await site.open('/en/about/', {
      locale: 'en-US',
      before: ({ context: fresh }) =>
        fresh.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('refused', 'SecurityError');
            },
          });
        }),
    });
    await choose(page, 'az');
    await sameAddress(page, '/about/');
    await alive(page, 'Header');
    await sameAddress(page, '/about/');
    await context.close();
  });

  test('no flash: the page that is left is never shown', async () => {
    const { page, context } = await site.open('/', {
      locale: 'ru-RU',
      before: ({ context: fresh }) =>
        fresh.addInitScript(() => {
          new PerformanceObserver((list) => {
            for (const { name } of list.getEntries()) sessionStorage.setItem(`${location.pathname} ${name}`, 'painted');
          }).observe({ type: 'paint', buffered: true });
        }),
    });
    await sameAddress(page, '/ru/');
    await alive(page, 'Header');
    assert.equal(await page.evaluate(() => sessionStorage.getItem('/ first-contentful-paint')), null);
    await context.close();
  });
});
