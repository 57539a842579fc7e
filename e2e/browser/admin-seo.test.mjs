// What search engines and networks are told of a post: written in the form, shown as it will look, live in the page's head.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editPost, openAdmin, showLanguage, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';

const started = startWithBrowser(async () => {
  await createPosts(started.cms, 1, () => ({ title_en: 'VAT threshold', excerpt_en: 'Who registers and when' }));
});

async function opened(page, lang) {
  await showLanguage(page, lang);
  const section = page.locator(`#pane-${lang} details.seo`);
  // As it was left, when it was opened before.
  if (!(await section.evaluate((details) => details.open))) await section.locator('summary').press('Enter');
  await section.locator(`[name=meta_title_${lang}]`).waitFor();
  return section;
}

test('a title and a description are written by keyboard, shown as they will look, and live', async () => {
  const { page, context, alerts, messages } = await openAdmin(started, desktop);
  const [post] = await (await fetch(`${started.cms.url}/api/blog/posts/`)).json();
  await editPost(page, post.id);
  const section = await opened(page, 'en');
  // With the firm's name, for which a page of the site is read here: nothing in it is for the admin's policy to refuse.
  await section
    .getByText(/^VAT threshold \| ./)
    .first()
    .waitFor();
  assert.deepEqual(
    messages.filter((message) => message.includes('Content Security Policy')),
    [],
  );
  await section.locator('[name=meta_title_en]').fill('VAT threshold 2026: who must register');
  await section.locator('[name=meta_description_en]').fill('The threshold, the twelve months it counts, and the forms.');
  await section.getByText('VAT threshold 2026: who must register').first().waitFor();
  await clean(page, 'search engines, desktop');
  const saved = page.waitForEvent('dialog');
  await page.keyboard.press('Control+s');
  await saved;
  assert.match(alerts.at(-1), /uğurla/);
  await started.cms.published();
  const html = await (await fetch(`${started.cms.url}/en/blog/${post.id}/`)).text();
  assert.match(html, /<title>VAT threshold 2026: who must register/);
  assert.match(html, /<meta property="og:title" content="VAT threshold 2026: who must register/);
  assert.match(html, /<meta name="description" content="The threshold, the twelve months it counts, and the forms\."/);
  assert.match(html, /<meta property="og:description" content="The threshold, the twelve/);
  const heading = await context.newPage();
  await heading.goto(`${started.cms.url}/en/blog/${post.id}/`);
  assert.ok(await heading.getByText('VAT threshold', { exact: true }).first().isVisible());
  await context.close();
});

test('words of the address come from the title, and every address of the post leads there', async () => {
  const { page, context } = await openAdmin(started, desktop);
  const [post] = await (await fetch(`${started.cms.url}/api/blog/posts/`)).json();
  await editPost(page, post.id);
  const section = await opened(page, 'en');
  for (const words of ['Threshold & VAT', 'From the title']) {
    if (words === 'From the title') await section.locator('.seo__slug button').press('Enter');
    else await section.locator('[name=slug_en]').pressSequentially(words);
    await clean(page, `address, ${words}`);
    const saved = page.waitForEvent('dialog');
    await page.keyboard.press('Control+s');
    await saved;
    await started.cms.published();
    await editPost(page, post.id);
    await opened(page, 'en');
  }
  const visitor = await context.newPage();
  const stands = `${started.cms.url}/en/blog/${post.id}/vat-threshold/`;
  for (const path of [`/en/blog/${post.id}/`, `/en/blog/${post.id}/threshold-vat/`]) {
    await visitor.goto(started.cms.url + path);
    await visitor.waitForURL(stands);
  }
  assert.ok(await visitor.getByRole('heading', { level: 1, name: 'VAT threshold' }).isVisible());
  await visitor.goto(`${started.cms.url}/en/blog/`);
  await visitor
    .getByRole('link', { name: /VAT threshold/ })
    .first()
    .click();
  await visitor.waitForURL(stands);
  // The switcher knows the address in the other language, which has no words.
  await visitor.goto(stands);
  assert.equal(
    await visitor
      .locator('link[hreflang=az]')
      .getAttribute('href')
      .then((href) => new URL(href).pathname),
    `/blog/${post.id}/`,
  );
  await context.close();
});

test('on a phone nothing is wider than the screen, in three languages', async () => {
  const { page, context } = await openAdmin(started, phone);
  const [post] = await (await fetch(`${started.cms.url}/api/blog/posts/`)).json();
  await editPost(page, post.id);
  for (const lang of ['az', 'en', 'ru']) {
    const section = await opened(page, lang);
    await section.locator(`[name=meta_title_${lang}]`).fill('Ə'.repeat(200));
    await section.locator(`[name=slug_${lang}]`).fill('x'.repeat(40));
    await clean(page, `search engines, phone, ${lang}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), lang);
  }
  await context.close();
});
