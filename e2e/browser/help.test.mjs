// Help by key, and light or dark as one likes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, openMenu, speak, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';

let admin;
const started = startWithBrowser(async () => {
  admin = await openAdmin(started, { colorScheme: 'light' });
});
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const LIGHT = 'rgb(247, 242, 232)';
const DARK = 'rgb(14, 26, 34)';

test('the question mark opens the help where nothing is typed, Escape closes it and brings the focus back', async () => {
  const { page } = admin;
  await page.fill('[name=author]', 'Kim');
  await page.locator('[name=author]').press('End');
  await page.keyboard.press('?');
  assert.equal(await page.inputValue('[name=author]'), 'Kim?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  const button = page.getByRole('button', { name: 'Kömək' });
  await button.focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Kömək' });
  await help.getByText('Siyahıda içəri, geri').waitFor();
  await help.locator('summary', { hasText: 'Üç dil' }).press('Enter');
  await help.getByText('Dillər yan-yana və ya vərəqlərdə olur').waitFor();
  await clean(page, 'help, desktop');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  assert.ok(await button.evaluate((element) => element === document.activeElement));
});

test('F1 opens it in the middle of a text, and the single key can be switched off', async () => {
  const { page } = admin;
  await page.locator('#content_az').click();
  await page.keyboard.press('F1');
  const help = page.getByRole('dialog', { name: 'Kömək' });
  await help.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Kömək' }).focus();
  await page.keyboard.press('?');
  await page.keyboard.press('F1');
  await help.waitFor();
  assert.equal(await help.getByRole('checkbox').isChecked(), false);
  assert.equal(await page.getByRole('dialog').count(), 1);
  await page.keyboard.press('Escape');
});

test('light and dark are chosen for this browser, over what the system says, and are there before the program is', async () => {
  const { page, context } = admin;
  await page.getByRole('link', { name: 'Hesabım' }).click();
  assert.equal(await background(page), LIGHT);
  await page.getByRole('button', { name: 'Tünd', exact: true }).click();
  assert.equal(await background(page), DARK);
  await clean(page, 'account, dark');
  const other = await context.newPage();
  // Without the program: what was chosen is known from the first paint on.
  await other.route('**/admin/assets/index-*.js', (route) => route.abort());
  await other.goto(`${started.cms.url}/admin`);
  assert.equal(await background(other), DARK);
  await other.close();
  await page.getByRole('button', { name: 'Sistemdəki kimi' }).click();
  assert.equal(await background(page), LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.equal(await background(page), DARK);
  await page.getByRole('button', { name: 'Açıq', exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Açıq', pressed: true }).waitFor();
  assert.equal(await background(page), LIGHT);
});

test('both fit a phone, in three languages', async () => {
  const { page, context } = await openAdmin(started, phone);
  for (const [language, name] of [
    ['AZ', 'Kömək'],
    ['EN', 'Help'],
    ['RU', 'Справка'],
  ]) {
    await speak(page, language);
    await openMenu(page);
    await page.getByRole('button', { name, exact: true }).tap();
    await page.getByRole('dialog', { name }).waitFor();
    await clean(page, `help, phone, ${language}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await context.close();
});
