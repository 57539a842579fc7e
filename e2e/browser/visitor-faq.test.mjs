// The FAQ page: tabs, independent items, search, topics.
import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { alive, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
let page;
before(async () => (site = await startSite()));
after(() => site?.stop());
beforeEach(async () => {
  ({ page } = await site.open('/en/faq/'));
  await alive(page, 'FaqBrowser');
});
afterEach(() => page.context().close());

const tab = (number) => page.getByRole('tab').nth(number);
const panel = () => page.locator('.faq-browser__panel:visible');
const questions = () => page.locator('.faq-browser details:visible');
const field = () => page.locator('[role=search] input');

test('120: General 2, Audit 1, Tax 3 behind tabs, General first', async () => {
  assert.deepEqual(
    (await page.getByRole('tab').allTextContents()).map((label) => label.trim()),
    ['General', 'Audit', 'Tax'],
  );
  for (const [number, count] of [2, 1, 3].entries()) {
    if (number) await tab(number).click();
    assert.equal(await tab(number).getAttribute('aria-selected'), 'true');
    assert.equal(await questions().count(), count);
    assert.equal(await panel().getAttribute('id'), await tab(number).getAttribute('aria-controls'));
  }
});

test('the tabs work by keyboard, as the APG says', async () => {
  await tab(0).focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await tab(2).getAttribute('aria-selected'), 'true');
  assert.equal(await tab(2).evaluate((element) => element === document.activeElement), true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await questions().count(), 1);
  await page.keyboard.press('Home');
  assert.equal(await questions().count(), 2);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => Boolean(document.activeElement.closest('[role=tabpanel]'))), true);
});

test('what tells of results is there before the first search, for screen readers, and takes no room', async () => {
  const status = page.locator('.faq-browser__status');
  assert.deepEqual(await status.evaluate((element) => [element.textContent, element.checkVisibility()]), ['', true]);
  const [above, below, gap] = await page
    .locator('.faq-browser')
    .evaluate((browser) => [
      browser.querySelector('[role=search]').getBoundingClientRect().bottom,
      browser.querySelector('.tabs').getBoundingClientRect().top,
      parseFloat(getComputedStyle(browser).rowGap),
    ]);
  assert.ok(Math.abs(below - above - gap) < 1, `${below - above} px`);
  await field().fill('audit');
  await eventually(async () => assert.match(await status.innerText(), /\d/));
});

test('a fragment opens its tab', async () => {
  await page.goto(`${site.url}/en/faq/#faq-tax`);
  await eventually(async () => assert.equal(await tab(2).getAttribute('aria-selected'), 'true'));
});

test('121, 190: items open independently and stay open over tabs', async () => {
  const open = () => page.locator('.faq-browser details').evaluateAll((all) => all.map((item) => item.open));
  await questions().nth(0).locator('summary').click();
  await questions().nth(1).locator('summary').click();
  await tab(2).click();
  await questions().nth(1).locator('summary').click();
  await eventually(async () => assert.deepEqual(await open(), [true, true, false, false, true, false]));
  await tab(0).click();
  await questions().nth(0).locator('summary').click();
  await eventually(async () => assert.deepEqual(await open(), [false, true, false, false, true, false]));
});

test('the search looks through questions and answers of all categories', async () => {
  await field().fill('VAT');
  await eventually(async () => assert.ok((await questions().count()) >= 1));
  for (const item of await questions().all()) assert.match(await item.textContent(), /VAT/i);
  assert.equal(await page.getByRole('tab').count(), 0);
  assert.match(await page.locator('.faq-browser__status').innerText(), new RegExp(String(await questions().count())));
  await page.locator('.faq-search__clear').click();
  await eventually(async () => assert.equal(await page.getByRole('tab').count(), 3));
  assert.equal(await field().inputValue(), '');
  assert.equal(await field().evaluate((element) => element === document.activeElement), true);
});

test('125, 270: nothing found', async () => {
  await field().fill('zzzz');
  const empty = page.locator('.faq-browser__empty');
  await empty.waitFor();
  assert.equal(await empty.locator('h2').innerText(), 'No Results Found');
  assert.ok((await empty.innerText()).includes('Try searching with different keywords or browse our categories.'));
  await empty.locator('button').click();
  await eventually(async () => assert.equal(await questions().count(), 2));
});

test('124: every topic tag finds something', async () => {
  for (const topic of await page.locator('.topic').all()) {
    await topic.click();
    assert.equal(await field().inputValue(), await topic.innerText());
    await eventually(async () => assert.equal(await topic.getAttribute('aria-pressed'), 'true'));
    assert.ok((await questions().count()) >= 1, await topic.innerText());
  }
});
for (const lang of ['', '/ru'])
  test(`124: every topic tag finds something (${lang || 'az'})`, async () => {
    await page.goto(`${site.url}${lang}/faq/`);
    await alive(page, 'FaqBrowser');
    for (const topic of await page.locator('.topic').all()) {
      await topic.click();
      await eventually(async () => assert.equal(await topic.getAttribute('aria-pressed'), 'true'));
      assert.ok((await questions().count()) >= 1, await topic.innerText());
    }
  });

test('a category has its name once: as its tab, as a heading of results, and on paper', async () => {
  const heading = () =>
    panel()
      .locator('h2')
      .first()
      .evaluate((element) => element.getBoundingClientRect().height);
  assert.ok((await heading()) <= 1, 'under its tab the heading is for ears only');
  await field().fill('VAT');
  await eventually(async () => assert.ok((await heading()) > 1));
});

test('on paper: all six questions with their answers, no controls, and the firm', async () => {
  await page.emulateMedia({ media: 'print' });
  assert.equal(await questions().count(), 6);
  for (const answer of await page.locator('.faq-item__answer').all()) assert.ok((await answer.boundingBox())?.height > 10);
  for (const gone of ['[role=search]', '.topic', '.tabs', '.footer nav'])
    assert.equal(await page.locator(`${gone}:visible`).count(), 0, gone);
  for (const kept of ['.footer__logo', '.footer__contact a[href^="tel:"]', '.footer__contact a[href^="mailto:"]'])
    assert.equal(await page.locator(kept).isVisible(), true, kept);
});
