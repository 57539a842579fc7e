// What screens of the admin have in common: where they end, how high fields are, and rows of tools.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, speak, startWithBrowser } from '../support/admin.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';

const AUTHOR = 'Səkinəxanım Məmmədhəsənova-Hüseynzadə';
const started = startWithBrowser(() => createPosts(started.cms, 3, () => ({ author: AUTHOR })));

const SCREENS = ['', '/pictures', '/messages', '/people', '/audit', '/releases', '/tokens', '/webhooks', '/account'];

for (const [name, options] of Object.entries({ desktop, phone, 'wide window': { viewport: { width: 1920, height: 1080 } } }))
  test(`on a ${name} all screens end at one edge, and their fields are of one height`, async () => {
    const { page, context } = await openAdmin(started, options);
    const edges = new Set();
    const heights = new Set();
    for (const screen of SCREENS) {
      await page.goto(`${started.cms.url}/admin${screen}`);
      await page
        .locator(screen === '' ? '.list' : '#content .panel__title')
        .first()
        .waitFor();
      const found = await page.evaluate(() => ({
        edge: document.querySelector('#content > :last-child').getBoundingClientRect().right,
        fields: [...document.querySelectorAll('#content :is(input, select):not([type=checkbox], [type=radio], [type=file])')]
          .filter((field) => field.checkVisibility())
          .map((field) => field.offsetHeight),
      }));
      edges.add(found.edge);
      for (const height of found.fields) heights.add(height);
    }
    assert.equal(edges.size, 1, [...edges].join());
    assert.deepEqual([...heights], [name === 'phone' ? 44 : 40]);
    await context.close();
  });

test('what is done to several posts stands in one row, in three languages', async () => {
  const { page, context } = await openAdmin(started, desktop);
  for (const language of ['az', 'en', 'ru']) {
    await speak(page, language);
    await page.locator('.tick').first().click();
    await page.locator('.selection__bar').waitFor();
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const high = await page.locator('.selection__bar').evaluate((bar) => bar.offsetHeight);
      assert.ok(high < 70, `${language}, ${width}: ${high} px`);
    }
    await page.locator('.tick').first().click();
    await page.locator('.selection').waitFor({ state: 'detached' });
  }
  await context.close();
});

test('on a phone the list’s tools stand in rows that are filled, in three languages; on a desk the filter shows a long author whole', async () => {
  const { page, context } = await openAdmin(started, phone);
  for (const language of ['az', 'en', 'ru']) {
    await speak(page, language);
    const rows = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('.list__tools > *, .finding__row > *')].map((part) => part.getBoundingClientRect());
      return Map.groupBy(parts, ({ top, height }) => Math.round((top + height / 2) / 10))
        .values()
        .map((row) => row.length)
        .toArray();
    });
    assert.deepEqual(rows, [2, 2, 1, 2], language);
  }
  await page.setViewportSize(desktop.viewport);
  await page.locator('.finding__more').click();
  const select = page.locator('[name=author_filter]');
  await select.selectOption(AUTHOR);
  const room = await select.evaluate((field, name) => {
    const words = Object.assign(document.createElement('span'), { textContent: name });
    words.style.font = getComputedStyle(field).font;
    words.style.whiteSpace = 'nowrap';
    document.body.append(words);
    const { width } = words.getBoundingClientRect();
    words.remove();
    return field.clientWidth - width;
  }, AUTHOR);
  assert.ok(room >= 32, `${room} px beside the name`);
  await context.close();
});
