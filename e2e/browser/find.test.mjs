// Find and replace in a text, by keyboard and by mouse, on a desk and on a telephone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editor, openAdmin, showLanguage, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

const started = startWithBrowser(() => undefined);
const html = (page, lang) => page.inputValue(`input[name=content_${lang}]`);

async function write(page, lang) {
  await showLanguage(page, lang);
  await editor(page, lang).click();
  await page.keyboard.type('İSTANBUL və ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('istan');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bul yolu');
  const written = '<p>İSTANBUL və <strong>istan</strong>bul yolu</p>';
  await until(async () => (await html(page, lang)) === written, 'the text');
  return written;
}

for (const [size, options] of [
  ['1440', desktop],
  ['390', phone],
]) {
  test(`by keyboard, ${size}: found, replaced across marks, undone, and back in the text`, async () => {
    const { page, context } = await openAdmin(started, options);
    const written = await write(page, 'az');
    await page.keyboard.press('Control+f');
    const bar = page.getByRole('search', { name: 'Tap və əvəz et: AZ' });
    await page.keyboard.type('ıstanbul');
    await bar.getByText(/^\d \/ 2$/).waitFor();
    assert.deepEqual(await page.evaluate(() => ['editor-find', 'editor-found'].map((name) => CSS.highlights.get(name)?.size)), [2, 1]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    assert.equal(await html(page, 'az'), written);
    assert.equal(await page.locator('form[data-mode=create]').count(), 1);
    // What the form's buttons lie over on a phone is reached by scrolling.
    await page.locator('#pane-az .block-bar__find').evaluate((tool) => tool.scrollIntoView({ block: 'center' }));
    await clean(page, `find and replace, ${size}`);
    await bar.getByRole('textbox', { name: 'Bununla əvəz et' }).focus();
    await page.keyboard.type('Bakı');
    await bar.getByRole('button', { name: 'Hamısını əvəz et' }).press('Enter');
    await until(async () => (await html(page, 'az')) === '<p>Bakı və <strong>Bakı</strong> yolu</p>', 'both replaced');
    await bar.getByText('2 yerdə əvəz edildi').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await until(() => editor(page, 'az').evaluate((element) => element === document.activeElement), 'the focus in the text');
    await page.keyboard.press('Control+z');
    await until(async () => (await html(page, 'az')) === written, 'undone in one step');
    await context.close();
  });

  test(`by mouse, ${size}: each text for itself, one place after the other`, async () => {
    const { page, context } = await openAdmin(started, options);
    await write(page, 'ru');
    const pane = page.locator('#pane-ru');
    await pane.getByRole('button', { name: 'Tap və əvəz et' }).click();
    const bar = page.getByRole('search', { name: 'Tap və əvəz et: RU' });
    const wanted = bar.getByRole('textbox', { name: 'Tap', exact: true });
    await wanted.fill('Azərbaycan Respublikası');
    assert.ok(await wanted.evaluate((field) => field.scrollWidth <= field.clientWidth), 'what is looked for is seen whole');
    await wanted.fill('ISTANBUL');
    await bar.getByText(/^\d \/ 2$/).waitFor();
    await bar.getByRole('button', { name: 'Böyük-kiçik hərfi fərqləndir' }).click();
    await bar.getByText('Tapılmadı').waitFor();
    await bar.getByRole('button', { name: 'Böyük-kiçik hərfi fərqləndir' }).click();
    await bar.getByText(/^\d \/ 2$/).waitFor();
    await bar.getByRole('textbox', { name: 'Bununla əvəz et' }).fill('Bakı');
    await bar.getByRole('button', { name: 'Əvəz et', exact: true }).click();
    await bar.getByText('1 / 1').waitFor();
    await bar.getByRole('button', { name: 'Əvəz et', exact: true }).click();
    await until(async () => (await html(page, 'ru')) === '<p>Bakı və <strong>Bakı</strong> yolu</p>', 'both replaced');
    await bar.getByRole('button', { name: 'Bağla' }).click();
    await bar.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => CSS.highlights.get('editor-find')?.size), 0);
    await context.close();
  });
}
