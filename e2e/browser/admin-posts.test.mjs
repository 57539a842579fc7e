// The list and the form, to the letter of the specification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture, openAdmin, startWithBrowser, submit, tool } from '../support/admin.mjs';
import { createPosts, readPost } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let page;
let alerts;
let messages;
let posts;

const started = startWithBrowser(async () => {
  ({ cms } = started);
  posts = await createPosts(cms, 8, (number) => ({ featured: String(number === 3), category: number % 2 ? 'audit' : 'hr' }));
  ({ page, messages, alerts } = await openAdmin(started));
  await page.waitForSelector('[data-post-id]');
});

const ids = () => page.$$eval('[data-post-id]', (cards) => cards.map((card) => Number(card.dataset.postId)));
const cardOf = (id) => page.locator(`[data-post-id="${id}"]`);
const scrolledUp = () => until(() => page.evaluate(() => window.scrollY < 5), 'the page to scroll to its top');
const said = async (text) => {
  await until(() => alerts.includes(text), `the alert ${text}`);
  alerts.length = 0;
};

async function fill(name) {
  for (const lang of ['az', 'en', 'ru']) await page.fill(`[name=title_${lang}]`, `${name} ${lang}`);
  await page.fill('[name=author]', 'Aygün');
}

test('six cards, featured first, in Azerbaijani; pager and filter', async () => {
  const newestFirst = posts.map(({ id }) => id).reverse();
  const featured = posts[2].id;
  const order = [featured, ...newestFirst.filter((id) => id !== featured)];
  assert.deepEqual(await ids(), order.slice(0, 6));
  assert.equal(await cardOf(featured).getByRole('heading').textContent(), 'Yazı 3');
  await page.locator('.pager').getByRole('button', { name: '2' }).click();
  assert.deepEqual(await ids(), order.slice(6));
  await scrolledUp();
  await page.selectOption('[name=category_filter]', 'hr');
  assert.deepEqual(
    await ids(),
    newestFirst.filter((id) => posts.find((post) => post.id === id).category === 'hr'),
  );
  assert.equal(await page.locator('.pager').count(), 0);
  await page.selectOption('[name=category_filter]', 'all');
  await page.getByRole('group', { name: 'Kartların dili' }).getByRole('button', { name: 'EN' }).click();
  assert.equal(await cardOf(featured).getByRole('heading').textContent(), 'Post 3');
});

