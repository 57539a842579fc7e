// The browser keeps a page that is left by a link as it was, and brings it back alive: with its form, its words and its lock.
// Playwright switches that off; Puppeteer can leave it on. Chromium without a window keeps no page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { wholeChromium } from '../support/browser.mjs';
import { credentials, startCms } from '../support/cms.mjs';
import { createPosts } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let browser;
let post;
before(async () => {
  cms = await startCms({ seed: false });
  [post] = await createPosts(cms, 1);
  browser = await puppeteer.launch({
    executablePath: wholeChromium,
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
after(async () => {
  await browser?.close();
  await cms?.stop();
});

const draft = async (change) => {
  const headers = { authorization: `Bearer ${await cms.token()}` };
  const body = change && Object.entries(change).reduce((form, [name, value]) => (form.set(name, value), form), new FormData());
  return (await fetch(`${cms.url}/api/blog/posts/${post.id}/draft/`, { headers, body, method: change ? 'PUT' : 'GET' })).json();
};

/** The focus goes to the form once the post is open, which may be while one types. */
const write = (page, title) =>
  until(async () => {
    await page.click('#title_en', { count: 3 });
    await page.keyboard.type(title);
    return (await page.$eval('#title_en', ({ value }) => value)) === title;
  }, `${title} to be in the field`);

test('a form that is left by a link and come back to goes on: what others wrote is in it, and what is typed is kept', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${cms.url}/login`);
  // Puppeteer waits for the page, not for what its scripts draw.
  await page.waitForSelector('[name=password]');
  await page.type('[name=username]', credentials.username);
  await page.type('[name=password]', credentials.password);
  await page.click('form [type=submit]');
  await page.waitForSelector('#content_ru');
  const edit = await page.waitForSelector(`[data-post-id="${post.id}"] button`);
  await edit.evaluate((button) => button.click());
  await page.waitForFunction((id) => document.querySelector('.post-form__id')?.textContent.includes(`№ ${id}`), {}, post.id);
  await write(page, 'Post 1 before');
  await page.evaluate(() => (window.sameAsBefore = true));
  await page.goto(`${cms.url}/faq/`);
  await until(async () => (await draft()).title_en === 'Post 1 before', 'the words to be sent behind the page');
  await draft({ excerpt_en: 'A colleague' });
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => location.pathname === '/admin' && document.querySelector('#excerpt_en')?.value === 'A colleague');
  assert.equal(await page.evaluate(() => window.sameAsBefore), true, 'the page itself, not another one');
  await write(page, 'Post 1 before and after');
  await until(async () => (await draft()).title_en === 'Post 1 before and after', 'the words to be kept');
  assert.equal((await draft()).excerpt_en, 'A colleague');
  const held = await page.evaluate(async () => (await navigator.locks.query()).held.map(({ name }) => name));
  assert.ok(
    held.some((name) => name.startsWith('draft:')),
    held.join(),
  );
});
