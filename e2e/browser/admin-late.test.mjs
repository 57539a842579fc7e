// Answers that come late, other tabs and other people: whatever happens, it happens to the text it belongs to.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import {
  acceptDialogs,
  alerted,
  drawPicture,
  editPost,
  openAdmin,
  signIn,
  startWithBrowser,
  submit,
  withoutDrafts,
} from '../support/admin.mjs';
import { changePost, createPosts, readPost } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

const UPDATED = 'Bloq yazısı uğurla yeniləndi!';

let cms;
let posts;
let context;
let page;
let alerts;

const started = startWithBrowser(async () => {
  ({ cms } = started);
  posts = await createPosts(cms, 4);
});
beforeEach(async () => {
  ({ context, page, alerts } = await openAdmin(started));
});
afterEach(() => context.close());

const said = (text) => alerted(alerts, text);
const cardOf = (id, target = page) => target.locator(`[data-post-id="${id}"]`);
const edit = (id, target = page) => editPost(target, id);
const resume = (name, target = page) => target.getByRole('button', { name: new RegExp(`^Davam et: .*${name}`) });
const kept = (target = page) => target.getByText('Mətn bu brauzerdə saxlanılır').waitFor();

/** Keeps the answers to changes of this post back until the returned function lets them go. */
async function slowLine(id) {
  let go;
  const gate = new Promise((resolve) => (go = resolve));
  await page.route(`**/api/blog/posts/${id}/`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await gate;
    return route.continue();
  });
  return go;
}

const draftOf = async (id) =>
  (await fetch(`${cms.url}/api/blog/posts/${id}/draft/`, { headers: { authorization: `Bearer ${await cms.token()}` } })).json();

