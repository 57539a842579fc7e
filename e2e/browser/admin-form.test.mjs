// What stays around the fields of a form when something is told there: the focus of whoever works by keyboard.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { editPost, startWithBrowser } from '../support/admin.mjs';
import { openDesk } from '../support/desk.mjs';
import { changePost, createPosts } from '../support/posts.mjs';

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
  await page.route('**/draft/', (route) => (refuses && route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback()));
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