test('creating puts the card in front, empties the form and shows the way to the site', async () => {
  const before = await ids();
  await fill('Yeni');
  await page.setInputFiles('[name=image]', { name: 'a.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await submit(page).dblclick();
  await said('Bloq yazısı uğurla yaradıldı!');
  await until(async () => (await ids())[1] !== before[1], 'the new card');
  const [, first] = await ids();
  assert.equal((await readPost(cms, first)).title_az, 'Yeni az');
  assert.match((await readPost(cms, first)).image, /^\/api\/blog\/images\/\d+\/$/);
  await until(async () => (await page.inputValue('[name=title_az]')) === '', 'the empty form');
  await page.waitForSelector('[data-stage=live]');
  assert.match(await page.textContent('.generation'), /\d+ səhifə, \d+ ms/);
  const all = await (await fetch(`${cms.url}/api/blog/posts/`)).json();
  assert.equal(all.filter(({ title_az: title }) => title === 'Yeni az').length, 1);
});

test('editing fills the form, keeps the image, and returns to create mode', async () => {
  const [, id] = await ids();
  const { image } = await readPost(cms, id);
  await cardOf(id).scrollIntoViewIfNeeded();
  await cardOf(id)
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.waitForSelector('form[data-mode=edit]');
  await scrolledUp();
  assert.equal(await page.inputValue('[name=title_ru]'), 'Yeni ru');
  assert.equal(await page.$eval('[name=image]', (input) => input.files.length), 0);
  await page.fill('[name=title_ru]', 'Изменено');
  await submit(page).click();
  await said('Bloq yazısı uğurla yeniləndi!');
  assert.equal((await readPost(cms, id)).title_ru, 'Изменено');
  assert.equal((await readPost(cms, id)).image, image);
  await page.waitForSelector('form[data-mode=create]');
});

test('a second featured post is refused and the box stays off', async () => {
  await page.locator('[name=featured]').click();
  await said('Eyni anda yalnız bir yazı seçilə bilər!');
  await until(async () => !(await page.isChecked('[name=featured]')), 'the box to be off');
});

test('a file that cannot be the image is refused when it is chosen, in the words of the interface', async () => {
  const choose = (name, mimeType, text) => page.setInputFiles('[name=image]', { name, mimeType, buffer: Buffer.from(text) });
  await choose('a.pdf', 'application/pdf', 'x');
  await page.getByText('Yalnız şəkil faylı seçmək olar.').waitFor();
  await choose('a.png', 'image/png', '');
  await page.getByText('Fayl boşdur (0 bayt). Başqa şəkil seçin.').waitFor();
  await choose('a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await page.getByText('Bu növ şəkil qəbul olunmur. JPEG, PNG, GIF və ya WebP seçin.').waitFor();
  await choose('a.png', 'image/png', 'not a picture');
  await page.getByText('Fayl şəkil kimi oxunmadı. Başqa fayl seçin.').waitFor();
  assert.equal(await page.$eval('[name=image]', (input) => input.files.length), 0);
  await page.getByText('Fayl seçilməyib').waitFor();
});

test('the required fields are asked for, and nothing is sent', async () => {
  const requests = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await submit(page).click();
  await page.getByText('Doldurulması məcburi olan 4 sahə boşdur.').waitFor();
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('name') === 'title_az'), 'the focus on the first gap');
  assert.deepEqual(requests, []);
});

test('deleting asks first and takes the card away', async () => {
  const [, id] = await ids();
  await cardOf(id).getByRole('button', { name: /sil/i }).click();
  await until(() => alerts.includes('Bloq yazısı uğurla silindi!'), 'the deletion');
  assert.deepEqual(alerts, ['Bu yazını silmək istədiyinizə əminsiniz?', 'Bloq yazısı uğurla silindi!']);
  await cardOf(id).waitFor({ state: 'detached' });
  assert.equal((await fetch(`${cms.url}/api/blog/posts/${id}/`)).status, 404);
});

test("the preview shows the unsaved text with the site's own templates", async () => {
  await fill('Önbaxış üçün');
  await page.route('**/api/media/', () => undefined); // the picture stays on its way
  await tool(page, 'az', 'image').click();
  await page
    .locator('#pane-az .floating input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await page.locator('#pane-az .floating').getByRole('button', { name: 'Əlavə et' }).click();
  await page.locator('#content_az [data-upload]').waitFor();
  await page.getByRole('button', { name: 'Önbaxış', exact: true }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: 'Önbaxış üçün az' }).waitFor();
  const unsaved = frame.locator('main img[src^="data:"]');
  await unsaved.scrollIntoViewIfNeeded();
  await until(() => unsaved.evaluate((image) => image.naturalWidth > 0), 'the picture that is not stored yet');
  await page.getByRole('dialog').getByRole('button', { name: 'RU' }).click();
  await frame.getByRole('heading', { level: 1, name: 'Önbaxış üçün ru' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Telefon' }).click();
  assert.equal(await page.$eval('iframe', (element) => element.clientWidth), 390);
  await page.keyboard.press('Escape');
  await page.locator('.post-form__footer').getByRole('button', { name: 'Ləğv et' }).click();
  await page.unroute('**/api/media/');
});

test('no policy was violated and nothing was thrown', () => {
  assert.deepEqual(
    messages.filter((message) => /Content Security Policy|^error: (?!Failed to load resource)/.test(message)),
    [],
  );
});