test('a conflict that comes when another post is open waits for its own form', async () => {
  const [{ id }, { id: other }] = posts;
  await edit(id);
  await page.fill('[name=title_en]', 'Slow mine');
  const go = await slowLine(id);
  await submit(page).click();
  await edit(other);
  await page.fill('[name=title_az]', 'Başqa yazı');
  // The same place as mine: what does not overlap would merge by itself.
  await changePost(cms, id, { title_en: 'Theirs', title_ru: 'Чужое' });
  go();
  await page.locator('[data-left-save=conflict]').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await page.inputValue('[name=title_az]'), 'Başqa yazı');
  await page.getByRole('button', { name: 'Mətni aç' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Seçilənləri saxla' }).click();
  await said(UPDATED);
  const saved = await readPost(cms, id);
  assert.deepEqual([saved.title_en, saved.title_ru], ['Slow mine', 'Чужое']);
  assert.equal((await readPost(cms, other)).title_az, 'Yazı 2');
  // Whoever leaves a form leaves its words on the server, as its draft.
  await until(async () => (await draftOf(other)).title_az === 'Başqa yazı', 'the words of the form that was left');
});

test('a save that succeeds when another post is open is told by the name of its post', async () => {
  const [{ id }, { id: other }] = posts;
  await edit(id);
  await page.fill('[name=author]', 'Yavaş xətt');
  const go = await slowLine(id);
  await submit(page).click();
  await edit(other);
  go();
  await page.locator('[data-left-save=saved]', { hasText: UPDATED }).waitFor();
  assert.deepEqual(alerts, []);
  assert.equal((await readPost(cms, id)).author, 'Yavaş xətt');
  await until(async () => (await resume('.').count()) === 0, 'nothing to be left unsaved');
});

test("a change whose answer was lost is not taken for somebody else's", async () => {
  const { id } = posts[2];
  await edit(id);
  await page.fill('[name=author]', 'İtən cavab');
  let lost = false;
  await page.route(`**/api/blog/posts/${id}/`, async (route) => {
    if (lost || route.request().method() !== 'PUT') return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await submit(page).click();
  await said('Bloq yazısını yeniləmək alınmadı!');
  await page.fill('[name=title_en]', 'After the loss');
  await page.getByRole('button', { name: 'Yenidən cəhd et' }).click();
  await said(UPDATED);
  const { author, title_en: title } = await readPost(cms, id);
  assert.deepEqual([author, title], ['İtən cavab', 'After the loss']);
});

test('words that another post is opened over are a draft at once', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const title = `Üstündən açılan ${round}`;
    await page.fill('[name=title_az]', title);
    await edit(posts[0].id);
    await page
      .locator('[data-post-id]', { hasText: title })
      .getByRole('button', { name: /redaktə/i })
      .click();
    await until(async () => (await page.inputValue('[name=title_az]')) === title, 'the words');
    const drafted = Number(/\d+/.exec(await page.locator('.post-form__id').textContent())[0]);
    await page.getByRole('button', { name: 'Ləğv et' }).click();
    await page.locator('form[data-mode=create]').waitFor();
    // The list has six cards a page. Those below move when it goes: not under the next press.
    await fetch(`${cms.url}/api/blog/posts/${drafted}/draft/`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${await cms.token()}` },
    });
    await cardOf(drafted).waitFor({ state: 'detached' });
  }
});

test('a banner that was read long ago does not bring old words back', async () => {
  // Words of a cancelled form stay with the browser where the server takes no drafts.
  await withoutDrafts(context);
  await page.fill('[name=title_az]', 'Birinci');
  await kept();
  await page.getByRole('button', { name: 'Ləğv et' }).click();
  await resume('Birinci').waitFor();
  const second = await context.newPage();
  acceptDialogs(second);
  await second.goto(`${cms.url}/admin`);
  await resume('Birinci', second).click();
  // Words written before these are here are another text, which the banner would offer beside them.
  await until(async () => (await second.inputValue('[name=title_az]')) === 'Birinci', 'the words in the second tab');
  await second.fill('[name=title_az]', 'Birinci, bir saatdan sonra');
  await kept(second);
  await until(async () => (await resume('Birinci').count()) === 0, 'the banner of the first tab to follow');
  await second.getByRole('button', { name: 'Ləğv et' }).click();
  await resume('Birinci, bir saatdan sonra').click();
  await until(async () => (await page.inputValue('[name=title_az]')) === 'Birinci, bir saatdan sonra', 'the newest words');
  await context.unroute('**/api/blog/drafts/');
});

test('a picture and its name survive a reload, and a picture of a post can be removed', async () => {
  const { id } = posts[3];
  await withoutDrafts(page);
  await edit(id);
  await page.setInputFiles('[name=image]', { name: 'foto.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await kept();
  await page.reload();
  await resume('Yazı 4').click();
  await page.locator('.image-field__picture').waitFor();
  assert.match(
    await page.$eval('[name=image]', (input) => document.getElementById(input.getAttribute('aria-describedby').split(' ')[0]).textContent),
    /foto\.png/,
  );
  await submit(page).click();
  await said(UPDATED);
  assert.match((await readPost(cms, id)).image, /^\/api\/blog\/images\/\d+\/$/);
  alerts.length = 0;
  await edit(id);
  await page.getByRole('button', { name: 'Şəkli sil' }).click();
  await submit(page).click();
  await said(UPDATED);
  assert.equal((await readPost(cms, id)).image, null);
});

test('what somebody else saves arrives in the list', async () => {
  await changePost(cms, posts[1].id, { title_az: 'Başqasının başlığı' });
  await cardOf(posts[1].id).getByRole('heading', { name: 'Başqasının başlığı' }).waitFor();
});

test('signing out in another tab leaves a form with unsaved words', async () => {
  await withoutDrafts(page);
  await page.fill('[name=title_az]', 'Çıxışdan qalan');
  const second = await context.newPage();
  acceptDialogs(second);
  await second.goto(`${cms.url}/admin`);
  await second.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('name') === 'username'), 'the focus on the user name');
  assert.equal(await page.inputValue('[name=title_az]'), 'Çıxışdan qalan');
  await signIn(second, cms.url);
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.inputValue('[name=title_az]'), 'Çıxışdan qalan');
});

/** Lets something above the form grow while the page scrolls, as banners, notices and late fonts do. */
const growAbove = () =>
  page.evaluate(() => {
    const above = document
      .querySelector('#content')
      .insertBefore(document.createElement('div'), document.querySelector('#content').firstChild);
    addEventListener('scroll', () => (above.style.height = `${above.offsetHeight + 2}px`));
  });

test('editing rests at the top of the page, whatever is drawn above the form meanwhile', async () => {
  await growAbove();
  for (let round = 0; round < 10; round++) {
    const { id } = posts[round % 4];
    await page.fill('[name=author]', `Dəyişən ${round}`);
    await cardOf(id).scrollIntoViewIfNeeded();
    await edit(id);
    await page.locator('.post-form__id', { hasText: `№ ${id}` }).waitFor();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          let still = 0;
          let before = window.scrollY;
          const look = () => {
            still = window.scrollY === before ? still + 1 : 0;
            before = window.scrollY;
            if (still > 20) resolve();
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    assert.equal(await page.evaluate(() => window.scrollY), 0, `round ${round}`);
  }
});
