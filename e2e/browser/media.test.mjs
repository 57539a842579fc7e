// The library of pictures: uploaded, described by keyboard, seen by visitors, and not deleted while it is used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture, editPost, openAdmin, signIn, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { credentials } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

let page;
let post;
const started = startWithBrowser(async () => {
  ({ page } = await openAdmin(started));
  post = await created(await drawPicture(page, '#9E2238'));
});

const call = (path, options) => fetch(`${started.cms.url}/api/${path}`, { method: 'POST', ...options });

async function signedIn() {
  const answer = await call('auth/token/', { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(credentials) });
  return answer.json();
}

/** A published post with a picture of its own. */
async function created(picture) {
  const { access } = await signedIn();
  const form = new FormData();
  const fields = { title_az: 'Ofis', title_en: 'Office', title_ru: 'Офис', author: 'Aygün', content_az: '<p>Salam</p>' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('image', new Blob([picture], { type: 'image/png' }), 'own.png');
  const answer = await call('blog/posts/', { headers: { Authorization: `Bearer ${access}` }, body: form });
  assert.equal(answer.status, 201);
  return answer.json();
}
const shown = (text) => page.getByText(text).first().waitFor();
const shot = (name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
const visible = async (address) => (await fetch(started.cms.url + address)).text();

test('pictures are chosen, several at once, and are in the library', async () => {
  await page.getByRole('link', { name: 'Şəkillər' }).click();
  const tiles = page.locator('.tile');
  await tiles.first().waitFor();
  const drawn = [await drawPicture(page), await drawPicture(page, '#1F5C46', 'image/jpeg')];
  const files = drawn.map((buffer, at) => ({ name: `ofis ${at + 1}.png`, mimeType: 'image/png', buffer }));
  await page.getByLabel('Şəkilləri buraya atın').setInputFiles(files);
  await page.getByText('Kitabxanaya əlavə olundu: 2 / 2.').waitFor({ state: 'attached' });
  await until(async () => (await tiles.count()) === 3, 'the new pictures');
  await clean(page, 'library, desktop');
  await shot('library-1440');
});

test('a picture of a post is described by keyboard and visitors are told', async () => {
  await page.getByRole('textbox', { name: 'Yazının nömrəsi' }).fill(String(post.id));
  await page.keyboard.press('Enter');
  const tile = page.locator('.tile');
  await until(async () => (await tile.count()) === 1, 'the picture of the post alone');
  await tile.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const point = page.getByRole('button', { name: /^Fokus nöqtəsi/ });
  await point.focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Fokus nöqtəsi: soldan 30 %, yuxarıdan 55 %' }).waitFor();
  await page.locator('[name=alt_az]').fill('Ofisdə görüş');
  await page.locator('[name=alt_ru]').fill('Встреча в офисе');
  await clean(page, 'picture, desktop');
  await shot('picture-1440');
  await page.getByRole('button', { name: 'Yadda saxla', exact: true }).click();
  await shown('Yadda saxlanıldı.');
  const says = (address, text) => until(async () => (await visible(address)).includes(text), `${text} at ${address}`);
  await says(`/blog/${post.id}/`, 'property="og:image:alt" content="Ofisdə görüş"');
  await says(`/ru/blog/${post.id}/`, 'alt="Встреча в офисе"');
  await says(`/en/blog/${post.id}/`, 'alt="Ofisdə görüş"');
  await says(`/blog/${post.id}/`, 'class="focus focus-x1 focus-y2"');
  const context = await started.browser.newContext();
  const seen = await context.newPage();
  await seen.goto(`${started.cms.url}/ru/blog/${post.id}/`);
  assert.equal(await seen.locator('.post__figure img').evaluate((image) => getComputedStyle(image).objectPosition), '25% 50%');
  await context.close();
});

test('its file is replaced by keyboard and by mouse, and visitors get the new one', async () => {
  const address = `/blog/${post.id}/`;
  const shownFile = async () => (await visible(address)).match(/property="og:image" content="[^"]*\/media\/([^"]+)"/)?.[1];
  await until(shownFile, 'the variants of the first file');
  const picker = page.getByLabel('Faylı əvəz et');
  const ways = [
    [
      '#1F5C46',
      async () => {
        await picker.focus();
        await page.keyboard.press('Space');
      },
    ],
    ['#2B4C7E', () => picker.click()],
  ];
  for (const [colour, open] of ways) {
    const before = await shownFile();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
    const source = await page.locator('.focal__picture').getAttribute('src');
    await chooser.setFiles({ name: 'yeni ofis.png', mimeType: 'image/png', buffer: await drawPicture(page, colour, 'image/png') });
    await until(async () => (await page.locator('.focal__picture').getAttribute('src')) !== source, 'the new picture in the panel');
    await shown('Fayl əvəz edildi.');
    await until(async () => ![before, undefined].includes(await shownFile()), 'the new file on the page');
  }
  await until(async () => (await visible(address)).includes('property="og:image:alt" content="Ofisdə görüş"'), 'what was said of it');
  await clean(page, 'replaced, desktop');
  await picker.scrollIntoViewIfNeeded();
  await shot('replaced-1440');
});

test('whoever has seen the old file sees the new one among the posts', async () => {
  const picture = await created(await drawPicture(page, '#7A4E00'));
  const stored = `${started.cms.url}/api/blog/images/${picture.image_id}/`;
  // Of its own: one whose requests are looked at keeps nothing.
  const context = await started.browser.newContext({ ...desktop, locale: 'az-AZ' });
  const other = await context.newPage();
  await signIn(other, started.cms.url);
  const colour = (locator) =>
    locator.evaluate(async (image) => {
      await image.decode();
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      canvas.drawImage(image, 0, 0, 1, 1, 0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join();
    });
  const listed = other.locator(`[data-post-id="${picture.id}"] .card__picture img`);
  await listed.scrollIntoViewIfNeeded();
  assert.equal(await colour(listed), '122,78,0');
  const { access } = await signedIn();
  const form = new FormData();
  form.append('image', new Blob([await drawPicture(page, '#0A3D91')], { type: 'image/png' }), 'new.png');
  const answer = await fetch(`${started.cms.url}/api/media/${picture.image_id}/file/`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${access}` },
    body: form,
  });
  assert.equal(answer.status, 200);
  assert.equal((await fetch(stored)).headers.get('cache-control'), 'public, no-cache');
  await other.goto(`${started.cms.url}/admin/`);
  await listed.scrollIntoViewIfNeeded();
  assert.equal(await colour(listed), '10,61,145');
  await context.close();
});

test('what is used is not deleted, and the panel fits a telephone', async () => {
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await shown(/Şəkil istifadə olunur/);
  await page.setViewportSize(phone.viewport);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${wide}px too wide`);
  await clean(page, 'picture, phone');
  await shot('picture-390');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await clean(page, 'library, phone');
  await shot('library-390');
  await page.setViewportSize(desktop.viewport);
});

test('a text takes a picture of the library, and so does the post itself', async () => {
  await page.getByRole('link', { name: 'Blogs' }).click();
  await page.locator('#content_az').click();
  await page
    .locator('[data-field=content_az], .editor', { has: page.locator('#content_az') })
    .first()
    .getByRole('button', { name: 'Şəkil', exact: true })
    .click();
  await page.getByRole('group', { name: 'Şəkil' }).getByRole('button', { name: 'Kitabxanadan…' }).click();
  const picker = page.getByRole('dialog', { name: 'Kitabxanadan seçin' });
  await picker.getByRole('button', { name: 'ofis 2.png' }).waitFor();
  assert.ok((await picker.getByRole('searchbox').boundingBox()).height >= 40, 'as large as every field');
  await clean(page, 'library in the editor');
  await shot('picker-1440');
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
  assert.equal(await focused(), 'Kitabxanadan…', 'closed by Escape the picker gives the focus back, and its panel stays');
  await page.keyboard.press('Enter');
  await picker.getByRole('button', { name: 'ofis 2.png' }).press('Enter');
  await page.locator('#content_az img').waitFor();
  await picker.waitFor({ state: 'detached' });
  await until(async () => (await focused()) === 'content_az', 'the focus in the text').catch(async () =>
    assert.fail(`the focus is at ${await focused()}`),
  );
  await page.keyboard.type('altında');
  await until(async () => /<\/p><p>altında<\/p>$/.test(await page.inputValue('input[name=content_az]')), 'the words below the picture');
  await page.locator('.image-field').getByRole('button', { name: 'Kitabxanadan…' }).click();
  await picker.getByRole('button', { name: 'ofis 1.png' }).press('Enter');
  await page.locator('.image-field').getByText('ofis 1.png').first().waitFor();
  assert.equal(await focused(), 'Kitabxanadan…', 'the focus is where it was');
  await page.locator('.image-field').scrollIntoViewIfNeeded();
  await shot('form-1440');
});

test('a post’s picture is described beside the post, whose words stay as they are', async () => {
  for (const [size, view] of Object.entries({ 1440: desktop, 390: phone })) {
    const desk = await openAdmin(started, view);
    const say = desk.page;
    await editPost(say, post.id);
    await say.fill('[name=title_az]', `Ofis ${size}`);
    const open = say.getByRole('button', { name: 'Şəkli təsvir edin…' });
    await open.focus();
    await say.keyboard.press('Enter');
    const panel = say.getByRole('dialog');
    await panel.locator('[name=alt_en]').fill(`A meeting, ${size}`);
    await clean(say, `a picture described beside the post, ${size}`);
    if (process.env.SHOTS) await say.screenshot({ path: `${process.env.SHOTS}/beside-${size}.png` });
    await panel.getByRole('button', { name: 'Yadda saxla', exact: true }).press('Enter');
    await panel.getByText('Yadda saxlanıldı.').waitFor();
    await say.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.ok(await open.evaluate((button) => button === document.activeElement), 'the focus is where it was');
    assert.equal(await say.inputValue('[name=title_az]'), `Ofis ${size}`);
    await until(async () => (await visible(`/en/blog/${post.id}/`)).includes(`alt="A meeting, ${size}"`), 'visitors are told');
    assert.deepEqual(desk.alerts, []);
    await desk.context.close();
  }
});
