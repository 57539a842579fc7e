// Posts of a site with a fourth language, as an editor writes them and as visitors find them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, test } from 'node:test';
import { alerted, editor, editPost, openAdmin, showLanguage, startWithBrowser, submit } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { openPage, phone } from '../support/browser.mjs';
import { germanContent } from '../support/german.mjs';
import { until } from '../support/waiting.mjs';

const home = mkdtempSync(path.join(tmpdir(), 'german-'));
after(() => rmSync(home, { recursive: true, force: true }));

let cms;
let page;
let alerts;
const started = startWithBrowser(
  async () => {
    ({ cms } = started);
    ({ page, alerts } = await openAdmin(started));
  },
  { env: { CMS_CONTENT: germanContent(path.join(home, 'content')) } },
);

// One chapter that fails leaves no dialog over the next.
afterEach(() => page.keyboard.press('Escape'));

const dialog = () => page.getByRole('dialog');
const choose = async (name) => {
  await page.getByRole('button', { name: 'Dərc imkanları' }).click();
  await page.locator('.menu__list').getByRole('menuitem', { name }).click();
};
async function write(lang, text) {
  await showLanguage(page, lang);
  await editor(page, lang).click();
  await page.keyboard.type(text);
}
const stateOf = (lang, state) =>
  until(
    async () =>
      (await page
        .locator(`#pane-${lang} .pane__header [data-state]`)
        .getAttribute('data-state')
        .catch(() => null)) === state,
    `${lang} to be ${state}`,
  );

/** What a visitor reads at an address: the page's language, and heading and text of the post with theirs. */
async function read(address) {
  await cms.published();
  const { page: visitor, context } = await openPage(started.browser);
  await visitor.goto(cms.url + address);
  const of = (selector) =>
    visitor
      .locator(selector)
      .first()
      .evaluate((found) => ({ lang: found.closest('[lang]').lang, text: found.innerText.trim() }));
  const found = { lang: await visitor.getAttribute('html', 'lang'), title: await of('main h1'), text: await of('main .prose p') };
  const alternates = await visitor.locator('link[rel=alternate][hreflang]').evaluateAll((links) => links.map(({ hreflang }) => hreflang));
  await context.close();
  return { ...found, alternates };
}

