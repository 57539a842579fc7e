// The way back: an owner puts an earlier publication in place again, visitors see it, and publishing goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

let owner;

const started = startWithBrowser(async () => {
  owner = (await openAdmin(started)).page;
});
const site = async () => (await fetch(`${started.cms.url}/api/site/`)).json();
const page = async () => (await fetch(`${started.cms.url}/en/blog/1/`)).text();

/** Publishes post 1 with this English title, over the API; it is created first. */
async function publish(method, title) {
  const headers = { Authorization: `Bearer ${await started.cms.token()}` };
  const form = new FormData();
  for (const [name, value] of Object.entries({ category: 'audit', author: 'Leyla', featured: 'false', trending: 'false' }))
    form.set(name, value);
  for (const lang of ['az', 'en', 'ru'])
    for (const name of ['title', 'excerpt', 'content']) form.set(`${name}_${lang}`, name === 'content' ? '<p>Text</p>' : `${name} ${lang}`);
  form.set('title_en', title);
  const answer = await fetch(`${started.cms.url}/api/blog/posts/${method === 'PUT' ? '1/' : ''}`, { method, headers, body: form });
  assert.ok(answer.ok, `${answer.status}`);
}

const live = () =>
  until(
    async () => (({ held, revision, published_revision: published }) => held === null && published >= revision)(await site()),
    'all that is saved to be live',
  );

test('an earlier publication is put in place again by keyboard, and a save waits', async () => {
  await publish('POST', 'The first title');
  await live();
  await publish('PUT', 'A title with a mistake');
  await live();
  assert.match(await page(), /A title with a mistake/);
  await owner.getByRole('link', { name: 'Dərc tarixçəsi' }).click();
  const back = owner.locator('[data-release] button').first();
  await back.focus();
  await owner.keyboard.press('Enter');
  await owner.getByText(/^Saytda əvvəlki dərc \(№ \d+\) göstərilir/).waitFor();
  await owner.locator('[data-stage=held]').waitFor();
  assert.doesNotMatch(await page(), /A title with a mistake/);
  await until(() => owner.evaluate(() => document.activeElement?.id === 'releases-title'), 'the focus at the title');
  await clean(owner, 'releases, desktop');
  await publish('PUT', 'The right title');
  await until(async () => (await site()).state === 'idle', 'the save to be known');
  assert.doesNotMatch(await page(), /The right title/);
});

test('at 390 px in three languages it says so on every screen, and publishing goes on by a finger', async () => {
  const { page: small, context } = await openAdmin(started, phone);
  for (const [lang, text] of [
    ['en', 'The site shows an earlier publication;'],
    ['ru', 'На сайте прежняя публикация;'],
    ['az', 'Saytda əvvəlki dərc göstərilir;'],
  ]) {
    await small.evaluate((code) => localStorage.setItem('i18nextLng', code), lang);
    await small.goto(`${started.cms.url}/admin`);
    await small.getByText(text, { exact: false }).first().waitFor();
    await small.goto(`${started.cms.url}/admin/releases`);
    await small.locator('[data-release]').first().waitFor();
    assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${lang}: nothing is cut off`);
    await clean(small, `releases, phone, ${lang}`);
  }
  await small.getByRole('button', { name: 'Dərci davam etdir' }).tap();
  await small.getByText('Dərc davam edir.').waitFor();
  await live();
  assert.match(await page(), /The right title/);
  await until(async () => (await small.locator('[data-stage=held]').count()) === 0, 'the line to say so no more');
  await context.close();
});
