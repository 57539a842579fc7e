// Visitors with less: no JavaScript, less motion, less data, an island that does not come.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { phone } from '../support/browser.mjs';
import { alive, heldBack, kinds, locked, sameAddress, scrollTo, startSite, wakeAll } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
// Without a window Chromium has a pointer in the corner, over the header, which scrolling wakes.
before(async () => (site = await startSite({ whole: true })));
after(() => site?.stop());

describe('317, 321: without JavaScript', () => {
  const open = (address, options = {}) => site.open(address, { ...options, javaScriptEnabled: false });

  test('services and languages are reached by the menus, on a desktop and on a phone', async () => {
    for (const options of [{}, phone]) {
      const { page, context } = await open('/en/about/', options);
      if (options === phone) {
        assert.equal(await page.locator('.header__nav').isVisible(), false);
        await page.locator('.header__burger').click();
      }
      await page.locator('.header__services summary').click();
      await page.locator('.header__services a[href="/en/services/hr/"]').click();
      await sameAddress(page, '/en/services/hr/');
      await page.locator('.header__language summary').click();
      await page.locator('.header__language a[hreflang=ru]').click();
      await sameAddress(page, '/ru/services/hr/');
      await context.close();
    }
  });

  test('questions unfold their answers, on home and on the FAQ page with all categories', async () => {
    for (const [address, count] of [
      ['/en/', 6],
      ['/en/faq/', 6],
    ]) {
      const { page, context } = await open(address);
      const items = page.locator('main details.faq-item');
      assert.equal(await items.locator('summary:visible').count(), count);
      await items.nth(5).locator('summary').click();
      await items.nth(5).locator('.faq-item__answer').waitFor({ state: 'visible' });
      await context.close();
    }
  });

  test('the first picture, certificates, figures and posts of the home page are there', async () => {
    const { page, context } = await open('/en/');
    await page.locator('.hero-slider img').first().waitFor({ state: 'visible' });
    for (const text of ['ISO 9001:2015', 'ISO 45001:2018', '450+', '98%']) assert.ok(await page.getByText(text).first().isVisible(), text);
    assert.equal(await page.locator('[aria-labelledby=posts-title] article:visible').count(), 3);
    await context.close();
  });

  test('both legal texts are there and their navigation works', async () => {
    const { page, context } = await open('/en/terms/');
    assert.equal(await page.locator('.legal-tabs__section:visible').count(), 12);
    await page.locator('.legal-tabs__navigation a[href="#liability"]').click();
    await sameAddress(page, '/en/terms/#liability');
    await context.close();
  });

  test('categories, pages and posts of the blog are links', async () => {
    const { page, context } = await open('/en/blog/');
    await page.locator('a[rel=next]').click();
    await sameAddress(page, '/en/blog/page/2/');
    await page.locator('.blog-filters__panel a[href="/en/blog/category/audit/"]').click();
    await sameAddress(page, '/en/blog/category/audit/');
    await page.locator('[data-blog-region] h2 a').first().click();
    await page.locator('.prose').waitFor({ state: 'visible' });
    await context.close();
  });

  test('categories on a phone', async () => {
    const { page, context } = await open('/en/blog/', phone);
    await page.locator('.blog-filters__toggle summary').click();
    await page.locator('.blog-filters__panel a[href="/en/blog/category/hr/"]').click();
    await sameAddress(page, '/en/blog/category/hr/');
    await context.close();
  });

  test('the contact page offers the e-mail address, the phone and the way to the map', async () => {
    for (const prefix of ['', '/en', '/ru']) {
      const { page, context } = await open(`${prefix}/contact/`);
      await page.locator('.contact-form__fallback').waitFor({ state: 'visible' });
      assert.equal(await page.locator('.contact-form__fallback a').getAttribute('href'), 'mailto:info@khazri.example');
      assert.ok(await page.locator('main a[href^="tel:"]').first().isVisible());
      assert.ok(await page.locator('[data-island=MapEmbed] a').isVisible());
      await context.close();
    }
  });

  test('an address that leads nowhere says so in every language, each with its way home', async () => {
    for (const address of ['/nowhere/', '/ru/nowhere/']) {
      const { page, context } = await open(address, phone);
      const said = await page
        .locator('main h1:visible')
        .evaluateAll((all) =>
          all.map((title) => [title.closest('[lang]').lang, title.parentElement.querySelector('a').getAttribute('href')]),
        );
      assert.deepEqual(
        said,
        [
          ['az', '/'],
          ['en', '/en/'],
          ['ru', '/ru/'],
        ],
        address,
      );
      await context.close();
    }
  });

  test('no dead button is shown', async () => {
    for (const kind of kinds) {
      const { page, context } = await open(`/en${kind}`);
      // A certificate's title is its button: it stays as text that nothing happens to.
      const dead = await page
        .locator('button:visible:not(.certificate button)')
        .evaluateAll((all) => all.map((button) => button.outerHTML.slice(0, 120)));
      assert.deepEqual(dead, [], kind);
      await context.close();
    }
  });
});

