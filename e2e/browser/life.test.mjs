// The whole life of one post, told once from its first word to the trash and back.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { editor, openAdmin, showLanguage, startWithBrowser, submit } from '../support/admin.mjs';
import { openPage } from '../support/browser.mjs';
import { changePost, createPosts, readPost } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let page;
let alerts;
let id;
let link;

const started = startWithBrowser(async () => {
  ({ cms } = started);
  // Somebody's earlier post leads to the one that is about to be written.
  await createPosts(cms, 1, () => ({ title_az: 'Vergi təqvimi', content_az: '<p>Bax: <a href="/blog/2/">yeni dərəcələr</a></p>' }));
  ({ page, alerts } = await openAdmin(started));
});

// One chapter that fails leaves no dialog over the next.
afterEach(() => page.keyboard.press('Escape'));

const published = () => fetch(`${cms.url}/api/blog/posts/${id}/`);
const publicPage = async (path) => (await cms.published(), fetch(`${cms.url}${path}`));
const staff = async (path, options = {}) =>
  fetch(`${cms.url}/api/blog/posts/${id}/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${await cms.token()}`, ...options.headers },
  });
const draft = async () => (await staff('draft/')).json();
const keptNow = () => page.getByText(/Qaralama saxlanıldı: \d\d:\d\d/).waitFor();
const dialog = () => page.getByRole('dialog');
const cardOf = () => page.locator(`[data-post-id="${id}"]`);
const badge = (lang) => page.locator(`#pane-${lang} .pane__header [data-state]`);
const stateOf = (lang, state) =>
  until(
    async () =>
      (await badge(lang)
        .getAttribute('data-state')
        .catch(() => null)) === state,
    `${lang} to be ${state}`,
  );
const outlook = (text) => page.locator('.post-form__outlook', { hasText: text }).waitFor();
const choose = async (name) => {
  await page.getByRole('button', { name: 'Dərc imkanları' }).click();
  await page.locator('.menu__list').getByRole('menuitem', { name }).click();
};
const said = async (text) => {
  await until(() => alerts.includes(text), `the alert ${text}`);
  alerts.length = 0;
};
async function write(lang, text) {
  await showLanguage(page, lang);
  await editor(page, lang).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}
async function open() {
  await cardOf()
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.locator('.post-form__id', { hasText: `№ ${id}` }).waitFor();
}

test('the first words are a draft by themselves, which nobody outside can read', async () => {
  await page.fill('[name=author]', 'Aysel');
  await page.fill('#title_az', 'Yeni vergi dərəcələri');
  await write('az', 'Dərəcə beş faizdir.');
  await keptNow();
  id = Number(/\d+/.exec(await page.locator('.post-form__id').textContent())[0]);
  await stateOf('az', 'draft');
  assert.equal((await published()).status, 404);
  assert.equal((await draft()).title_az, 'Yeni vergi dərəcələri');
  await cardOf().getByText('Qaralama').first().waitFor();
});

test('a reload loses nothing: the draft waits on its card', async () => {
  await page.reload();
  await cardOf().waitFor();
  await open();
  assert.equal(await page.inputValue('#title_az'), 'Yeni vergi dərəcələri');
  assert.match(await page.inputValue('input[name=content_az]'), /beş faiz/);
  await outlook('Azərbaycanca mətn dərc olunacaq');
});

test('Azerbaijani goes live alone', async () => {
  await choose('Dilləri və vaxtı seç…');
  await dialog().getByRole('button', { name: 'Dərc et' }).click();
  await dialog().waitFor({ state: 'detached' });
  await stateOf('az', 'published');
  assert.equal((await publicPage(`/blog/${id}/`)).status, 200);
  assert.equal((await readPost(cms, id)).title_ru, '');
});

test('the translations follow; Russian is planned for a time of the office', async () => {
  for (const [lang, title, text] of [
    ['en', 'New tax rates', 'The rate is five per cent.'],
    ['ru', 'Новые налоговые ставки', 'Ставка – пять процентов.'],
  ]) {
    await showLanguage(page, lang);
    await page.fill(`#title_${lang}`, title);
    await write(lang, text);
  }
  await keptNow();
  await choose('Dilləri və vaxtı seç…');
  await dialog().getByRole('checkbox', { name: 'İngilis dili' }).uncheck();
  await dialog().getByRole('radio', { name: 'Seçilən vaxtda' }).check();
  await page.fill('[name=publish_at]', '2099-05-03T09:00');
  await dialog().getByRole('button', { name: 'Planlaşdır' }).click();
  await dialog().waitFor({ state: 'detached' });
  await stateOf('ru', 'scheduled');
  const { languages } = await draft();
  assert.equal(languages.ru.scheduled_at.replace(/\.0+Z$/, 'Z'), '2099-05-03T05:00:00Z');
  await cardOf()
    .getByText(/3 may 2099, 09:00/)
    .first()
    .waitFor();
  assert.equal((await readPost(cms, id)).title_ru, '');
});

