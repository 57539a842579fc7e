// Answers that never arrive, against the real server: what was stored is found again, and newer words are never dropped.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { alerted, drawPicture, editor, paste, startWithBrowser, submit, withoutDrafts } from '../support/admin.mjs';
import { openDesk } from '../support/desk.mjs';
import { changePost } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

const CREATED = 'Bloq yazısı uğurla yaradıldı!';
const NOT_CREATED = 'Bloq yazısını yaratmaq alınmadı!';
const STORED = /src="\/api\/blog\/images\/\d+\/"/;

let cms;
let browser;
let desk;
let page;

const started = startWithBrowser(async () => {
  ({ cms, browser } = started);
});
beforeEach(async () => {
  desk = await openDesk(browser, cms);
  page = desk.page;
  await withoutDrafts(page);
});
afterEach(() => desk.context.close());

const said = (text) => alerted(desk.alerts, text);
const posts = async () => [await (await fetch(`${cms.url}/api/blog/posts/`)).json()].flat();
const named = async (title) => (await posts()).filter((post) => post.title_az.startsWith(title));
const retry = () => page.locator('.post-form__footer').getByRole('button', { name: 'Yenidən cəhd et' }).click();

/** The server gets the next requests to create a post, the page gets no answer; tells the answers and the keys. */
async function loseAnswers(count) {
  const lost = [];
  await page.route('**/api/blog/posts/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const answer = await route.fetch();
    lost.push({
      status: answer.status(),
      key: route.request().headers()['idempotency-key'],
      replayed: answer.headers()['idempotency-replayed'],
    });
    return lost.length > count ? route.fulfill({ response: answer }) : route.abort('connectionreset');
  });
  return lost;
}

/** A post with all that a post can have: texts, a picture in a text, and the post's own. */
async function write(title) {
  await desk.fill(title);
  await desk.write('söz', 'picture');
  await page.setInputFiles('[name=image]', { name: 'foto.png', mimeType: 'image/png', buffer: await drawPicture(page) });
}

test('a post whose answer was lost is not made twice, and gets the words and pictures of later', async () => {
  const lost = await loseAnswers(2);
  await write('Cavabsız');
  await submit(page).click();
  await said(NOT_CREATED);
  await page.fill('[name=title_en]', 'Typed after the loss');
  await editor(page, 'en').click();
  await page.keyboard.type('later');
  await paste(page, 'en', {}, [{}]);
  await until(async () => STORED.test(await desk.html('en')), 'the second picture');
  desk.alerts.length = 0;
  await retry(); // its answer is lost as well
  await said(NOT_CREATED);
  await retry();
  await said(CREATED);
  assert.deepEqual(
    lost.map(({ status, replayed }) => [status, replayed]),
    [
      [201, undefined],
      [201, 'true'],
      [201, 'true'],
    ],
  );
  assert.equal(new Set(lost.map(({ key }) => key)).size, 1);
  const made = await named('Cavabsız');
  assert.equal(made.length, 1);
  assert.equal(made[0].title_en, 'Typed after the loss');
  assert.match(made[0].content_az, STORED);
  assert.match(made[0].content_en, /^<p>later<\/p>/);
  assert.match(made[0].content_en, STORED);
  assert.match(made[0].image, /images/);
  assert.equal(await page.locator('form[data-mode=create]').count(), 1);
});

test('a reload between the loss and the next attempt changes nothing about that', async () => {
  const lost = await loseAnswers(1);
  await write('Yenilənən');
  await submit(page).click();
  await said(NOT_CREATED);
  await page.fill('[name=author]', 'Sonrakı müəllif');
  await page.getByText('Mətn bu brauzerdə saxlanılır').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Davam et' }).click();
  await until(async () => (await page.inputValue('[name=author]')) === 'Sonrakı müəllif', 'the draft');
  await submit(page).click();
  await said(CREATED);
  assert.deepEqual(
    lost.map(({ status, replayed }) => [status, replayed]),
    [
      [201, undefined],
      [201, 'true'],
    ],
  );
  const made = await named('Yenilənən');
  assert.deepEqual(
    made.map(({ author }) => author),
    ['Sonrakı müəllif'],
  );
  assert.match(made[0].image, /images/);
});

test('what somebody else wrote into that post meanwhile is not overwritten', async () => {
  await loseAnswers(1);
  await desk.fill('İkimizin');
  await submit(page).click();
  await said(NOT_CREATED);
  const [{ id }] = await named('İkimizin');
  await changePost(cms, id, {
    title_az: 'İkimizin az',
    title_en: 'İkimizin en',
    title_ru: 'Чужое',
    author: 'Redaktor',
    content_az: '',
    content_en: '',
    content_ru: '',
    excerpt_az: '',
    excerpt_en: '',
    excerpt_ru: '',
  });
  await page.fill('[name=title_en]', 'Mine');
  await retry();
  await said('Bloq yazısı uğurla yeniləndi!'); // the two do not overlap, so nobody is asked
  const made = await named('İkimizin');
  assert.deepEqual(
    made.map(({ title_en: en, title_ru: ru }) => [en, ru]),
    [['Mine', 'Чужое']],
  );
});

/** Makes the pictures that this browser keeps older, as if the draft had waited. */
const age = (days) =>
  page.evaluate(
    (milliseconds) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('blog-pictures');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction('pictures', 'readwrite');
          transaction.objectStore('pictures').openCursor().onsuccess = ({ target: { result: cursor } }) => {
            if (!cursor) return;
            cursor.update({ ...cursor.value, keptAt: cursor.value.keptAt - milliseconds });
            cursor.continue();
          };
          transaction.oncomplete = () => (request.result.close(), resolve());
        };
      }),
    days * 24 * 3600 * 1000,
  );

test('a draft that waited for weeks keeps its pictures over starts of the admin, and stores them again before it is saved', async () => {
  await desk.fill('Gec saxlanan');
  await desk.write('söz', 'picture');
  await page.getByText('Mətn bu brauzerdə saxlanılır').waitFor();
  await age(40);
  await page.reload();
  await page.getByRole('button', { name: 'Davam et' }).click();
  await until(async () => STORED.test(await desk.html()), 'the draft');
  const before = await desk.html();
  const sent = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await submit(page).click();
  await said(CREATED);
  assert.deepEqual(
    sent.filter((path) => /media|posts/.test(path)),
    ['/api/media/', '/api/blog/posts/'],
  );
  const [post] = await named('Gec saxlanan');
  assert.equal(post.content_az, before);
  assert.equal((await fetch(cms.url + STORED.exec(post.content_az)[0].slice(5, -1))).status, 200);
});
