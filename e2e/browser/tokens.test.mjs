// Tokens for scripts: an owner makes one, a script works with it and is named, the owner revokes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';

const SHOTS = process.env.SHOTS;
let owner;
let secret;

const started = startWithBrowser(async () => {
  owner = (await openAdmin(started)).page;
});
const asks = (path, options = {}) =>
  fetch(`${started.cms.url}/api/${path}`, { ...options, headers: { Authorization: `Bearer ${secret}` } });

test('a token is made by keyboard and shown once', async () => {
  await owner.getByRole('link', { name: 'API tokenləri' }).click();
  await owner.getByLabel('Nə üçündür').focus();
  await owner.keyboard.type('Gecə idxalı');
  await owner.keyboard.press('Tab');
  await owner.keyboard.press('Tab');
  await owner.keyboard.press('Tab');
  await owner.keyboard.press('Enter');
  const field = owner.getByLabel('Tokenin özü');
  await field.waitFor();
  secret = await field.inputValue();
  assert.match(secret, /^cms_[\w-]{40,}$/);
  await clean(owner, 'tokens, desktop');
  await owner.reload();
  await owner.getByText('Hələ istifadə olunmayıb', { exact: false }).waitFor();
  assert.ok(!(await owner.content()).includes(secret));
});

test('a script works with it in its own name', async () => {
  const form = new FormData();
  form.set('title_az', 'Skriptin yazısı');
  form.set('author', 'Skript');
  const made = await asks('blog/drafts/', { method: 'POST', body: form });
  assert.equal(made.status, 201);
  assert.equal((await made.json()).edited_by, 'token Gecə idxalı');
  const statuses = await Promise.all(['users/', 'users/me/', 'auth/sessions/'].map(async (path) => (await asks(path)).status));
  assert.deepEqual(statuses, [403, 403, 403]);
  await owner.reload();
  await owner.getByText(/^Son istifadə: .*127\.0\.0\.1/).waitFor();
  await owner.getByRole('link', { name: 'Jurnal' }).click();
  await owner.getByText('token Gecə idxalı').first().waitFor();
});

test('at 390 px in three languages, and revoked by a finger', async () => {
  const { page, context } = await openAdmin(started, phone);
  for (const language of ['en', 'ru', 'az']) {
    await page.evaluate((code) => localStorage.setItem('i18nextLng', code), language);
    await page.goto(`${started.cms.url}/admin/tokens`);
    await page.locator('[data-token-id]').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language);
    await clean(page, `tokens, phone, ${language}`);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tokens-390-${language}.png`, fullPage: true });
    await owner.evaluate((code) => localStorage.setItem('i18nextLng', code), language);
    await owner.goto(`${started.cms.url}/admin/tokens`);
    await owner.locator('[data-token-id]').waitFor();
    if (SHOTS) await owner.screenshot({ path: `${SHOTS}/tokens-1440-${language}.png` });
  }
  await page.getByRole('button', { name: 'Gecə idxalı: ləğv et' }).tap();
  await page.getByText('Gecə idxalı: token ləğv edildi.').waitFor();
  assert.equal((await asks('blog/trash/')).status, 401);
  await context.close();
});
