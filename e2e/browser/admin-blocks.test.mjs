// Quotes, lines, tables, and the list of blocks, by keyboard and mouse, at both widths.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { editor, openAdmin, paste, showLanguage, startWithBrowser, submit, tool } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, openPage, phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let context;
let page;
let messages;
let alerts;

async function start(options = desktop) {
  await context?.close();
  ({ context, page, messages, alerts } = await openAdmin(started, options));
}
const started = startWithBrowser(() => {
  ({ cms } = started);
});
beforeEach(() => start());
afterEach(() => {
  assert.deepEqual(
    messages.filter((message) => /Content Security Policy/.test(message)),
    [],
  );
});

const html = (lang = 'az') => page.inputValue(`input[name=content_${lang}]`);
const reaches = (expected, lang) =>
  until(async () => (await html(lang)) === expected, expected).catch(async () => assert.equal(await html(lang), expected));
const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const menu = () => page.getByRole('listbox', { name: 'Bloklar' });
const options = () => menu().getByRole('option').allTextContents();

test('a quote and a line as one types, and Enter goes on and out of a quote', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('> bir\niki\n\nüç\n---\ndörd\n');
  await reaches('<blockquote><p>bir</p><p>iki</p></blockquote><p>üç</p><hr><p>dörd</p>');
  await page.keyboard.type('--- beş');
  await reaches('<blockquote><p>bir</p><p>iki</p></blockquote><p>üç</p><hr><p>dörd</p><hr><p>beş</p>');
  // A line is selected by a click, deleted, and brought back.
  await page.locator('#content_az hr').first().click();
  await page.locator('#content_az hr.editor-rule--selected').waitFor();
  await press('Delete');
  await reaches('<blockquote><p>bir</p><p>iki</p></blockquote><p>üç</p><p>dörd</p><hr><p>beş</p>');
  await press('Control+z');
  await until(async () => (await html()).match(/<hr>/g).length === 2, 'the undo');
  // Enter in the middle, a heading instead, and back to a paragraph.
  await page.locator('#content_az blockquote').nth(1).click();
  await press('Home', 'ArrowRight', 'Enter');
  await until(async () => (await html()).startsWith('<blockquote><p>bir</p><p>i</p><p>ki</p></blockquote>'), 'the divided quote');
  await tool(page, 'az', 'h2').click();
  await until(async () => (await html()).startsWith('<blockquote><p>bir</p><p>i</p></blockquote><h2>ki</h2>'), 'the heading');
});

test('the list of blocks: filtered by typing, chosen by keys and by mouse, left by Escape', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('/');
  assert.deepEqual(
    (await options()).map((name) => name.replace(/^H\d/, '')),
    ['Başlıq 1', 'Başlıq 2', 'Başlıq 3', 'Markerli siyahı', 'Nömrəli siyahı', 'Sitat', 'Cədvəl', 'Xətt', 'Şəkil'],
  );
  const root = editor(page, 'az');
  const active = async () => page.locator(`[id="${await root.getAttribute('aria-activedescendant')}"]`).getAttribute('data-block');
  assert.equal(await active(), 'h1');
  await press('ArrowUp');
  assert.equal(await active(), 'image');
  await press('ArrowDown', 'ArrowDown');
  assert.equal(await active(), 'h2');
  await clean(page, 'the list of blocks, desktop');
  // Without the marks of the letters, too.
  await page.keyboard.type('sit');
  assert.deepEqual(await options(), ['Sitat']);
  await press('Enter');
  await page.keyboard.type('söz');
  await reaches('<blockquote><p>söz</p></blockquote>');
  await press('Enter', 'Enter');
  await page.keyboard.type('/basliq 2');
  await menu().locator('[data-block=h2]').click();
  await page.keyboard.type('ad');
  await reaches('<blockquote><p>söz</p></blockquote><h2>ad</h2>');
  await press('Enter');
  await page.keyboard.type('/nom');
  await press('Enter');
  await page.keyboard.type('bir');
  await reaches('<blockquote><p>söz</p></blockquote><h2>ad</h2><ol><li>bir</li></ol>');
  await press('Enter', 'Enter');
  await page.keyboard.type('/yox');
  assert.equal(await menu().count(), 0);
  await press('Backspace', 'Backspace', 'Backspace');
  await menu().waitFor();
  await press('Escape');
  await menu().waitFor({ state: 'detached' });
  assert.equal(await root.getAttribute('aria-activedescendant'), null);
  // What was typed stays, and a slash among words is a slash.
  await page.keyboard.type('a');
  await reaches('<blockquote><p>söz</p></blockquote><h2>ad</h2><ol><li>bir</li></ol><p>/a</p>');
  await press('Enter');
  await page.keyboard.type('və / ya');
  assert.equal(await menu().count(), 0);
  await press('Enter');
  await page.keyboard.type('/şəkil');
  await press('Enter');
  await page.locator('#pane-az .floating input[type=file]').waitFor({ state: 'attached' });
  await press('Escape');
  await until(async () => !(await html()).includes('kil'), 'the words that asked to be gone');
});