test('what is written in German is seen in a preview, goes live with the others, and has a page of its own', async () => {
  await page.fill('[name=author]', 'Aysel');
  for (const [lang, title] of [
    ['az', 'Vergi 2026'],
    ['en', 'Taxes 2026'],
    ['ru', 'Налоги 2026'],
    ['de', 'Straße und Steuer'],
  ]) {
    await showLanguage(page, lang);
    await page.fill(`#title_${lang}`, title);
  }
  await write('az', 'Azərbaycanca mətn.');
  await write('de', 'Deutsche Worte.');
  assert.equal(await page.locator('#content_de').getAttribute('lang'), 'de');
  assert.match(await page.locator('#pane-title-de').innerText(), /^DE\s+Alman dili$/);
  await page.getByText(/Azərbaycanca və alman dilində mətnlər dərc olunacaq, /).waitFor();
  await page.getByRole('button', { name: 'Önbaxış' }).click();
  await page.frameLocator('.preview__page').getByText('Deutsche Worte.').waitFor();
  assert.equal(await dialog().getByRole('button', { name: 'DE' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Escape');
  await submit(page).click();
  await alerted(alerts, 'Bloq yazısı uğurla yaradıldı!');
  const german = await read('/de/blog/1/');
  assert.deepEqual(
    [german.lang, german.title, german.text],
    ['de', { lang: 'de', text: 'Straße und Steuer' }, { lang: 'de', text: 'Deutsche Worte.' }],
  );
  assert.ok(german.alternates.includes('de'));
  const english = await read('/en/blog/1/');
  assert.deepEqual([english.lang, english.text], ['en', { lang: 'az', text: 'Azərbaycanca mətn.' }]);
  const card = page.locator('[data-post-id="1"]');
  assert.equal(await card.getByRole('link', { name: /^DE, Alman dili/ }).getAttribute('href'), '/de/blog/1/');
});

test('German alone is taken off the site and published again', async () => {
  await editPost(page, 1);
  await stateOf('de', 'published');
  await choose('Saytdan çıxar…');
  await dialog().getByRole('radio', { name: 'Alman dili' }).check();
  await dialog().getByRole('button', { name: 'Saytdan çıxar' }).click();
  await stateOf('de', 'draft');
  const off = await read('/de/blog/1/');
  assert.deepEqual([off.lang, off.text], ['de', { lang: 'az', text: 'Azərbaycanca mətn.' }]);
  assert.equal(await page.inputValue('#title_de'), 'Straße und Steuer', 'the words stay');
  await choose('Dilləri və vaxtı seç…');
  assert.deepEqual(
    await dialog()
      .getByRole('checkbox', { checked: true })
      .evaluateAll((boxes) => boxes.map(({ name }) => name)),
    ['publish_de'],
  );
  await dialog().getByRole('button', { name: 'Dərc et' }).click();
  await stateOf('de', 'published');
  assert.deepEqual((await read('/de/blog/1/')).text, { lang: 'de', text: 'Deutsche Worte.' });
});

test('a text of it is not on the site without its title: that is asked for, and all of it may go', async () => {
  await showLanguage(page, 'de');
  await page.fill('#title_de', '');
  await showLanguage(page, 'az');
  await submit(page).click();
  await page.locator('.post-form__note', { hasText: 'Doldurulması məcburi olan 1 sahə boşdur.' }).waitFor();
  await page.locator('#title_de:focus').waitFor();
  assert.equal(await page.getAttribute('#title_de', 'aria-invalid'), 'true');
  await editor(page, 'de').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.locator('.post-form__outlook', { hasText: /rusca və alman dilində səhifələrdə azərbaycanca mətn göstəriləcək/ }).waitFor();
  alerts.length = 0;
  await submit(page).click();
  await alerted(alerts, 'Bloq yazısı uğurla yeniləndi!');
  assert.deepEqual((await read('/de/blog/1/')).text, { lang: 'az', text: 'Azərbaycanca mətn.' });
  await editPost(page, 1);
  await showLanguage(page, 'de');
  await page.fill('#title_de', 'Straße und Steuer');
  await write('de', 'Deutsche Worte.');
  alerts.length = 0;
  await submit(page).click();
  await alerted(alerts, 'Bloq yazısı uğurla yeniləndi!');
  assert.deepEqual((await read('/de/blog/1/')).text, { lang: 'de', text: 'Deutsche Worte.' });
});

test('the list finds what is missing in German', async () => {
  await page.getByRole('button', { name: 'Filtrlər' }).click();
  await page.selectOption('[name=missing]', { label: 'Alman dilində mətn yoxdur' });
  await page.getByText('Belə yazı tapılmadı.').waitFor();
  await page.selectOption('[name=missing]', '');
  await page.selectOption('[name=language_filter]', { label: 'Alman dili' });
  await page.locator('[data-post-id="1"]').waitFor();
  await page.getByRole('button', { name: 'Filtrləri sıfırla' }).click();
});

test('links and what search engines are told are those of the German page', async () => {
  await editPost(page, 1);
  await showLanguage(page, 'de');
  await page.locator('#seo-de summary').click();
  const section = page.locator('#seo-de');
  await section.locator('.seo__result-title', { hasText: /^Straße und Steuer \| ./ }).waitFor();
  assert.match(await section.locator('.seo__address').innerText(), / › de › blog › 1$/);
  await section.getByRole('button', { name: 'Başlıqdan' }).click();
  assert.match(await page.locator('#slug_de-address').innerText(), /^\/de\/blog\/1\/strasse-und-steuer\/$/);
  await page.getByRole('button', { name: 'Ləğv et', exact: true }).click();
});

for (const [what, options] of [
  ['a phone', phone],
  ['a desktop', {}],
  ['a wide screen', { viewport: { width: 1920, height: 1080 } }],
])
  test(`four languages have room on ${what}, and nothing is wrong with them for those who cannot see them`, async () => {
    const opened = await openAdmin(started, options);
    const { page: seen, context } = opened;
    /** Nothing reaches over the edge, of the page or of the dialog that is open. */
    const fits = async (where) => {
      const wide = await seen.evaluate((parts) => {
        const frame = document.querySelector('dialog[open]') ?? document.documentElement;
        const shown = [...frame.querySelectorAll(parts)].filter((one) => one.getClientRects().length > 0);
        const reaches = (one) =>
          one.getBoundingClientRect().right > innerWidth + 0.5 || (one.localName !== 'select' && one.scrollWidth > one.clientWidth + 1);
        return [document.documentElement, ...shown]
          .filter(reaches)
          .map((one) => `${one.className || one.localName}: ${one.scrollWidth} in ${one.clientWidth}`);
      }, '.tabs, .tabs__tab, .segments, .segments__item, .card__links li, .pane, .pane__title, .choices, .finding__panel, select');
      assert.deepEqual(wide, [], where);
    };
    await editPost(seen, 1);
    const panes = await seen.locator('.pane:visible').count();
    assert.equal(panes, what === 'a wide screen' ? 4 : 1, 'panes side by side only where all have room');
    await fits('the form');
    await seen.getByRole('button', { name: 'Filtrlər' }).click();
    await fits('the list');
    await seen.getByRole('button', { name: 'Dərc imkanları' }).click();
    await seen.locator('.menu__list').getByRole('menuitem', { name: 'Dilləri və vaxtı seç…' }).click();
    await seen.getByRole('dialog').getByRole('checkbox').first().waitFor();
    await fits('what is published');
    await seen.keyboard.press('Escape');
    await clean(seen, 'the admin');
    await context.close();
  });
