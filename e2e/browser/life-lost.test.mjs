// Words that would be lost on the way out: a creation without an answer, a page that is closed in the pause before its draft.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerted, openAdmin, startWithBrowser, submit } from '../support/admin.mjs';
import { until } from '../support/cms.mjs';

const started = startWithBrowser(async () => {});
const staff = async (path) => (await fetch(`${started.cms.url}/api/blog/${path}`, { headers: { authorization: `Bearer ${await started.cms.token()}` } })).json();
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
  assert.deepEqual((await staff('trash/')).map(({ title_az: az }) => az), ['İtən yaratma']);
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
