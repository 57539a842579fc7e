// The visitor's site in WebKit, the engine of Safari: what differs between engines, as in firefox.test.mjs, without the admin.
import assert from 'node:assert/strict';
import { after, before, test as once } from 'node:test';
import { startCms } from '../support/cms.mjs';
import { kinds } from '../support/visitor.mjs';
import { keys, launchWebKit, StandsStill } from '../support/webkit.mjs';

let cms;
let page;
before(async () => {
  cms = await startCms();
});
after(async () => {
  await page?.close();
  await cms?.stop();
});

/** What runs in the browser there is, or in a new one. */
async function inBrowser(run) {
  page ??= await launchWebKit();
  await run();
}

/**
 * WebKit's driver hangs now and then, as WebKit's own runner of tests knows (WebKit pull request 73421): a test in which a command is not
 * answered says so and begins once more in a new browser. A page that is at fault hangs there too.
 */
const test = (name, run) =>
  once(name, async () => {
    try {
      await inBrowser(run);
    } catch (error) {
      if (!(error instanceof StandsStill)) throw error;
      console.error(`${name}: ${error.message}: once more in a new browser.`);
      page?.kill();
      page = undefined;
      await inBrowser(run);
    }
  });

/** Opens a page and wakes all its islands. */
async function go(address) {
  await page.goto(cms.url + address);
  await page.holds(
    () => document.querySelector('[data-island=ScrollTop], [data-island=PageVideo]')?.matches('[data-hydrated]') ?? true,
    `the loader of ${address}`,
  );
  await page.evaluate(() =>
    document
      .querySelectorAll('[data-hydrate=interaction]')
      .forEach((island) => island.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))),
  );
  await page.holds(
    () =>
      [...document.querySelectorAll('[data-hydrate=interaction], [data-hydrate=load]')].every(
        ({ dataset }) => 'hydrated' in dataset || 'failed' in dataset,
      ),
    `the islands of ${address}`,
  );
  assert.deepEqual(
    await page.evaluate(() => [...document.querySelectorAll('[data-failed]')].map(({ dataset }) => dataset.island)),
    [],
    address,
  );
}
const path = () => page.evaluate(() => location.pathname);

test('every kind of page comes alive, in its faces, and nothing is wider than the window', async () => {
  for (const kind of kinds) {
    await go(`/en${kind}`);
    assert.equal(await page.evaluate(() => document.querySelectorAll('h1').length > 0), true, kind);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, kind);
    await page.holds(
      () => document.fonts.check('1rem "Khazri Text"') && document.fonts.check('1rem "Khazri Display"'),
      `the faces of ${kind}`,
    );
  }
});

test("the browser's language is followed, the chosen one is remembered", async () => {
  await page.goto(`${cms.url}/about/`);
  await page.holds(() => location.pathname === '/en/about/' && document.documentElement.lang === 'en', 'English is preferred');
  await go('/en/about/');
  await page.click('.header__language summary');
  await page.click('.header__language a[lang=ru]');
  await page.holds(() => location.pathname === '/ru/about/' && document.readyState === 'complete', 'Russian is chosen');
  await page.evaluate(() => document.querySelector('.header__language a[lang=az]').click());
  await page.holds(() => location.pathname === '/about/', 'Azerbaijani is chosen');
  await page.goto(`${cms.url}/faq/`);
  await page.holds(() => document.readyState === 'complete', 'the page is loaded');
  assert.equal(await path(), '/faq/');
});

test('the services menu by keyboard', async () => {
  await go('/en/about/');
  await page.evaluate(() => document.querySelector('.header__services summary').focus());
  await page.press(keys.ArrowDown);
  await page.holds(() => document.querySelector('.header__services').open, 'the menu is open');
  await page.press(keys.End);
  await page.holds(() => document.activeElement === [...document.querySelectorAll('.header__services a')].at(-1), 'its last link');
  await page.press(keys.Escape);
  await page.holds(
    () => !document.querySelector('.header__services').open && document.activeElement.localName === 'summary',
    'closed, the focus at its button',
  );
});

test('from the blog to a post', async () => {
  await go('/en/blog/');
  const title = await page.evaluate(() => document.querySelector('.post-card__title .when-card').textContent);
  await page.evaluate(() => document.querySelector('.post-card__title a').click());
  await page.holds(() => /^\/en\/blog\/\d+\/$/.test(location.pathname) && document.querySelector('.post__title'), 'a post');
  const heading = await page.evaluate(() => document.querySelector('.post__title').textContent);
  assert.equal(heading.startsWith(title.replace(/…$/, '').trimEnd()), true, `${heading} / ${title}`);
  await page.holds(
    () => [...document.querySelectorAll('.post__figure img')].every((image) => image.complete && image.naturalWidth > 0),
    'its picture',
  );
});

test('a question unfolds, the search finds none', async () => {
  await go('/en/faq/');
  await page.click('#faq-general summary');
  await page.holds(() => document.querySelector('#faq-general details').open, 'the first answer');
  await page.type('[role=search] input', 'zzzz');
  await page.holds(() => document.querySelector('.faq-browser__empty'), 'nothing is found');
});

test('the contact form: what is missing, a failure that keeps the words, a success', async () => {
  await go('/en/contact/');
  const status = (expected) =>
    page.holds((wanted) => document.querySelector('.contact-form').dataset.status === wanted, expected, expected);
  await page.click('.contact-form__send');
  await status('error');
  assert.equal(await page.evaluate(() => document.activeElement.name), 'name');
  for (const [name, value] of [
    ['name', 'Leyla Əliyeva'],
    ['email', 'leyla@example.org'],
    ['message', 'Salam!'],
  ])
    await page.type(`.contact-form [name=${name}]`, value);
  await page.choose('.contact-form [name=subject]', 'tax');
  for (const [answer, expected, kept] of [
    [500, 'error', 'Leyla Əliyeva'],
    [200, 'success', ''],
  ]) {
    await page.evaluate((code) => {
      window.fetch = async () => new Response('{}', { status: code });
    }, answer);
    await page.click('.contact-form__send');
    // A failure to send has an alert; missing fields are an error as well.
    await page.holds(
      (wanted) =>
        document.querySelector('.contact-form').dataset.status === wanted &&
        (wanted === 'success' || Boolean(document.querySelector('.contact-form__outcome [role=alert]')?.textContent)),
      `${expected} after sending`,
      expected,
    );
    assert.equal(await page.evaluate(() => document.querySelector('.contact-form [name=name]').value), kept);
  }
});

test('who leaves while the form is being sent is held up by nothing', async () => {
  await go('/en/contact/');
  for (const [name, value] of [
    ['name', 'Leyla'],
    ['email', 'leyla@example.org'],
    ['message', 'Salam!'],
  ])
    await page.type(`.contact-form [name=${name}]`, value);
  await page.choose('.contact-form [name=subject]', 'tax');
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => {});
  });
  await page.click('.contact-form__send');
  await page.holds(() => document.querySelector('.contact-form').dataset.status === 'sending', 'it is on its way');
  await page.evaluate(() => document.querySelector('.footer a[href="/en/services/"]').click());
  await page.holds(() => location.pathname === '/en/services/', 'elsewhere');
});

test('a missing page speaks the language of its address', async () => {
  await go('/ru/nowhere/');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ru');
});
