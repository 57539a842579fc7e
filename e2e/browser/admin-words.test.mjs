// Words that stand in a dialog and nowhere else: closing it, on purpose or not, loses none of them unasked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture, editor, openAdmin, signIn, startWithBrowser, tool } from '../support/admin.mjs';
import { openPage } from '../support/browser.mjs';
import { credentials } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

const PASSWORD = 'sözlər və rəqəmlər';
const started = startWithBrowser(async () => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await started.cms.token()}` };
  const made = await fetch(`${started.cms.url}/api/users/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'aygün', password: PASSWORD, role: 'author' }),
  });
  assert.equal(made.status, 201);
});

/** A page of somebody who says no to whatever the browser asks; `asked` counts how often. */
async function refusing() {
  const { page, context } = await openPage(started.browser);
  const asked = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  await signIn(page, started.cms.url, credentials);
  return { page, context, asked };
}

test('Escape closes no picture over unsaved texts against one’s word, however often it is pressed', async () => {
  const { page, context, asked } = await refusing();
  await page.getByRole('link', { name: 'Şəkillər' }).click();
  await page
    .getByLabel('Şəkilləri buraya atın')
    .setInputFiles({ name: 'ofis.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await page.locator('.tile__button').first().click();
  const alt = page.locator('[name=alt_az]');
  await alt.fill('Ofisin girişi');
  for (let press = 1; press <= 4; press += 1) {
    await page.keyboard.press('Escape');
    await until(() => asked.length === press, `the question ${press}`);
    await page.getByRole('dialog').waitFor();
  }
  await page.keyboard.type(', axşam');
  assert.equal(await alt.inputValue(), 'Ofisin girişi, axşam');
  await context.close();
});

test('the note of a request is there again after Escape, and after a reload', async () => {
  const { page, context, alerts } = await openAdmin(started, {}, { username: 'aygün', password: PASSWORD });
  await page.fill('[name=title_az]', 'Hesabat');
  await page
    .getByText(/^Qaralama saxlanıldı/)
    .first()
    .waitFor();
  const note = page.getByLabel(/^Redaktora qeyd/);
  async function ask() {
    await page.getByRole('button', { name: 'Dərc imkanları' }).click();
    await page.getByRole('menuitem', { name: /^Dərc üçün göndər/ }).click();
    await note.waitFor();
  }
  await ask();
  await note.fill('Cüməyə lazımdır');
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'hidden' });
  await ask();
  assert.equal(await note.inputValue(), 'Cüməyə lazımdır');
  await note.press('End');
  await page.keyboard.type(', səhər');
  await page.reload();
  assert.equal(alerts.length, 1, 'the browser asks before the page goes');
  await page
    .locator('[data-post-id]')
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.locator('.post-form__id').waitFor();
  await ask();
  assert.equal(await note.inputValue(), 'Cüməyə lazımdır, səhər');
  await context.close();
});

test('what was typed into the panels of a text is there again after Escape, at the same place', async () => {
  const { page, context } = await openAdmin(started);
  const panel = page.locator('#pane-az .floating');
  const back = () => until(() => editor(page, 'az').evaluate((text) => text === document.activeElement), 'the focus in the text');
  await editor(page, 'az').click();
  await page.keyboard.type('Bakı şəhəri');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  const link = async () => {
    await page.keyboard.press('Control+k');
    await until(() => panel.getByRole('combobox').evaluate((field) => field === document.activeElement), 'the focus in the panel');
  };
  await link();
  await page.keyboard.type('https://a.example/');
  await page.keyboard.press('Escape');
  await back();
  await link();
  assert.equal(await panel.getByRole('combobox').inputValue(), 'https://a.example/');
  await page.keyboard.type('https://b.example/');
  assert.equal(await panel.getByRole('combobox').inputValue(), 'https://b.example/');
  await page.keyboard.press('Escape');
  await back();
  await page.keyboard.press('ArrowRight');
  await link();
  assert.equal(await panel.getByRole('combobox').inputValue(), '');
  await page.keyboard.press('Escape');
  await back();

  const alt = panel.getByLabel('Alternativ mətn');
  await tool(page, 'az', 'image').click();
  await alt.fill('Ofisin girişi');
  await page.keyboard.press('Escape');
  await back();
  await tool(page, 'az', 'image').click();
  assert.equal(await alt.inputValue(), 'Ofisin girişi');
  await panel.locator('input[type=file]').setInputFiles({ name: 'ofis.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await alt.press('Enter');
  await until(async () => /alt="Ofisin girişi"/.test(await page.inputValue('input[name=content_az]')), 'the picture with its text');

  const bar = page.getByRole('search', { name: 'Tap və əvəz et: AZ' });
  await page.keyboard.press('Control+f');
  await page.keyboard.type('Gəncə');
  await bar.getByRole('textbox', { name: 'Bununla əvəz et' }).fill('Şəki');
  await page.keyboard.press('Escape');
  await back();
  await page.keyboard.press('Control+f');
  assert.deepEqual(await bar.getByRole('textbox').evaluateAll((fields) => fields.map(({ value }) => value)), ['Gəncə', 'Şəki']);
  await context.close();
});

test('a secret that is shown once is not left unasked, by the menu, Back or a reload, until it is copied', async () => {
  const { page, context, asked } = await refusing();
  await page.getByRole('link', { name: 'API tokenləri' }).click();
  await page.locator('[name=token_name]').fill('Gecə');
  await page.getByRole('button', { name: 'Yarat' }).click();
  const secret = page.locator('.shown-once input');
  await secret.waitFor();
  assert.equal(await page.inputValue('[name=token_name]'), '');
  const ways = {
    menu: () => page.getByRole('link', { name: 'Hesabım' }).click(),
    Back: () => page.evaluate(() => history.back()),
    reload: () => page.evaluate(() => location.reload()),
  };
  let times = 0;
  for (const [way, leave] of Object.entries(ways)) {
    await leave();
    times += 1;
    await until(() => asked.length === times, `the question before ${way}`);
    assert.match(await secret.inputValue(), /^cms_/, way);
  }
  await secret.focus();
  await page.keyboard.press('Control+C');
  await ways.menu();
  await page.getByRole('heading', { name: 'Parol', exact: true }).waitFor();
  assert.equal(asked.length, times);
  await context.close();
});
