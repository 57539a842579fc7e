// What stays around the fields of a form when something is told there: the focus of whoever works by keyboard, and the preview.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { editPost, paste, startWithBrowser } from '../support/admin.mjs';
import { openDesk } from '../support/desk.mjs';
import { changePost, createPosts } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let desk;
let page;
const started = startWithBrowser(async () => {
  ({ cms } = started);
});
beforeEach(async () => {
  desk = await openDesk(started.browser, cms);
  page = desk.page;
});
afterEach(() => desk.context.close());

const button = (name) => page.getByRole('button', { name, exact: true });
const focused = () => page.evaluate(() => document.activeElement.textContent);

async function edited() {
  const [{ id }] = await createPosts(cms, 1);
  await page.reload();
  await editPost(page, id);
  return id;
}

test('another attempt at the draft leaves the focus at its button', async () => {
  await edited();
  let refuses = true;
  await page.route('**/draft/', (route) =>
    refuses && route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  );
  await page.fill('[name=title_en]', 'Mine');
  await button('Yenidən cəhd et').waitFor();
  refuses = false;
  await button('Yenidən cəhd et').press('Enter');
  await page.locator('.post-form__note', { hasText: 'Qaralama saxlanıldı' }).waitFor();
  assert.equal(await focused(), 'Qaralamanı saxla');
});

test('a choice between versions leaves the focus at the draft’s button, which keeps what is chosen', async () => {
  const id = await edited();
  await changePost(cms, id, { title_en: 'Theirs' });
  await page.fill('[name=title_en]', 'Mine');
  await button('Müqayisə et').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Seçilənləri saxla' }).press('Enter');
  await page.locator('.post-form__note', { hasText: 'Qaralama saxlanıldı' }).waitFor();
  assert.equal(await focused(), 'Qaralamanı saxla');
});

test('a link of the preview opens beside the admin, and the preview stays; notes lead within it, and keys scroll it', async () => {
  await page.route('https://elsewhere.test/', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }));
  await desk.fill('Keçid');
  await page.locator('#content_az').click();
  const lines = '<p>Bir cümlə.</p>'.repeat(60);
  await paste(page, 'az', { 'text/html': `<p>Söz [1] və <a href="https://elsewhere.test/">başqa sayt</a>.</p>${lines}<p>[1] Qeyd.</p>` });
  await page.getByRole('button', { name: 'Önbaxış', exact: true }).click();
  const frame = page.frameLocator('iframe');
  const link = frame.getByRole('link', { name: 'başqa sayt' });
  const scrolled = () => link.evaluate(() => scrollY);
  await link.focus();
  const [opened] = await Promise.all([desk.context.waitForEvent('page'), link.press('Enter')]);
  await opened.waitForURL('https://elsewhere.test/');
  assert.equal(await opened.evaluate(() => window.opener), null);
  await opened.close();
  await page.bringToFront();
  const before = await scrolled();
  await page.keyboard.press('PageDown');
  await until(async () => (await scrolled()) > before, 'the preview to be scrolled by a key');
  await frame.locator('main sup a, main a[role=doc-noteref]').first().click();
  await until(() => frame.getByText('Qeyd.').evaluate((note) => note.getBoundingClientRect().top < innerHeight), 'the note');
  assert.equal(await frame.getByRole('heading', { level: 1 }).textContent(), 'Keçid az');
  assert.deepEqual(
    desk.messages.filter((message) => /Content Security Policy/.test(message)),
    [],
  );
});