const isVideo = (request) => /\.(webm|mp4)$/.test(new URL(request.url()).pathname);
/** Opens a page, wakes everything and tells which videos were asked for. */
async function videos(address, options = {}) {
  const asked = [];
  const opened = await site.wake(address, {
    ...options,
    before: async (fresh) => {
      fresh.page.on('request', (request) => isVideo(request) && asked.push(request.url()));
      await options.before?.(fresh);
    },
  });
  return { ...opened, asked };
}

/** A page that was opened later, and wants its film, has asked for it: whoever has not by then does not. */
async function fetchedElsewhere() {
  const { context, asked } = await videos('/en/about/');
  await eventually(() => assert.ok(asked.length > 0));
  await context.close();
}

describe('126, 328: videos', () => {
  test('are fetched where they are seen, muted and looping, and can be paused', async () => {
    const { page, context, asked } = await videos('/en/about/');
    await eventually(() => assert.ok(asked.length > 0));
    const video = page.locator('.page-header video');
    assert.deepEqual(await video.evaluate(({ muted, loop, playsInline, poster }) => [muted, loop, playsInline, Boolean(poster)]), [
      true,
      true,
      true,
      true,
    ]);
    const button = page.locator('.page-video__toggle');
    await eventually(async () => assert.equal(await video.evaluate((element) => element.paused), false));
    await page.locator('.page-video__toggle[aria-label^=Pause]').waitFor(); // its button is told a moment later
    await button.click();
    await eventually(async () => assert.equal(await video.evaluate((element) => element.paused), true));
    await context.close();
  });

  test('that do not come leave their picture, and no button that would do nothing', async () => {
    const { page, context, asked } = await videos('/en/about/', {
      before: ({ context: fresh }) => fresh.route(/\.(webm|mp4)$/, (route) => route.abort()),
    });
    await eventually(() => assert.ok(asked.length > 1));
    await page.locator('.page-video__toggle').waitFor({ state: 'detached' });
    assert.notEqual(await page.locator('.page-header video').getAttribute('poster'), null);
    await context.close();
  });

  for (const [what, connection] of [
    ['with save-data', { saveData: true }],
    ['on a slow line', { effectiveType: '3g' }],
  ])
    test(`are not fetched ${what}`, async () => {
      const { context, asked, page } = await videos('/en/about/', {
        before: ({ context: fresh }) =>
          fresh.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection),
      });
      await fetchedElsewhere();
      assert.equal(await page.locator('.page-video__toggle').count(), 0);
      assert.deepEqual(asked, []);
      await context.close();
    });
});

describe('327: reduced motion', () => {
  for (const kind of ['/', '/about/', '/blog/', '/services/', '/nowhere/'])
    test(`nothing moves and no video is fetched: ${kind}`, async () => {
      const { page, context, asked } = await videos(`/en${kind}`, { reducedMotion: 'reduce' });
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime > 1)
          .map(({ animationName, effect }) => `${animationName} ${effect.target.className}`),
      );
      assert.deepEqual(moving, []);
      await fetchedElsewhere();
      assert.deepEqual(asked, []);
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), 'auto');
      await context.close();
    });
});

