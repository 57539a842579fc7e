// The library beside a text: addresses that are copied there, pictures that go while somebody writes, and files that fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture, editPost, openAdmin, startWithBrowser, withoutDrafts } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { credentials } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

let access;
const started = startWithBrowser(async () => {
  const answer = await call('auth/token/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  ({ access } = await answer.json());
});

const call = (path, options = {}) =>
  fetch(`${started.cms.url}/api/${path}`, {
    ...options,
    headers: { ...(access && { Authorization: `Bearer ${access}` }), ...options.headers },
  });
const json = async (path) => (await call(path)).json();

/** A picture that comes with a text. */
async function stored(page, colour) {
  const form = new FormData();
  form.append('image', new Blob([await drawPicture(page, colour)], { type: 'image/png' }), 'şəkil.png');
  const answer = await call('media/', { method: 'POST', body: form });
  assert.equal(answer.status, 201);
  return answer.json();
}

async function posted(content) {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    title_az: 'Ofis',
    title_en: 'Office',
    title_ru: 'Офис',
    author: 'Aygün',
    content_az: content,
  }))
    form.append(name, value);
  const answer = await call('blog/posts/', { method: 'POST', body: form });
  assert.equal(answer.status, 201);
  return answer.json();
}

test('an address that is copied in the library is a link that visitors can follow, and a use', async () => {
  const { page, context } = await openAdmin(started);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const picture = await stored(page, '#9E2238');
  const post = await posted('<p>sertifikat</p>');
  await page.getByRole('link', { name: 'Şəkillər' }).click();
  await page.getByRole('button', { name: 'İstifadə olunmayanlar' }).click();
  await page.getByText('şəkil isə kimsə silənədək qalır').waitFor();
  await page.getByText(/^İstifadə olunmur, silinəcək: \d/).waitFor();
  await clean(page, 'unused pictures');
  await page.locator(`[data-picture-id="${picture.id}"] button`).click();
  await page.getByRole('button', { name: 'Ünvanı kopyala' }).click();
  await page.getByText('Ünvan kopyalandı.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, picture.url);
  await page.keyboard.press('Escape');
  await page.goto(`${started.cms.url}/admin/`);
  await editPost(page, post.id);
  const link = async (address) => {
    await page.locator('#content_az').click();
    await page.keyboard.press('Control+a');
    await page.locator('#pane-az [data-tool=link]').click();
    await page.getByRole('combobox', { name: 'Ünvan, e-poçt' }).fill(address);
    await page.keyboard.press('Enter');
    await until(async () => (await page.inputValue('input[name=content_az]')).includes(`href="${picture.url}"`), 'the link in the text');
  };
  // As another program would have it.
  await link(`${started.cms.url}${copied}?v=abc`);
  const saved = page.waitForEvent('dialog');
  await page.keyboard.press('Control+s');
  await saved;
  assert.deepEqual(
    (await json(`media/${picture.id}/uses/`)).map(({ id }) => id),
    [post.id],
  );
  assert.equal((await call(`media/${picture.id}/`, { method: 'DELETE' })).status, 409);
  const site = async () => (await fetch(`${started.cms.url}/blog/${post.id}/`)).text();
  await until(async () => /<a href="\/media\/[^"]+"[^>]*>sertifikat/.test(await site()), 'the link on the site');
  await context.close();
});

test('a picture that a colleague deletes while its text is being written is a remark that leads to it', async () => {
  const { page, context } = await openAdmin(started);
  await withoutDrafts(page);
  const picture = await stored(page, '#1F5C46');
  await page.locator('#content_az').click();
  await page.keyboard.type('Yuxarıda');
  await page.locator('#pane-az [data-tool=image]').click();
  const panel = page.getByRole('group', { name: 'Şəkil' });
  await panel.getByRole('textbox').first().fill(`${started.cms.url}${picture.url}?v=x`);
  await panel.getByRole('textbox').last().fill('Ofisin binası');
  await page.keyboard.press('Enter');
  await until(async () => (await page.inputValue('input[name=content_az]')).includes(`src="${picture.url}"`), 'the picture in the text');
  assert.equal((await call(`media/${picture.id}/`, { method: 'DELETE' })).status, 204);
  // Whoever comes back to this window.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.locator('.checks__button').click();
  const remark = page.locator('.checks__finding', { hasText: 'Bu şəkil artıq yoxdur' });
  await remark.waitFor();
  assert.match(await remark.innerText(), /Ofisin binası/);
  await clean(page, 'a remark about a picture');
  await context.close();
});

test('files that are no pictures, or whose upload fails, say so and are tried again, by keyboard', async () => {
  const { page, context } = await openAdmin(started, phone);
  await page.goto(`${started.cms.url}/admin/pictures`);
  const chosen = page.getByLabel('Kitabxanaya şəkil əlavə edin');
  await chosen.waitFor();
  await page.route('**/api/media/', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await chosen.setInputFiles([
    { name: 'ofis.png', mimeType: 'image/png', buffer: await drawPicture(page, '#2B4C7E') },
    { name: 'hesabat.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') },
  ]);
  const again = page.getByRole('button', { name: 'Yenidən cəhd et: ofis.png' });
  await again.waitFor();
  await clean(page, 'failed uploads, phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${wide}px too wide`);
  await page.unroute('**/api/media/');
  await page.getByRole('button', { name: 'Siyahıdan çıxar: hesabat.pdf' }).press('Enter');
  await again.press('Enter');
  await page.getByText('Kitabxanaya əlavə olundu: 1 / 1.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Aç: ofis.png' }).press('Enter');
  await page.getByRole('dialog', { name: 'ofis.png' }).waitFor();
  const [picture] = await json('media/?q=ofis.png');
  assert.equal(picture.goes_at, null);
  await context.close();
});
