#!/usr/bin/env node
// `make screenshots`: the pictures of README.md and docs/editing.*.md, made of the running product with its sample posts and
// written to docs/pictures/. Together they weigh 1.5 MB at most.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { acceptDialogs, editor, signIn } from '../e2e/support/admin.mjs';
import { desktop, launch, openPage, phone } from '../e2e/support/browser.mjs';
import { root, startCms } from '../e2e/support/cms.mjs';
import { until } from '../e2e/support/waiting.mjs';

const MOST = 1_500_000;
const LOCALES = { az: 'az-AZ', en: 'en-GB', ru: 'ru-RU' };
const folder = path.join(root, 'docs', 'pictures');
mkdirSync(folder, { recursive: true });

let sum = 0;
const made = new Set();
const cms = await startCms();
const browser = await launch({ whole: true });
try {
  await visit('site', '/', desktop);
  await visit('site-dark', '/en/blog/', { ...desktop, colorScheme: 'dark' });
  await visit('site-phone', '/ru/blog/1/', phone);
  for (const lang of Object.keys(LOCALES)) await desk(lang);
} finally {
  await browser.close();
  await cms.stop();
}
// Only now: those that were there stay if this one is not done.
for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(path.join(folder, name));
console.log(`together ${Math.round(sum / 1000)} KB`);
if (sum > MOST) throw new Error(`the pictures weigh more than ${MOST / 1000} KB`);

async function shot(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight),
  );
  const file = path.join(folder, `${name}.jpg`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 60, animations: 'disabled' });
  const { size } = statSync(file);
  made.add(path.basename(file));
  sum += size;
  console.log(`${name.padEnd(14)} ${Math.round(size / 1000)} KB`);
}

async function visit(name, address, options) {
  const { context, page } = await openPage(browser, { ...options, reducedMotion: 'reduce' });
  await page.goto(cms.url + address, { waitUntil: 'networkidle' });
  await shot(page, name);
  await context.close();
}

/** An editor changes the Russian text of a post, publishes it, and looks at what changed. */
async function desk(lang) {
  const { context, page } = await openPage(browser, { ...desktop, locale: LOCALES[lang], reducedMotion: 'reduce' });
  acceptDialogs(page);
  await signIn(page, cms.url);
  const open = async () => {
    await page.locator('[data-post-id]', { hasText: 'Emin Cavadov' }).first().locator('.card__actions button').first().click();
    await page.waitForSelector('form[data-mode=edit]');
    await page.waitForSelector('#content_ru');
  };
  await open();
  await until(() => page.evaluate(() => scrollY === 0), 'the top of the form');
  await shot(page, `desk-${lang}`);
  await editor(page, 'ru').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(`${{ az: 'Прежде всего.', en: 'Сначала главное.', ru: 'Начнём с главного.' }[lang]} `);
  await page.locator('.menu__button').click();
  await shot(page, `publish-${lang}`);
  await page.keyboard.press('Escape');
  await page.locator('.post-form__footer [type=submit]').click();
  await page.waitForSelector('form[data-mode=create]');
  await cms.published();
  await open();
  await page.locator('.post-form__header button').click();
  await page.locator('[data-revision]').last().click();
  await page.locator('.versions').first().waitFor();
  await until(async () => (await page.locator('.versions mark').count()) > 0, 'the differences');
  await shot(page, `history-${lang}`);
  await context.close();
}