describe('319, 320: islands', () => {
  const scripts = (page) => {
    const asked = [];
    page.on('request', (request) => /\/assets\/.*\.js/.test(request.url()) && asked.push(path(request)));
    return asked;
  };
  const path = (request) => new URL(request.url()).pathname.replace(/^\/assets\//, '').replace(/-[^-]+\.js$/, '');

  test('nothing but the loader and what follows the scrolling before a trigger', async () => {
    let asked;
    const { page, context } = await site.open('/en/nowhere/', {
      before: async ({ page: fresh }) => {
        asked = scripts(fresh);
        await fresh.addInitScript(() => (window.requestIdleCallback = (go) => (window.idle ??= []).push(go)));
      },
    });
    await page.waitForFunction(() => window.idle?.length > 0);
    await alive(page, 'ScrollTop');
    assert.deepEqual(asked.sort(), ['ScrollTop', 'loader', 'plain']);
    await page.evaluate(() => window.idle.forEach((go) => go()));
    await alive(page, 'PageVideo');
    assert.ok(asked.includes('PageVideo'));
    await context.close();
  });

  for (const kind of kinds.filter((one) => one !== '/'))
    test(`who only reads, down to the end, downloads no React: ${kind}`, async () => {
      let asked;
      const { page, context } = await site.open(`/en${kind}`, { before: ({ page: fresh }) => (asked = scripts(fresh)) });
      await alive(page, 'ScrollTop');
      await alive(page, 'PageVideo');
      await scrollTo(page, 1e6);
      const long = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 300);
      if (long) await page.locator('.scroll-top.is-shown').waitFor();
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      assert.deepEqual(
        asked.filter(
          (name) => !['loader', 'plain', 'ScrollTop', 'PageVideo', 'LayoutToggle', 'MapEmbed', 'PostTools', 'SearchField'].includes(name),
        ),
        [],
      );
      await context.close();
    });

  const gestures = [
    ['the mouse', {}, (page) => page.locator('.header__services summary').hover()],
    ['a finger', phone, (page) => page.locator('.header__burger').tap()],
    [
      'the keyboard',
      {},
      async (page) => {
        for (let press = 0; press < 2; press++) await page.keyboard.press('Tab');
      },
    ],
  ];
  for (const [name, options, gesture] of gestures)
    test(`the header lives from the first touch of ${name}`, async () => {
      let asked;
      const { page, context } = await site.open('/en/about/', { ...options, before: ({ page: fresh }) => (asked = scripts(fresh)) });
      await alive(page, 'ScrollTop');
      assert.ok(!asked.includes('Header'));
      await gesture(page);
      await page.waitForSelector('[data-island=Header][data-hydrated]', { state: 'attached' });
      assert.ok(asked.includes('Header') && asked.includes('react'));
      if (options === phone) await eventually(async () => assert.equal(await locked(page), true));
      await context.close();
    });

  test('the header takes its look and tracks the way before anybody touches it', async () => {
    const { page, context } = await site.open('/en/about/');
    await alive(page, 'ScrollTop');
    await scrollTo(page, 1e6);
    await page.locator('.header.is-scrolled .header__progress[data-progress="100"]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('[data-island=Header][data-hydrated]').count(), 0);
    await context.close();
  });

  test('the menu on a phone holds the page still at once, its code on its way or not', async () => {
    const { page, context } = await site.open('/en/about/', {
      ...phone,
      before: ({ context: fresh }) => fresh.route('**/assets/Header-*.js*', () => {}), // never answered
    });
    await page.locator('.header__burger').tap();
    await eventually(async () => assert.equal(await locked(page), true));
    await page.locator('.header__burger').tap();
    await eventually(async () => assert.equal(await locked(page), false));
    await context.close();
  });

  test('what is below the fold is fetched when the visitor comes near', () =>
    site.drawn('/en/', async (watch) => {
      let asked;
      const { page, context } = await site.open('/en/', { before: ({ page: fresh }) => (asked = scripts(fresh)) });
      watch(page);
      await alive(page, 'ScrollTop');
      assert.ok(!asked.includes('CertificateGallery') && !asked.includes('FaqAccordion'), asked.join());
      await wakeAll(page);
      assert.ok(asked.includes('CertificateGallery') && asked.includes('FaqAccordion'), asked.join());
      await context.close();
    }));

  test('an early click on a button is not lost', async () => {
    const { before: hold, release } = heldBack('CertificateGallery');
    const { page, context } = await site.open('/en/', { before: hold });
    const card = page.locator('.certificate button').first();
    await card.scrollIntoViewIfNeeded();
    await card.click();
    release();
    await page.locator('dialog[open]').waitFor();
    await context.close();
  });

  test('one that cannot be loaded leaves its markup in use, the others live', async () => {
    const { page, context } = await site.open('/en/faq/', {
      before: ({ context: fresh }) => fresh.route('**/assets/FaqBrowser-*.js*', (route) => route.abort()),
    });
    await alive(page, 'ScrollTop');
    await page.locator('[data-island=FaqBrowser]').dispatchEvent('pointerover');
    await page.waitForSelector('[data-island=FaqBrowser][data-failed]');
    const first = page.locator('.faq-browser details').first();
    await first.locator('summary').click();
    await first.locator('.faq-item__answer').waitFor({ state: 'visible' });
    await page.locator('.faq-browser .tabs a', { hasText: 'Tax' }).click();
    await eventually(async () => assert.equal(await page.locator('#faq-tax details:visible').count(), 3));
    await alive(page, 'Header');
    await scrollTo(page, 100);
    await page.locator('.header.is-scrolled').waitFor();
    await context.close();
  });
});