test('a table by keyboard: Tab goes on and makes rows, the bar has the rest', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('/cədvəl');
  await press('Enter');
  await page.locator('#content_az table').waitFor();
  await page.keyboard.type('Vergi');
  await press('Tab');
  await page.keyboard.type('Dərəcə');
  await press('Tab');
  await page.keyboard.type('Qeyd');
  await press('Tab');
  await page.keyboard.type('ƏDV');
  await press('Tab');
  await page.keyboard.type('18 %');
  await clean(page, 'a table, desktop');
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  await page.keyboard.type(' dərəcəsi');
  const head = '<thead><tr><th>Vergi</th><th>Dərəcə dərəcəsi</th><th>Qeyd</th></tr></thead>';
  await reaches(`<table>${head}<tbody><tr><td>ƏDV</td><td>18 %</td><td></td></tr><tr><td></td><td></td><td></td></tr></tbody></table>`);
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await page.keyboard.type('yeni');
  const rows = (...cells) => `<tbody>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody>`;
  await reaches(`<table>${head}${rows(['ƏDV', '18 %', ''], ['', '', ''], ['yeni', '', ''])}</table>`);
  // Enter is a new line of the cell; a heading or a list is none here.
  await press('Enter');
  await page.keyboard.type('sətir');
  await press('Control+Alt+2', 'Control+Shift+8');
  await reaches(`<table>${head}${rows(['ƏDV', '18 %', ''], ['', '', ''], ['yeni<br>sətir', '', ''])}</table>`);
  // Out of the text by Escape and Tab, to the bar below it.
  await press('Escape', 'Tab');
  await page.waitForFunction(() => document.activeElement?.classList.contains('block-bar__more'));
  const bar = page.getByRole('group', { name: 'Bloklar: AZ' });
  await bar.getByRole('button', { name: 'Sola sütun' }).press('Enter');
  await bar.getByRole('button', { name: 'Yuxarıya sətir' }).press('Enter');
  await until(
    async () =>
      (await page.locator('#content_az tr').count()) === 5 && (await page.locator('#content_az tr').first().locator('th').count()) === 4,
    'one more of each',
  );
});

test('a table by mouse: rows and columns come and go, the header stays the first row', async () => {
  await editor(page, 'az').click();
  await paste(page, 'az', {
    'text/html': '<p>ön söz</p><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td><td>f</td></tr></table>',
  });
  const bar = page.getByRole('group', { name: 'Bloklar: AZ' });
  await bar.locator('[data-table]').first().waitFor();
  await page.locator('#content_az').getByText('ön söz').click();
  await bar.locator('[data-table]').first().waitFor({ state: 'detached' });
  const cell = (text) => page.locator('#content_az').locator('th, td').filter({ hasText: text });
  const doing = async (text, name) => {
    await cell(text).click();
    await bar.getByRole('button', { name }).click();
  };
  await doing('a', 'Yuxarıya sətir');
  await until(async () => (await html()).includes('<thead><tr><th></th><th></th></tr></thead><tbody><tr><td>a</td>'), 'the new header');
  await press('Control+z');
  await until(async () => /<th>a<\/th>/.test(await html()), 'the undo');
  await doing('c', 'Sətri sil');
  await reaches('<p>ön söz</p><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>e</td><td>f</td></tr></tbody></table>');
  await doing('f', 'Sağa sütun');
  await doing('e', 'Sütunu sil');
  await reaches('<p>ön söz</p><table><thead><tr><th>b</th><th></th></tr></thead><tbody><tr><td>f</td><td></td></tr></tbody></table>');
  await doing('b', 'Sətri sil');
  await reaches('<p>ön söz</p><table><thead><tr><th>f</th><th></th></tr></thead></table>');
  await doing('f', 'Cədvəli sil');
  await reaches('<p>ön söz</p>');
  await page.keyboard.type('son');
  await reaches('<p>ön söz</p><p>son</p>');
});

