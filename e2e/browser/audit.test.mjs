// Who did what: an owner looks, filters, comes from a post's history, and takes it along as a table.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { editPost, openAdmin, openMenu, speak, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let page;
let context;
const started = startWithBrowser(async () => {
  const { cms } = started;
  await createPosts(cms, 2, (n) => ({ title_az: `Yazı ${n}` }));
  await fetch(`${cms.url}/api/auth/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'wrong' }),
  });
  ({ page, context } = await openAdmin(started));
});
const entries = (kind) => page.locator(`.audit__entry${kind ? `[data-kind=${kind}]` : ''}`);
const onlyOf = (kind, count) =>
  until(async () => (await entries().count()) === count && (await entries(kind).count()) === count, `${count} entries of ${kind}`);

test('an owner sees who did what and from where, and filters by keyboard', async () => {
  await page.getByRole('link', { name: 'Jurnal' }).click();
  await entries('post_created').nth(1).waitFor();
  assert.match(await entries('sign_in_failed').first().innerText(), /admin\s+Daxil ola bilməyib[\s\S]*127\.0\.0\.1/);
  await clean(page, 'audit, desktop');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/audit-1440.png`, fullPage: true });
  await page.selectOption('[name=kind]', 'post_created');
  await page.press('[name=person]', 'Enter');
  await onlyOf('post_created', 2);
  assert.match(page.url(), /\/admin\/audit\?kind=post_created$/);
  await page.reload();
  await onlyOf('post_created', 2);
});

test('what is shown comes as a table', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV kimi endir' }).click()]);
  assert.equal(download.suggestedFilename(), 'audit.csv');
  const table = await readFile(await download.path(), 'utf8');
  assert.ok(table.startsWith('\ufeff'), 'Excel reads it as UTF-8');
  const lines = table.trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[1], /"post_created","admin","2"/);
});

test('a post’s history leads to what was done to it, and the form stays', async () => {
  await page.getByRole('link', { name: 'Blogs' }).click();
  await editPost(page, 1);
  await page.getByRole('button', { name: 'Tarixçə', exact: true }).click();
  const [other] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Bu yazı ilə kim nə edib' }).click()]);
  await other.locator('.audit__entry[data-kind=post_created]').waitFor();
  assert.match(other.url(), /post=1$/);
  assert.equal(await other.locator('.audit__entry[data-kind=signed_in]').count(), 0);
  await other.close();
});

test('at 390 px nothing is wider than the phone, in three languages', async () => {
  const small = await openAdmin(started, phone);
  await openMenu(small.page);
  await small.page.getByRole('link', { name: 'Jurnal' }).click();
  await small.page.locator('.audit__entry').first().waitFor();
  for (const language of ['az', 'en', 'ru']) {
    await speak(small.page, language);
    assert.ok(await small.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language);
    await clean(small.page, `audit, phone, ${language}`);
    if (process.env.SHOTS) await small.page.screenshot({ path: `${process.env.SHOTS}/audit-390-${language}.png` });
  }
  await small.context.close();
});
