// The site and the admin in Firefox: what differs between engines (details, focus, forms, storage, editing) once more.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { credentials, startCms } from '../support/cms.mjs';
import { launchFirefox, openFirefox, wake } from '../support/firefox.mjs';
import { readPost } from '../support/posts.mjs';
import { kinds } from '../support/visitor.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let browser;
before(async () => {
  cms = await startCms();
  browser = await launchFirefox();
});
after(async () => {
  await browser?.close();
  await cms?.stop();
});

describe('a visitor', () => {
  let page;
  let context;
  let messages;
  before(async () => ({ page, context, messages } = await openFirefox(browser)));
  after(() => context?.close());

  const go = async (address) => {
    await page.goto(cms.url + address);
    assert.deepEqual(await wake(page), [], address);
  };
  const holds = (condition, what) => page.waitForFunction(condition).catch(() => assert.fail(what));
  const path = () => page.evaluate(() => location.pathname + location.hash);

  test('every kind of page comes alive without a word in the console', async () => {
    for (const kind of kinds) {
      await go(`/en${kind}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, kind);
    }
    assert.deepEqual(messages.splice(0), []);
  });

  test("the browser's language is followed, the chosen one is remembered", async () => {
    await page.goto(`${cms.url}/about/`);
    await holds(() => document.documentElement.lang === 'en' && location.pathname === '/en/about/', 'English is preferred');
    await page.locator('.header__language summary').click();
    await page.locator('.header__language a[lang=ru]').click();
    await holds(() => location.pathname === '/ru/about/' && document.readyState === 'complete', 'Russian is chosen');
    await page.evaluate(() => document.querySelector('.header__language a[lang=az]').click());
    await holds(() => location.pathname === '/about/', 'Azerbaijani is chosen');
    await page.goto(`${cms.url}/faq/`);
    await wake(page);
    assert.equal(await path(), '/faq/');
  });

  test('the services menu by keyboard', async () => {
    await go('/en/about/');
    await page.focus('.header__services summary');
    await page.keyboard.press('ArrowDown');
    await holds(
      () => document.querySelector('.header__services').open && document.activeElement.closest('.header__services .menu__list'),
      'open, its first link',
    );
    await page.keyboard.press('End');
    await holds(() => document.activeElement === [...document.querySelectorAll('.header__services a')].at(-1), 'its last link');
    await page.keyboard.press('Escape');
    await holds(
      () => !document.querySelector('.header__services').open && document.activeElement.localName === 'summary',
      'closed, the focus at its button',
    );
  });

  test('the drawer of a phone: alone while open, closed when the window grows and when one comes back', async () => {
    await page.setViewport({ width: 390, height: 844 });
    await go('/en/about/');
    await page.locator('.header__burger').click();
    await holds(
      () => document.querySelector('main').inert && document.activeElement.closest('.header__nav'),
      'the page is inert, the focus in the drawer',
    );
    await page.setViewport({ width: 1440, height: 900 });
    await holds(() => !document.querySelector('main').inert && !document.querySelector('.header__drawer').open, 'the page is free');
    await page.setViewport({ width: 390, height: 844 });
    await page.locator('.header__burger').click();
    await holds(() => document.querySelector('main').inert, 'it is open');
    await page.evaluate(() => (location.href = '/en/faq/'));
    await holds(() => location.pathname === '/en/faq/', 'elsewhere');
    await page.evaluate(() => history.back()); // from the browser's memory, which is no navigation to wait for
    await holds(
      () =>
        location.pathname === '/en/about/' &&
        !document.querySelector('main').inert &&
        !document.documentElement.matches('.is-locked') &&
        !document.querySelector('.header__drawer').open,
      'it came back closed',
    );
    assert.deepEqual(messages.splice(0), []);
    await context.close(); // the driver has not noticed the way back
    ({ page, context, messages } = await openFirefox(browser));
  });

  test('questions, their search and their addresses', async () => {
    await go('/en/faq/#100%');
    await page.locator('#faq-general summary').click();
    await holds(() => document.querySelector('#faq-general details').open, 'the first answer');
    await page.locator('[role=search] input').fill('zzzz');
    await page.waitForSelector('.faq-browser__empty');
    await page.evaluate(() => (location.hash = '#faq-tax'));
    await holds(() => document.querySelector('#faq-tax-tab')?.ariaSelected === 'true', 'the tab of the address');
    await go('/en/terms/#governing-law-title');
    await holds(() => document.querySelector('#terms-of-service-tab').ariaSelected === 'true', 'the tab of a heading');
    await page.locator('#privacy-policy-tab').click();
    await holds(() => document.querySelector('#privacy-policy-tab').ariaSelected === 'true', 'the other tab');
    await page.evaluate(() => {
      document.querySelector('.skip-link').href = '#governing-law-title';
      document.querySelector('.skip-link').click();
    });
    await holds(() => document.querySelector('#terms-of-service-tab').ariaSelected === 'true', 'the same address again');
  });

  test('the slider stands still at its button', async () => {
    await go('/en/');
    await page.locator('.hero-slider__button').click();
    await holds(
      () =>
        /^Start/.test(document.querySelector('.hero-slider__button').ariaLabel) &&
        document.querySelector('.hero-slider').dataset.phase === 'idle',
      'it stands',
    );
    // On a busy machine it may have gone on before.
    const [at, count] = await page.$$eval('.hero-slider__dot', (dots) => [
      dots.findIndex(({ ariaCurrent }) => ariaCurrent === 'true'),
      dots.length,
    ]);
    await page.locator('[data-arrow=next]').click();
    await page.waitForFunction(
      (next) =>
        document.querySelectorAll('.hero-slider__dot')[next].ariaCurrent === 'true' &&
        document.querySelector('.hero-slider').dataset.phase === 'idle',
      {},
      (at + 1) % count,
    );
  });

  test('the blog changes in place; Back brings the scroll back with the list', async () => {
    await go('/en/blog/');
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
    await page.evaluate(() => document.querySelector('[data-blog-region] a[rel=next]').click());
    await holds(() => location.pathname === '/en/blog/page/2/' && scrollY === 0, 'the second page, from its top');
    await page.evaluate(() => history.back());
    await holds(() => location.pathname === '/en/blog/' && scrollY === 600, 'the first page, where it was left');
  });

  test('the contact form: what is missing, a failure, a success', async () => {
    await go('/en/contact/');
    const status = (expected) => page.waitForSelector(`.contact-form[data-status=${expected}]`);
    /** A failure to send has an alert; missing fields are an error as well. */
    const ended = (expected) =>
      document.querySelector('.contact-form').dataset.status === expected &&
      (expected === 'success' || Boolean(document.querySelector('.contact-form__outcome [role=alert]')?.textContent));
    await page.locator('.contact-form__send').click();
    await status('error');
    assert.equal(await page.evaluate(() => document.activeElement.name), 'name');
    for (const [name, value] of [
      ['name', 'Leyla Əliyeva'],
      ['email', 'leyla@example.org'],
      ['message', 'Salam!'],
    ])
      await page.type(`.contact-form [name=${name}]`, value);
    await page.select('.contact-form [name=subject]', 'tax');
    for (const [answer, expected] of [
      [500, 'error'],
      [200, 'success'],
    ]) {
      await page.evaluate((code) => {
        window.fetch = async () => new Response('{}', { status: code });
      }, answer);
      await page.locator('.contact-form__send').click();
      await page.waitForFunction(ended, {}, expected);
      assert.equal(await page.$eval('.contact-form [name=name]', (field) => field.value), answer === 500 ? 'Leyla Əliyeva' : '');
    }
  });

  test('a missing page speaks the language of its address', async () => {
    await go('/ru/nowhere/');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ru');
    assert.match(await page.title(), /^404/);
    assert.deepEqual(
      messages.splice(0).filter((message) => !/Proxy|openstreetmap/i.test(message)),
      [],
    );
  });
});

describe('an editor', () => {
  const titles = { az: 'Əmək haqqı və şəffaf öhdəlik', en: 'A post from Firefox', ru: 'Запись из Firefox: ёж, объём' };
  const words = { az: 'çox gərəkli söz', en: 'an important word', ru: 'важное слово' };
  let page;
  let context;
  let messages;
  let alerts;
  let id;
  before(async () => ({ page, context, messages, alerts } = await openFirefox(browser)));
  after(() => context?.close());

  const submit = () => page.locator('form[data-mode] [type=submit]').click();
  const says = async (...expected) => {
    await until(() => alerts.length >= expected.length, `the alert ${expected.at(-1)}`);
    assert.deepEqual(alerts.splice(0), expected);
  };
  const press = (lang, tool) => page.locator(`#pane-${lang} [data-tool=${tool}]`).click();
  const act = (which) => page.locator(`[data-post-id="${id}"] button.button--small${which}`).click();
  const showLanguage = async (lang) => {
    const tab = await page.$(`#tab-${lang}`);
    if (await tab?.isVisible()) await tab.click();
  };

  async function write(lang) {
    await showLanguage(lang);
    await page.waitForSelector(`[name=title_${lang}]`, { visible: true });
    await page.type(`[name=title_${lang}]`, titles[lang]);
    await page.locator(`#pane-${lang} [contenteditable=true]`).click();
    await page.keyboard.type('Bu ');
    await press(lang, 'bold');
    await page.keyboard.type(words[lang]);
    await press(lang, 'bold');
    await page.keyboard.press('Enter');
    await press(lang, 'ul');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
  }

  test('signs in and writes a post in three languages, with a picture', async () => {
    await page.goto(`${cms.url}/login`);
    await page.waitForSelector('[name=password]', { visible: true });
    await page.type('[name=username]', credentials.username);
    await page.type('[name=password]', credentials.password);
    await page.click('form [type=submit]');
    await page.waitForSelector('form[data-mode=create]');
    for (const lang of Object.keys(titles)) await write(lang);
    await page.select('[name=category]', 'valuation');
    await page.type('[name=author]', 'Əfsanə Sınaq');
    await (await page.$('[name=image]')).uploadFile(new URL('../../content/media/og.jpg', import.meta.url).pathname);
    await submit();
    await says('Bloq yazısı uğurla yaradıldı!');
    const [newest] = await (await fetch(`${cms.url}/api/blog/posts/`)).json();
    id = newest.id;
    for (const lang of Object.keys(titles)) {
      assert.equal(newest[`title_${lang}`], titles[lang]);
      assert.equal(newest[`content_${lang}`], `<p>Bu <strong>${words[lang]}</strong></p><ul><li>one</li><li>two</li></ul>`);
    }
    assert.match(newest.image, /^\/api\/blog\/images\/\d+\/$/);
  });

  test('a visitor reads it', async () => {
    await cms.published();
    const { page: reader, context: apart } = await openFirefox(browser);
    await reader.goto(`${cms.url}/ru/blog/${id}/`);
    assert.equal(await reader.$eval('h1', (heading) => heading.textContent), titles.ru);
    assert.equal(await reader.$eval('.prose strong', (strong) => strong.textContent), words.ru);
    await reader.waitForFunction(() => document.querySelector('.post__figure img').naturalWidth > 0);
    await apart.close();
  });

  test('changes it and deletes it', async () => {
    await page.waitForSelector('form[data-mode=create]');
    await act(':not(.button--danger)');
    await page.waitForSelector('form[data-mode=edit]');
    await showLanguage('az');
    await page.focus('[name=title_az]');
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await submit();
    await says('Bloq yazısı uğurla yeniləndi!');
    assert.equal((await readPost(cms, id)).title_az, `${titles.az}!`);
    await page.waitForSelector('form[data-mode=create]');
    await act('.button--danger');
    await says('Bu yazını silmək istədiyinizə əminsiniz?', 'Bloq yazısı uğurla silindi!');
    assert.equal((await fetch(`${cms.url}/api/blog/posts/${id}/`)).status, 404);
    assert.deepEqual(messages, []);
  });
});