test('from a spreadsheet, a quote from a letter, and links to mail and telephone by their panel', async () => {
  await editor(page, 'az').click();
  const sheet =
    '<html><body><table border=0><!--StartFragment--><col width=64><tr><td class=xl65>İl</td><td>Gəlir</td></tr><tr><td>2025</td><td>10</td></tr><!--EndFragment--></table></body></html>';
  await paste(page, 'az', { 'text/html': sheet, 'text/plain': 'İl\tGəlir' });
  const table = '<table><thead><tr><th>İl</th><th>Gəlir</th></tr></thead><tbody><tr><td>2025</td><td>10</td></tr></tbody></table>';
  await reaches(table);
  await editor(page, 'en').click();
  await paste(page, 'en', { 'text/html': '<blockquote type="cite"><div>One</div><div>Two</div></blockquote>' });
  await reaches('<blockquote><p>One</p><p>Two</p></blockquote>', 'en');
  await editor(page, 'ru').click();
  for (const [word, typed] of [
    ['почта', 'info@khazri.example'],
    ['звонок', '+994 (12) 345-67-89'],
  ]) {
    await page.keyboard.type(word);
    await press('Control+Shift+ArrowLeft', 'Control+k');
    await page.locator('#pane-ru .floating input').fill(typed);
    await press('Enter');
    await page.locator('#pane-ru .floating').waitFor({ state: 'detached' });
    await press('End');
    await page.keyboard.type(' ');
  }
  await until(async () => (await html('ru')).includes('tel:'), 'both links');
  assert.match(await html('ru'), /<a href="mailto:info@khazri.example">почта<\/a>.*<a href="tel:\+994123456789">звонок<\/a>/);
});

test('a post with all of them is saved, opened and published as it was written', async () => {
  const table = (a, b) => `<table><thead><tr><th>${a}</th><th>${b}</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>`;
  const texts = {};
  await page.fill('[name=author]', 'Leyla');
  for (const [lang, word] of [
    ['az', 'Dərəcə'],
    ['en', 'Rate'],
    ['ru', 'Ставка'],
  ]) {
    texts[lang] =
      `<p><a href="mailto:a@khazri.example">${word}</a></p><blockquote><p>${word}</p><p>${word} 2</p></blockquote><hr>${table(word, 'x')}<p>${word} 3</p>`;
    await page.fill(`#title_${lang}`, word);
    await editor(page, lang).click();
    await paste(page, lang, { 'text/html': texts[lang] });
    await reaches(texts[lang], lang);
  }
  await submit(page).click();
  await until(() => alerts.some((text) => /uğurla/.test(text)), 'the save');
  const posts = await (await fetch(`${cms.url}/api/blog/posts/`)).json();
  const [{ id }] = posts.results ?? posts;
  await page.reload();
  await page
    .locator(`[data-post-id="${id}"]`)
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.waitForSelector('form[data-mode=edit]');
  for (const lang of ['az', 'en', 'ru']) await reaches(texts[lang], lang);
  for (const [lang, prefix, name] of [
    ['az', '', 'Cədvəl 1'],
    ['en', '/en', 'Table 1'],
    ['ru', '/ru', 'Таблица 1'],
  ]) {
    let shown = '';
    await until(async () => {
      const answer = await fetch(`${cms.url}${prefix}/blog/${id}/`);
      shown = await answer.text();
      return answer.ok && shown.includes('<blockquote>');
    }, `the page in ${lang}`);
    assert.ok(shown.includes(`role="region" aria-label="${name}" tabindex="0"><table><thead><tr><th scope="col">`), lang);
    assert.ok(shown.includes('<hr>') && shown.includes('href="mailto:a@khazri.example"'), lang);
    const visitor = await openPage(started.browser, phone);
    await visitor.page.goto(`${cms.url}${prefix}/blog/${id}/`);
    await clean(visitor.page, `a post with a table, ${lang}, phone`);
    const region = visitor.page.getByRole('region', { name });
    // Wider than the phone, the table scrolls by the keyboard, and the page does not.
    await region
      .locator('th')
      .first()
      .evaluate((header) => header.append('x'.repeat(80)));
    await region.focus();
    await visitor.page.keyboard.press('ArrowRight');
    await until(() => region.evaluate((box) => box.scrollLeft > 0), 'the table to scroll');
    assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), lang);
    await visitor.context.close();
  }
});

test('on a phone: the button asks, a finger chooses, a wide table scrolls by itself', async () => {
  await start(phone);
  await showLanguage(page, 'az');
  await editor(page, 'az').tap();
  await page.keyboard.type('ön söz');
  const add = page.locator('#pane-az .block-bar__more');
  await add.tap();
  await menu().waitFor();
  await clean(page, 'the list of blocks, phone');
  await press('Escape');
  await menu().waitFor({ state: 'detached' });
  await reaches('<p>ön söz</p>');
  await add.tap();
  await menu().locator('[data-block=table]').tap();
  await page.locator('#content_az table').waitFor();
  await page.keyboard.type('Vergi');
  await until(async () => (await html()).startsWith('<p>ön söz</p><table><thead><tr><th>Vergi</th>'), 'the table');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Dərəcə');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Qeyd');
  // What the form's buttons lie over is reached by scrolling.
  await page.locator('#pane-az [data-table=columnRight]').evaluate((tool) => tool.scrollIntoView({ block: 'center' }));
  await clean(page, 'a table, phone');
  for (let more = 0; more < 3; more++) await page.locator('#pane-az [data-table=columnRight]').tap();
  await until(async () => (await page.locator('#content_az th').count()) === 6, 'three more columns');
  assert.ok(await page.locator('#content_az .editor-table').evaluate((box) => box.scrollWidth > box.clientWidth));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