test('what the button will do is said before it is pressed, and then it does it as specified', async () => {
  await outlook('İngiliscə və rusca mətnlər dərc olunacaq');
  await submit(page).click();
  await said('Bloq yazısı uğurla yeniləndi!');
  assert.equal((await readPost(cms, id)).title_en, 'New tax rates');
  assert.match(await (await publicPage(`/en/blog/${id}/`)).text(), /The rate is five per cent/);
});

test('when the source changes, the translations say so and show what', async () => {
  await changePost(cms, id, { ...(await readPost(cms, id)), content_az: '<p>Dərəcə on faizdir.</p>', image: '', featured: 'false' });
  await open();
  await page.locator('[data-language=en].stale').waitFor();
  await showLanguage(page, 'en');
  await page.locator('[data-language=en].stale').getByRole('button', { name: 'Nə dəyişib?' }).click();
  await page.locator('[data-language=en].stale mark').first().waitFor();
  assert.deepEqual(await page.locator('[data-language=en].stale mark').allTextContents(), ['beş', 'on']);
  await page.locator('[data-language=en].stale').getByRole('button', { name: 'Tərcümə yenə doğrudur' }).click();
  await page.locator('[data-language=en].stale').waitFor({ state: 'detached' });
  assert.equal((await draft()).languages.en.stale, false);
  assert.equal((await draft()).languages.ru.stale, true);
});

test('the history compares and brings back', async () => {
  await page.getByRole('button', { name: 'Tarixçə' }).click();
  const items = dialog().locator('[data-revision]');
  await items.first().waitFor();
  await dialog().locator('[data-revision]', { hasText: 'AZ EN RU' }).last().click();
  await dialog().getByRole('heading', { name: 'Məzmun (AZ)' }).waitFor();
  assert.deepEqual(await dialog().locator('.versions mark').allTextContents(), ['beş', 'on']);
  await dialog().getByRole('button', { name: 'Bu varianta qayıt' }).click();
  await dialog().waitFor({ state: 'detached' });
  await until(async () => /beş faiz/.test(await page.inputValue('input[name=content_az]')), 'the earlier text in the form');
  await stateOf('az', 'changed');
  assert.match((await readPost(cms, id)).content_az, /on faiz/);
});

test('a partner without an account reads the draft until the link is taken back', async () => {
  await choose('Təsdiq üçün keçid…');
  await dialog().getByRole('button', { name: 'Keçid yarat' }).click();
  const field = dialog().getByRole('textbox', { name: 'Keçid' });
  await field.waitFor();
  link = await field.inputValue();
  const partner = await openPage(started.browser);
  const answer = await partner.page.goto(link);
  assert.equal(answer.headers()['x-robots-tag'], 'noindex');
  await partner.page.getByText('Dərəcə beş faizdir.').waitFor();
  await partner.context.close();
  await dialog().getByRole('button', { name: 'Keçidi ləğv et' }).click();
  await dialog().getByText('Keçid artıq işləmir.').waitFor();
  assert.equal((await fetch(link)).status, 404);
  await dialog().getByRole('button', { name: 'Bağla' }).last().click();
});

test('before it goes off the site, what leads there is shown', async () => {
  await choose('Saytdan çıxar…');
  await dialog().getByText('Vergi təqvimi').waitFor();
  await dialog().getByRole('button', { name: 'Saytdan çıxar', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  await stateOf('az', 'draft');
  assert.equal((await published()).status, 404);
  assert.equal((await publicPage(`/blog/${id}/`)).status, 404);
  await submit(page).getByText('Yarat').waitFor();
});

test('into the trash, and back whole under its number', async () => {
  await page.locator('.post-form__footer').getByRole('button', { name: 'Ləğv et' }).click();
  await cardOf().getByRole('button', { name: /sil/i }).click();
  await dialog().getByRole('button', { name: 'Silməyə davam et' }).click();
  await said('Bloq yazısı uğurla silindi!');
  await cardOf().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Zibil qutusu' }).click();
  const trashed = page.locator(`[data-trashed-id="${id}"]`);
  await trashed.getByText('30 gün qalıb').waitFor();
  await trashed.getByRole('button', { name: /bərpa et/ }).click();
  await trashed.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Yazılara qayıt' }).click();
  await open();
  assert.match(await page.inputValue('input[name=content_az]'), /beş faiz/);
  await submit(page).click();
  await said('Bloq yazısı uğurla yaradıldı!');
  assert.match(await (await publicPage(`/ru/blog/${id}/`)).text(), /пять процентов/);
});

test('two people at one post: other paragraphs come together, nobody is asked', async () => {
  await open();
  await staff('draft/', { method: 'PUT', body: formOf({ title_ru: 'Ставки налогов' }) });
  await showLanguage(page, 'en');
  await page.fill('#title_en', 'New rates of tax');
  await until(async () => (await draft()).title_en === 'New rates of tax', 'the merged draft');
  assert.equal((await draft()).title_ru, 'Ставки налогов');
  assert.equal(await page.inputValue('#title_ru'), 'Ставки налогов');
});

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
