// Parts of the admin that come late or not at all: there is always a sentence and a way on, and never another language.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';

let posts;
let admin;
const started = startWithBrowser(async () => {
  posts = await createPosts(started.cms, 2);
});
beforeEach(async () => {
  admin = await openAdmin(started);
});
afterEach(() => admin.context.close());

/** Requests for a chunk are refused until the returned function is called. */
async function withhold(page, name) {
  const pattern = new RegExp(`/assets/${name}-[\\w-]{6}\\.js$`);
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

/** The same chunk waits until the returned function is called. */
async function delay(page, name) {
  let go;
  const gate = new Promise((resolve) => (go = resolve));
  await page.route(new RegExp(`/assets/${name}-[\\w-]{6}\\.js$`), async (route) => {
    await gate;
    await route.fallback();
  });
  return go;
}

const speak = (page, language) => page.evaluate((code) => localStorage.setItem('i18nextLng', code), language);

test('before the words of its language are here nothing is shown, and then nothing in another', async () => {
  const { page } = admin;
  await speak(page, 'ru');
  const go = await delay(page, 'ru');
  const asked = page.waitForRequest(/\/assets\/ru-/);
  await page.reload({ waitUntil: 'commit' });
  await asked;
  assert.equal(await page.locator('#root > *').count(), 0);
  go();
  await page.getByRole('navigation', { name: 'Главное меню' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ru');
});

for (const [part, name] of [
  ['the program', 'index'],
  ['its words', 'ru'],
]) {
  test(`${part} does not arrive: a sentence in the language that was chosen, and another attempt`, async () => {
    const { page } = admin;
    await speak(page, 'ru');
    const give = await withhold(page, name);
    await page.reload();
    await page.getByRole('alert').getByText('Страница не загрузилась').waitFor();
    await give();
    await page.getByRole('button', { name: 'Загрузить снова' }).click();
    await page.locator('form[data-mode]').waitFor();
  });
}

test('a language whose words do not arrive is told of, and comes when it is chosen again', async () => {
  const { page } = admin;
  const give = await withhold(page, 'en');
  await page.getByRole('button', { name: 'İngilis' }).click();
  await page.getByRole('alert').getByText('Bu dilin mətnləri yüklənmədi').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'az');
  await give();
  await page.getByRole('button', { name: 'İngilis' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
});

test('the list of posts is on its way for long: the menu is there, and the list when it comes', async () => {
  const { page } = admin;
  const go = await delay(page, 'posts-page');
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('navigation', { name: 'Əsas menyu' }).waitFor();
  assert.equal(await page.locator('[data-post-id]').count(), 0);
  go();
  await page.locator(`[data-post-id="${posts[0].id}"]`).waitFor();
});

test('the list of posts does not arrive: it says so, and it comes with another attempt', async () => {
  const { page } = admin;
  const give = await withhold(page, 'posts-page');
  await page.reload();
  await page.getByRole('alert').getByText('Bu hissə yüklənmədi.').waitFor();
  await give();
  await page.getByRole('button', { name: 'Səhifəni yenidən yüklə' }).click();
  await page.locator(`[data-post-id="${posts[0].id}"]`).waitFor();
});

for (const [part, name] of [
  ['the form does', 'desk'],
  ['its words do', 'az-desk'],
]) {
  test(`${part} not arrive: the posts are there, and it comes when it is asked for`, async () => {
    const { page } = admin;
    const give = await withhold(page, name);
    await page.reload();
    await page.locator('main .notice--problem [role=alert]').waitFor();
    await page.locator(`[data-post-id="${posts[0].id}"]`).waitFor();
    await give();
    await page.locator('main .notice--problem').getByRole('button', { name: 'Yenidən yüklə', exact: true }).click();
    await page.locator('form[data-mode=create]').waitFor();
  });
}

test('the words of a screen do not arrive: it says so, the menu is there, and they come with another attempt', async () => {
  const { page } = admin;
  const give = await withhold(page, 'az-office');
  await page.getByRole('link', { name: 'Jurnal' }).click();
  await page.getByRole('alert').getByText('Bu hissə yüklənmədi.').waitFor();
  await give();
  await page.getByRole('button', { name: 'Səhifəni yenidən yüklə' }).click();
  await page.getByRole('heading', { name: 'Jurnal' }).waitFor();
});

test('a screen whose language is changed while its words are on their way is shown in the new one', async () => {
  const { page } = admin;
  const go = await delay(page, 'az-office');
  const asked = page.waitForRequest(/\/assets\/az-office-/);
  await page.getByRole('link', { name: 'Jurnal' }).click();
  await asked;
  await page.getByRole('button', { name: 'Rus' }).click();
  await page.getByRole('navigation', { name: 'Главное меню' }).waitFor();
  go();
  await page.getByRole('heading', { name: 'Журнал' }).waitFor();
});

test('a post that is opened before the form is here opens when it comes', async () => {
  const { page } = admin;
  const go = await delay(page, 'desk');
  await page.reload({ waitUntil: 'commit' });
  await page.locator(`[data-post-id="${posts[1].id}"] .card__actions button`).first().click();
  go();
  await page.locator('form[data-mode=edit]').waitFor();
  await page.getByRole('heading', { name: new RegExp(`№ ${posts[1].id}$`) }).waitFor();
});

test('the editor does not arrive: the other fields are there, and so is another attempt', async () => {
  const { page } = admin;
  await page.setViewportSize(phone.viewport);
  const give = await withhold(page, 'rich-text-field');
  await page.reload();
  const missing = page.locator('.field .notice--problem:visible');
  await missing.waitFor();
  await page.fill('[name=title_az]', 'Başlıq');
  await give();
  await missing.getByRole('button', { name: 'Yenidən yüklə', exact: true }).click();
  await page.locator('#content_az').waitFor();
  assert.equal(await page.inputValue('[name=title_az]'), 'Başlıq');
});
