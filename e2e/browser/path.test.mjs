// The whole path, as a new editor would walk it: write, publish, find, change, feature, delete.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { acceptDialogs, card, drawPicture, editor, showLanguage, signIn, submit, tool } from '../support/admin.mjs';
import { launch, openPage } from '../support/browser.mjs';
import { startCms } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

const languages = ['az', 'en', 'ru'];
const prefix = { az: '', en: '/en', ru: '/ru' };
const titles = { az: 'Sınaq yazısı: çoxşəkilli hesabat', en: 'A post from the browser test', ru: 'Запись из проверки в браузере' };
const excerpts = { az: 'Qısa məzmun', en: 'A short summary', ru: 'Краткое содержание' };
const words = { az: 'vacib söz', en: 'an important word', ru: 'важное слово' };

let cms;
let browser;
let admin;
let alerts;
let id;
before(async () => {
  cms = await startCms();
  browser = await launch({ whole: true });
  ({ page: admin } = await openPage(browser));
  alerts = acceptDialogs(admin);
});
after(async () => {
  await browser?.close();
  await cms?.stop();
});

/** What a visitor gets at an address. */
const visit = async (address) => {
  const answer = await fetch(`${cms.url}${address}`);
  return { status: answer.status, html: await answer.text() };
};

async function write(lang) {
  await showLanguage(admin, lang);
  await admin.fill(`[name=title_${lang}]`, titles[lang]);
  await admin.fill(`[name=excerpt_${lang}]`, excerpts[lang]);
  const text = editor(admin, lang);
  await text.click();
  await admin.keyboard.type('Bu ');
  await tool(admin, lang, 'bold').click();
  await admin.keyboard.type(words[lang]);
  await tool(admin, lang, 'bold').click();
  await admin.keyboard.press('Enter');
  await tool(admin, lang, 'ul').click();
  await admin.keyboard.type('one');
  await admin.keyboard.press('Enter');
  await admin.keyboard.type('two');
  await admin.keyboard.press('Enter');
  await admin.keyboard.press('Enter');
  await admin.keyboard.type('link');
  await admin.keyboard.down('Shift');
  for (let letter = 0; letter < 4; letter++) await admin.keyboard.press('ArrowLeft');
  await admin.keyboard.up('Shift');
  await tool(admin, lang, 'link').click();
  await admin.locator(`#pane-${lang} input[placeholder="https://"]`).fill('https://example.org/rules');
  await admin.keyboard.press('Enter');
}

test('an editor signs in, writes a post in three languages and creates it', async () => {
  await signIn(admin, cms.url);
  for (const lang of languages) await write(lang);
  await admin.selectOption('[name=category]', 'valuation');
  await admin.fill('[name=author]', 'Əfsanə Sınaq');
  await admin.setInputFiles('[name=image]', { name: 'cover.png', mimeType: 'image/png', buffer: await drawPicture(admin) });
  await submit(admin).click();
  await until(() => alerts.length > 0, 'the success alert');
  assert.deepEqual(alerts.splice(0), ['Bloq yazısı uğurla yaradıldı!']);
  await admin.waitForSelector('form[data-mode=create]');
  await until(async () => (await admin.inputValue('[name=title_az]')) === '', 'the empty form');
  const [newest] = await (await fetch(`${cms.url}/api/blog/posts/`)).json();
  assert.equal(newest.title_en, titles.en);
  id = newest.id;
  await cms.published();
});

test('it is on the public pages of each language, with bold text, list, link and image', async () => {
  for (const lang of languages) {
    const { status, html } = await visit(`${prefix[lang]}/blog/${id}/`);
    assert.equal(status, 200);
    assert.ok(html.includes(titles[lang]), lang);
    assert.match(html, new RegExp(`<strong>${words[lang]}</strong>`));
    assert.match(html, /<ul>\s*<li[^>]*>one<\/li>\s*<li[^>]*>two<\/li>\s*<\/ul>/);
    assert.match(html, /<a [^>]*href="https:\/\/example\.org\/rules"[^>]*>link<\/a>/);
    // A generation spends half a second on pictures that are new to it; what is late comes with the next one.
    const shownIn = ({ html: now }) => /<img[^>]+src="(\/media\/[^"]+)"/.exec(now.slice(now.indexOf('<main')))?.[1];
    const picture = await until(
      async () => shownIn(await visit(`${prefix[lang]}/blog/${id}/`)),
      `${lang}: the picture to be published as media`,
    );
    assert.equal((await fetch(cms.url + picture)).status, 200);
    for (const list of [
      `${prefix[lang]}/`,
      `${prefix[lang]}/blog/`,
      `${prefix[lang]}/blog/category/valuation/`,
      `${prefix[lang]}/feed.xml`,
      '/sitemap.xml',
    ])
      assert.ok((await visit(list)).html.includes(`/blog/${id}/`), `${lang} ${list}`);
  }
});

test('editing changes the public page', async () => {
  await card(admin, titles.az).locator('[data-action=edit], button').first().click();
  await admin.waitForSelector('form[data-mode=edit]');
  await until(async () => (await admin.inputValue('[name=title_az]')) === titles.az, 'the form to fill');
  await showLanguage(admin, 'en');
  titles.en = 'A changed title';
  await admin.fill('[name=title_en]', titles.en);
  await submit(admin).click();
  await until(() => alerts.length > 0, 'the success alert');
  assert.deepEqual(alerts.splice(0), ['Bloq yazısı uğurla yeniləndi!']);
  await cms.published();
  assert.ok((await visit(`/en/blog/${id}/`)).html.includes(titles.en));
  assert.ok((await visit(`/en/blog/${id}/`)).html.includes('<strong>an important word</strong>'), 'the text survives the edit');
  await admin.waitForSelector('form[data-mode=create]');
});

test('featuring it while another post is featured is refused', async () => {
  await admin.locator('[name=featured]').click();
  await until(() => alerts.length > 0, 'the alert');
  assert.deepEqual(alerts.splice(0), ['Eyni anda yalnız bir yazı seçilə bilər!']);
  await until(async () => !(await admin.isChecked('[name=featured]')), 'the box to be off');
});

test('deleting it asks first and removes it from list, home, feed and disk', async () => {
  await card(admin, titles.az).locator('[data-action=delete], button').last().click();
  await until(() => alerts.length >= 2, 'confirmation and success');
  assert.deepEqual(alerts.splice(0), ['Bu yazını silmək istədiyinizə əminsiniz?', 'Bloq yazısı uğurla silindi!']);
  await cms.published();
  for (const lang of languages) {
    assert.equal((await visit(`${prefix[lang]}/blog/${id}/`)).status, 404);
    for (const list of [
      `${prefix[lang]}/`,
      `${prefix[lang]}/blog/`,
      `${prefix[lang]}/blog/category/valuation/`,
      `${prefix[lang]}/feed.xml`,
      '/sitemap.xml',
    ])
      assert.ok(!(await visit(list)).html.includes(`/blog/${id}/`), `${lang} ${list}`);
    assert.ok(!existsSync(path.join(cms.dist, prefix[lang], 'blog', String(id))), `${lang}: the folder is gone`);
  }
  assert.ok(!readFileSync(path.join(cms.dist, 'sitemap.xml'), 'utf8').includes(`/blog/${id}/`));
});
