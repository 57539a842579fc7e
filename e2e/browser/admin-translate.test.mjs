// Translating over a copy, as editors do: paragraph by paragraph, beside the original, also on a phone.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { drawPicture, editor, openAdmin, paste, showLanguage, startWithBrowser, tool } from '../support/admin.mjs';
import { phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

const TEXT = '<h2>Bir</h2><p>iki iki</p><ul><li>üç</li><li>dörd</li></ul><p>beş</p>';

let post;
let page;
let context;
const started = startWithBrowser(async () => {
  [post] = await createPosts(started.cms, 1, () => ({ content_az: TEXT, content_en: '', content_ru: '', title_en: 'E', excerpt_en: '' }));
});
afterEach(() => context.close());

const html = (lang) => page.inputValue(`input[name=content_${lang}]`);
const becomes = (lang, expected) =>
  until(async () => (await html(lang)) === expected, expected).catch(async () => assert.equal(await html(lang), expected));

async function open(options) {
  ({ page, context } = await openAdmin(started, options));
  await page
    .locator(`[data-post-id="${post.id}"]`)
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.waitForSelector('form[data-mode=edit]');
}

const copyTo = (lang) => page.locator(`#pane-${lang}`).getByRole('button', { name: /AZ/ }).first().click();

const WAYS = {
  typed: () => page.keyboard.type('New'),
  pasted: () => paste(page, 'en', { 'text/plain': 'New' }),
};
for (const [way, replace] of Object.entries(WAYS)) {
  test(`a triple click takes one block and leaves the next where it is: what is ${way} replaces just that`, async () => {
    await open();
    await copyTo('en');
    await becomes('en', TEXT);
    const steps = [
      ['h2', '<h2>New</h2><p>iki iki</p><ul><li>üç</li><li>dörd</li></ul><p>beş</p>'],
      ['p >> nth=0', '<h2>New</h2><p>New</p><ul><li>üç</li><li>dörd</li></ul><p>beş</p>'],
      ['li >> nth=0', '<h2>New</h2><p>New</p><ul><li>New</li><li>dörd</li></ul><p>beş</p>'],
      ['li >> nth=1', '<h2>New</h2><p>New</p><ul><li>New</li><li>New</li></ul><p>beş</p>'],
    ];
    for (const [block, expected] of steps) {
      await editor(page, 'en')
        .locator(block)
        .click({ clickCount: 3, position: { x: 10, y: 8 } });
      await replace();
      await becomes('en', expected);
    }
  });
}

test('what cannot be copied yet is there and cannot be pressed, and nothing moves when it can', async () => {
  ({ page, context } = await openAdmin(started));
  const pressable = (lang) =>
    page
      .locator(`#pane-${lang} [data-source]`)
      .evaluateAll((buttons) => buttons.filter(({ disabled }) => !disabled).map(({ dataset }) => dataset.source));
  const top = () => page.evaluate(() => Math.round(document.getElementById('title_en').getBoundingClientRect().y));
  const before = await top();
  assert.ok(await page.locator('#pane-en').getByText('Mətnləri köçür:').isVisible());
  for (const lang of ['az', 'en', 'ru']) assert.deepEqual(await pressable(lang), [], lang);
  await page.fill('#title_az', 'Bir');
  await page.locator('#pane-en [data-source=az]:enabled').waitFor();
  assert.deepEqual(await pressable('az'), []);
  assert.deepEqual(await pressable('ru'), ['az']);
  assert.equal(await top(), before);
});

test('fields beside each other stay beside each other when one language has something to say', async () => {
  await open();
  await copyTo('en');
  await page.locator('#pane-en .pane__copied button').waitFor();
  for (const name of ['title', 'excerpt', 'content']) {
    const tops = () =>
      page.evaluate(
        (field) => ['az', 'en', 'ru'].map((lang) => Math.round(document.getElementById(`${field}_${lang}`).getBoundingClientRect().y)),
        name,
      );
    assert.equal(new Set(await tops()).size, 1, name);
  }
});

test('on a phone no button of a panel lies under the buttons of the form, with unsaved words and without', async () => {
  await open(phone);
  const seen = (button) =>
    button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return (
        document.elementFromPoint((left + right) / 2, bottom - 2) === element &&
        document.elementFromPoint((left + right) / 2, top + 2) === element
      );
    });
  const insert = page.locator('.floating__actions button').first();
  await showLanguage(page, 'az');
  for (const unsaved of [false, true]) {
    if (unsaved) await page.fill('#title_az', 'Başqa');
    for (const block of ['h2', 'p >> nth=-1']) {
      await editor(page, 'az').locator(block).click();
      await tool(page, 'az', 'image').click();
      await until(() => seen(insert), `the buttons of the panel at ${block}`);
      await page.keyboard.press('Escape');
    }
  }
});

test('a selected picture is seen as it is, not through the colour of a selection', async () => {
  await open(phone);
  await showLanguage(page, 'az');
  await editor(page, 'az').locator('p').first().click();
  await tool(page, 'az', 'image').click();
  await page.locator('.floating input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await page.locator('.floating__actions button').first().click();
  const picture = page.locator('#content_az img');
  await until(async () => (await html('az')).includes('/api/blog/images/'), 'the picture to be stored');
  await picture.click();
  await page.locator('#content_az .editor-image--selected').waitFor();
  assert.equal(await picture.evaluate((image) => getComputedStyle(image, '::selection').backgroundColor), 'rgba(0, 0, 0, 0)');
});
