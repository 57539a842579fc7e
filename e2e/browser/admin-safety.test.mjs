// No lost work: journal, conflicts, lost connections.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { alerted, editor, editPost, openAdmin, showLanguage, signIn, startWithBrowser, submit, withoutDrafts } from '../support/admin.mjs';
import { changePost, createPosts, readPost } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let context;
let page;
let alerts;

const started = startWithBrowser(async () => {
  ({ cms } = started);
  await createPosts(cms, 3);
});
beforeEach(async () => {
  ({ context, page, alerts } = await openAdmin(started));
});
afterEach(() => context.close());

const said = (text) => alerted(alerts, text);
const titled = (text) => until(async () => (await page.inputValue('[name=title_az]')) === text, `the title ${text}`);
/** Else with what stands there instead, and what is told above it. */
async function authored(words) {
  const typed = () => page.inputValue('[name=author]');
  const told = async () => (await page.locator('.unsaved, .notice').allInnerTexts()).join('; ');
  await until(async () => (await typed()) === words, words).catch(async () => assert.equal(await typed(), words, await told()));
}
const restore = () => page.getByRole('button', { name: /^Davam et/ }).first();
const open = (id) => editPost(page, id);

/** A post of this test alone, open for editing: words that earlier tests left behind are drafts by now, and stand in the list. */
async function openNew() {
  const [{ id }] = await createPosts(cms, 1);
  await page.reload();
  await open(id);
  return id;
}

/** The journal in the browser's database. */
const journal = () =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('blog-admin');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const database = opened.result;
          const found = database.transaction('drafts').objectStore('drafts').getAll();
          found.onsuccess = () => {
            database.close();
            resolve(found.result.map(({ fields }) => JSON.stringify(fields)));
          };
        };
      }),
  );
/** Waits until it holds these words in one draft. */
const journalled = (...words) =>
  until(async () => (await journal()).some((fields) => words.every((word) => fields.includes(word))), 'the journal');

/** What was typed and is in this browser alone; its drafts are refused, or wait for what they are `held` for. */
async function typeSomething(text, held) {
  await withoutDrafts(context, held);
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
  assert.match(await page.locator('.unsaved').textContent(), /Yarımçıq – bu gün, \d\d:\d\d/);
  await restore().click();
  await titled('Yarımçıq');
  await editor(page, 'az').getByText('Yazılan söz').waitFor();
});

test('words typed in the moment before a reload survive it', async () => {
  await typeSomething('Son an');
  for (const word of ['bir', 'iki', 'üç']) {
    await page.fill('[name=author]', word);
    await page.reload();
    await restore().click();
    await authored(word);
  }
});

test('words typed while the browser still writes earlier ones survive the page that goes', async () => {
  await typeSomething('Dolu disk');
  await page.evaluate(
    () =>
      new Promise((busy) => {
        const opened = indexedDB.open('blog-admin');
        opened.onsuccess = () => {
          const store = opened.result.transaction('drafts', 'readwrite').objectStore('drafts');
          const goOn = () => {
            store.get('nothing').onsuccess = goOn;
          };
          goOn();
          busy();
        };
      }),
  );
  await page.fill('[name=author]', 'son söz');
  await page.reload();
  await restore().click();
  await authored('son söz');
  await titled('Dolu disk');
});

test('a new text that is reloaded before its first draft, and then created, is one post', async () => {
  const token = await cms.token();
  const named = async () => {
    const all = await fetch(`${cms.url}/api/blog/posts/?state=all`, { headers: { authorization: `Bearer ${token}` } });
    return [await all.json()].flat().filter((post) => post.title_az === 'Tək yazı az');
  };
  await page.fill('[name=author]', 'Redaktor');
  for (const lang of ['az', 'en', 'ru']) await page.fill(`#title_${lang}`, `Tək yazı ${lang}`);
  await page.reload();
  // No answer ever comes to the page that went: the server has its draft.
  await until(async () => (await named()).length === 1, 'the draft of the page that went');
  await restore().click();
  await titled('Tək yazı az');
  await submit(page).click();
  await said('Bloq yazısı uğurla yaradıldı!');
  assert.deepEqual(
    (await named()).map(({ live }) => live),
    [true],
  );
});

test('it survives the death of the tab', async () => {
  await typeSomething('Çökmədən sonra');
  const session = await context.newPage();
  await page.goto('chrome://crash').catch(() => undefined);
  page = session;
  await page.goto(`${cms.url}/admin`);
  await restore().click();
  await titled('Çökmədən sonra');
});

test('it survives signing out, which asks first', async () => {
  await typeSomething('Çıxışdan sonra', new Promise((asked) => page.once('dialog', asked)));
  const drafted = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/blog/drafts/'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  assert.match(alerts.join(), /Yadda saxlanmamış/);
  await drafted;
  await signIn(page, cms.url);
  // Sent on the way out: it is a draft on the server now.
  await page
    .locator('[data-post-id]', { hasText: 'Çıxışdan sonra' })
    .getByRole('button', { name: /redaktə/i })
    .click();
  await titled('Çıxışdan sonra');
});

