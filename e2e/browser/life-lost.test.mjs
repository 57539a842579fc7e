// Words that would be lost on the way out: a creation without an answer, a page that is closed in the pause before its draft.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerted, openAdmin, startWithBrowser, submit } from '../support/admin.mjs';
import { until } from '../support/waiting.mjs';

const started = startWithBrowser(async () => {});
const staff = async (path) =>
  (await fetch(`${started.cms.url}/api/blog/${path}`, { headers: { authorization: `Bearer ${await started.cms.token()}` } })).json();
const listed = async () => [await staff('posts/?state=all')].flat();
const titled = async (title) => (await listed()).filter(({ title_az: az }) => az === title);

async function fill(page, title) {
  await page.fill('[name=author]', 'Aysel');
  for (const lang of ['az', 'en', 'ru']) {
    if (!(await page.locator(`#title_${lang}`).isVisible())) await page.locator(`#tab-${lang}`).click();
    await page.fill(`#title_${lang}`, lang === 'az' ? title : `${title} ${lang}`);
  }
}

test('a creation whose answer was lost is a draft meanwhile, and one post in the end', async () => {
  const { page, alerts, context } = await openAdmin(started);
  let lost = false;
  await page.route('**/api/blog/posts/', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await fill(page, 'İtən yaratma');
  await submit(page).click();
  await alerted(alerts, 'Bloq yazısını yaratmaq alınmadı!');
  await page.fill('[name=author]', 'Aysel Quliyeva');
  await until(async () => (await titled('İtən yaratma')).some(({ live }) => live === false), 'the draft');
  await page.getByRole('button', { name: 'Yenidən cəhd et' }).click();
  await page.locator('form[data-mode=create]').waitFor();
  await until(async () => (await titled('İtən yaratma')).length === 1, 'one post');
  const [post] = await titled('İtən yaratma');
  assert.deepEqual([post.live, post.author], [true, 'Aysel Quliyeva']);
  assert.deepEqual(
    (await staff('trash/')).map(({ title_az: az }) => az),
    ['İtən yaratma'],
  );
  await context.close();
});

test('a page that is left in the pause before its draft sends it behind itself', async () => {
  const { page, context } = await openAdmin(started);
  await page.fill('#title_az', 'Bağlanan səhifə');
  await page.goto('about:blank');
  await until(async () => (await titled('Bağlanan səhifə')).length === 1, 'the draft');
  await page.goto(`${started.cms.url}/admin`);
  // This browser offers the words as well; taken up, they are the same draft.
  await page.locator('.unsaved__item', { hasText: 'Bağlanan səhifə' }).getByRole('button').first().click();
  await until(async () => (await page.inputValue('#title_az')) === 'Bağlanan səhifə', 'the words');
  await page.fill('#title_az', 'Bağlanan səhifə, davamı');
  await until(async () => (await titled('Bağlanan səhifə, davamı')).length === 1, 'the draft with the later words');
  assert.equal((await titled('Bağlanan səhifə')).length, 0);
  await context.close();
});

test('what was written in a tab that is closed is offered in the other one at once', async () => {
  const { page, context } = await openAdmin(started);
  // No draft of it: this browser alone has the words.
  await context.route('**/api/blog/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.fill('#title_az', 'Başqa vərəq');
  const other = await context.newPage();
  await other.goto(`${started.cms.url}/admin`);
  await other.locator('#title_az').waitFor();
  const offered = other.locator('.unsaved__item', { hasText: 'Başqa vərəq' });
  await until(() => other.evaluate(keptTitles).then((titles) => titles.includes('Başqa vərəq')), 'the words in the browser');
  // Asked anew, it knows of them and of the tab that has them.
  await other.reload();
  await other.locator('#title_az').waitFor();
  await until(() => other.evaluate(waitsForTab), 'the other tab waits');
  assert.equal(await offered.count(), 0);
  await page.close();
  await offered.getByRole('button').first().click();
  await until(async () => (await other.inputValue('#title_az')) === 'Başqa vərəq', 'the words');
  await context.close();
});

/** Titles that this browser keeps. */
function keptTitles() {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('blog-admin', 1);
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const asked = opened.result.transaction('drafts').objectStore('drafts').getAll();
      asked.onsuccess = () => {
        opened.result.close();
        resolve(asked.result.map(({ fields }) => fields.title_az));
      };
    };
  });
}

async function waitsForTab() {
  return (await navigator.locks.query()).pending.some(({ mode }) => mode === 'shared');
}
