// No lost work: journal, conflicts, lost connections.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { acceptDialogs, editor, showLanguage, signIn, submit } from '../support/admin.mjs';
import { launch, openPage } from '../support/browser.mjs';
import { startCms, until } from '../support/cms.mjs';
import { changePost, createPosts, readPost } from '../support/posts.mjs';

let cms;
let browser;
let posts;
let context;
let page;
let alerts;

before(async () => {
  cms = await startCms({ seed: false });
  posts = await createPosts(cms, 3);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await cms?.stop();
});
beforeEach(async () => {
  ({ context, page } = await openPage(browser));
  alerts = acceptDialogs(page);
  await signIn(page, cms.url);
  await page.waitForSelector('#content_ru');
});
afterEach(() => context.close());

const said = (text) => until(() => alerts.includes(text), `the alert ${text}`);
const restore = () => page.getByRole('button', { name: /^Davam et/ }).first();

async function open(id) {
  await page.locator(`[data-post-id="${id}"]`).getByRole('button', { name: /redaktə/i }).click();
  await page.waitForSelector('form[data-mode=edit]');
}

/** Waits until the journal in the browser's database holds these words in one draft. */
const journalled = (...words) =>
  until(
    () =>
      page.evaluate(
        (wanted) =>
          new Promise((resolve, reject) => {
            const opened = indexedDB.open('blog-admin');
            opened.onerror = () => reject(opened.error);
            opened.onsuccess = () => {
              const database = opened.result;
              const found = database.transaction('drafts').objectStore('drafts').getAll();
              found.onsuccess = () => {
                database.close();
                resolve(found.result.some(({ fields }) => wanted.every((word) => JSON.stringify(fields).includes(word))));
              };
            };
          }),
        words,
      ),
    'the journal',
  );

async function typeSomething(text) {
  await page.fill('[name=title_az]', text);
  await showLanguage(page, 'az');
  await editor(page, 'az').click();
  await page.keyboard.type('Yazılan söz');
  await journalled(text, 'Yazılan söz');
}

test('a new text survives a reload and is offered back with its time', async () => {
  await typeSomething('Yarımçıq');
  await page.reload();
  await restore().waitFor();
  assert.match(await page.locator('.drafts').textContent(), /Yarımçıq – bu gün, \d\d:\d\d/);
  await restore().click();
  assert.equal(await page.inputValue('[name=title_az]'), 'Yarımçıq');
  assert.match(await editor(page, 'az').textContent(), /Yazılan söz/);
});

test('it survives the death of the tab', async () => {
  await typeSomething('Çökmədən sonra');
  const session = await context.newPage();
  await page.goto('chrome://crash').catch(() => undefined);
  page = session;
  await page.goto(`${cms.url}/admin`);
  await restore().click();
  assert.equal(await page.inputValue('[name=title_az]'), 'Çökmədən sonra');
});

test('it survives signing out, which asks first', async () => {
  await typeSomething('Çıxışdan sonra');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  assert.match(alerts.join(), /Yadda saxlanmamış/);
  await signIn(page, cms.url);
  await restore().click();
  assert.equal(await page.inputValue('[name=title_az]'), 'Çıxışdan sonra');
});

test('the draft of a saved post is taken up in edit mode, and gone once saved', async () => {
  await open(posts[0].id);
  await page.fill('[name=author]', 'Jurnaldan');
  await journalled('Jurnaldan');
  await page.reload();
  await restore().click();
  await page.waitForSelector('form[data-mode=edit]');
  assert.equal(await page.inputValue('[name=author]'), 'Jurnaldan');
  await submit(page).click();
  await said('Bloq yazısı uğurla yeniləndi!');
  await page.reload();
  await page.waitForSelector('[data-post-id]');
  assert.equal(await page.locator('.drafts').count(), 0);
});

test('a post that somebody else changed shows both versions and saves the choice', async () => {
  const { id } = posts[1];
  await open(id);
  await page.fill('[name=title_en]', 'Mine');
  await changePost(cms, id, { title_ru: 'Чужое' });
  await submit(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Mine').waitFor();
  await dialog.getByText('Чужое').waitFor();
  await dialog.getByRole('button', { name: 'Seçilənləri saxla' }).click();
  await said('Bloq yazısı uğurla yeniləndi!');
  const saved = await readPost(cms, id);
  assert.deepEqual([saved.title_en, saved.title_ru], ['Mine', 'Чужое']);
});

test('a lost connection keeps the text and offers a retry', async () => {
  const { id } = posts[2];
  await open(id);
  await page.fill('[name=author]', 'Oflayn');
  await context.setOffline(true);
  await submit(page).click();
  await said('Bloq yazısını yeniləmək alınmadı!');
  assert.equal(await page.inputValue('[name=author]'), 'Oflayn');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Yenidən cəhd et' }).click();
  await said('Bloq yazısı uğurla yeniləndi!');
  assert.equal((await readPost(cms, id)).author, 'Oflayn');
});

test('a failing server keeps the text as well', async () => {
  await open(posts[2].id);
  await page.fill('[name=author]', 'Server xətası');
  await page.route('**/api/blog/posts/*/', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 503 }) : route.continue()));
  await submit(page).click();
  await said('Bloq yazısını yeniləmək alınmadı!');
  await page.unroute('**/api/blog/posts/*/');
  await page.getByRole('button', { name: 'Yenidən cəhd et' }).click();
  await said('Bloq yazısı uğurla yeniləndi!');
});