test('the draft of a saved post is taken up in edit mode, and gone once saved', async () => {
  await withoutDrafts(page);
  await openNew();
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
  await until(async () => (await journal()).length === 0, 'the journal to be empty');
  assert.equal(await restore().count(), 0);
});

test('a post that somebody else changed in the same place shows both versions and saves the choice', async () => {
  await withoutDrafts(page);
  const id = await openNew();
  await page.fill('[name=title_en]', 'Mine');
  await changePost(cms, id, { title_en: 'Theirs', title_ru: 'Чужое' });
  await submit(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Mine').waitFor();
  assert.deepEqual(await dialog.locator('mark').allTextContents(), ['Mine', 'Theirs']);
  await dialog.getByRole('button', { name: 'Seçilənləri saxla' }).click();
  await said('Bloq yazısı uğurla yeniləndi!');
  const saved = await readPost(cms, id);
  assert.deepEqual([saved.title_en, saved.title_ru], ['Mine', 'Чужое']);
});

async function fillNew(name) {
  for (const lang of ['az', 'en', 'ru']) await page.fill(`[name=title_${lang}]`, `${name} ${lang}`);
  await page.fill('[name=author]', 'Aygün');
}

/** The server stores the next new post, but its answer never arrives. */
async function loseNextAnswer() {
  await withoutDrafts(page);
  let lost = false;
  await page.route('**/api/blog/posts/', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

const stored = async (name) => {
  const all = await (await fetch(`${cms.url}/api/blog/posts/`)).json();
  return all.filter(({ title_az: title }) => title === `${name} az`);
};

test('a new post whose answer was lost is stored once, with the words typed since', async () => {
  await loseNextAnswer();
  await fillNew('İtən cavab');
  await submit(page).click();
  await said('Bloq yazısını yaratmaq alınmadı!');
  assert.equal((await stored('İtən cavab')).length, 1, 'the server has stored it');
  await page.fill('[name=title_en]', 'Typed after the loss');
  await editor(page, 'ru').click();
  await page.keyboard.type('Ещё слово');
  await page.getByRole('button', { name: 'Yenidən cəhd et' }).click();
  await said('Bloq yazısı uğurla yaradıldı!');
  const posts = await stored('İtən cavab');
  assert.deepEqual(
    posts.map(({ title_en, content_ru }) => [title_en, content_ru]),
    [['Typed after the loss', '<p>Ещё слово</p>']],
  );
  await until(async () => (await page.locator(`[data-post-id="${posts[0].id}"]`).count()) === 1, 'its card, once');
  await until(async () => (await page.inputValue('[name=title_en]')) === '', 'the empty form');
});

test('it is stored once also when the page was loaded anew before the second attempt', async () => {
  await loseNextAnswer();
  await fillNew('Yenidən yüklənən');
  await submit(page).click();
  await said('Bloq yazısını yaratmaq alınmadı!');
  await page.reload();
  await restore().click();
  await submit(page).click();
  await said('Bloq yazısı uğurla yaradıldı!');
  assert.equal((await stored('Yenidən yüklənən')).length, 1);
});

test('a post that somebody else changed is not deleted before its new version was seen', async () => {
  const [victim] = await createPosts(cms, 1, () => ({ title_az: 'Silinəcək' }));
  await page.reload();
  await open(victim.id);
  await changePost(cms, victim.id, { title_az: 'Dəyişdirilmiş' });
  const card = page.locator(`[data-post-id="${victim.id}"]`);
  await card.getByRole('button', { name: /sil$/ }).click();
  await said('Bloq yazısını silmək alınmadı!');
  await card.getByRole('alert').waitFor();
  await card.getByRole('heading', { name: 'Dəyişdirilmiş' }).waitFor();
  await card.getByRole('button', { name: /sil$/ }).click();
  await said('Bloq yazısı uğurla silindi!');
  assert.equal((await fetch(`${cms.url}/api/blog/posts/${victim.id}/`)).status, 404);
});

test('a lost connection keeps the text and offers a retry', async () => {
  const id = await openNew();
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
  await openNew();
  await page.fill('[name=author]', 'Server xətası');
  await page.route('**/api/blog/posts/*/', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await submit(page).click();
  await said('Bloq yazısını yeniləmək alınmadı!');
  await page.unroute('**/api/blog/posts/*/');
  await page.getByRole('button', { name: 'Yenidən cəhd et' }).click();
  await said('Bloq yazısı uğurla yeniləndi!');
});

test('the browser is asked to keep the drafts with the first save, and only then', async () => {
  await context.addInitScript(() => {
    window.asked = 0;
    navigator.storage.persist = async () => (window.asked += 1) > 0;
  });
  await openNew();
  await page.fill('[name=author]', 'Başqa');
  assert.equal(await page.evaluate(() => window.asked), 0);
  await submit(page).click();
  await said('Bloq yazısı uğurla yeniləndi!');
  await page.waitForFunction(() => window.asked === 1);
});
