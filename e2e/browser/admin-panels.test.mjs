// Panels and bars of a text: what their keys do, what of them is seen, and what they leave behind, at both widths.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { drawPicture, editor, showLanguage, startWithBrowser } from '../support/admin.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { openDesk } from '../support/desk.mjs';
import { until } from '../support/waiting.mjs';

const started = startWithBrowser(() => undefined);
const SIZES = [
  ['1440', desktop],
  ['390', phone],
];

/** A form with everything that a save asks for, until the test is over; `created` lists what would put a post on the site. */
async function open(t, options) {
  const desk = await openDesk(started.browser, started.cms, options);
  t.after(() => desk.context.close());
  const { page } = desk;
  const created = [];
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().endsWith('/blog/posts/') && created.push(request.postData()),
  );
  await page.fill('[name=author]', 'Redaktor');
  for (const lang of ['en', 'ru', 'az']) {
    await showLanguage(page, lang);
    await page.fill(`#title_${lang}`, `Yarımçıq ${lang}`);
  }
  return { ...desk, created };
}

const picture = (page) => page.locator('#content_az img');
const pane = (page) => page.locator('#pane-az');
const panels = (page) => pane(page).locator('.floating');
const menu = (page) => page.getByRole('listbox', { name: 'Bloklar' });
const box = (page) => page.getByRole('checkbox', { name: 'Bu mətndə başqa şəkilaltı yazı' });

/** Whether what is in the middle of an element is that element, and not what lies over it or the edge of the window. */
const isSeen = (locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

for (const [size, options] of SIZES) {
  test(`Enter on the box in a picture's panel publishes nothing, ${size}`, async (t) => {
    const { page, write, reaches, created } = await open(t, options);
    await write('bir', 'picture', 'iki');
    await picture(page).click();
    await box(page).focus();
    await page.keyboard.press('Enter');
    // As in a field of it: the panel is done with, and one goes on behind the picture.
    await box(page).waitFor({ state: 'detached' });
    await page.keyboard.type('sonra');
    await reaches('<p>bir</p><p><img></p><p>sonra</p><p>iki</p>');
    assert.deepEqual([created, await page.locator('form[data-mode]').getAttribute('data-mode')], [[], 'create']);
  });

  test(`what the button for blocks wrote goes when one leaves it, ${size}`, async (t) => {
    const { page, reaches, created } = await open(t, options);
    const add = pane(page).getByRole('button', { name: 'Blok', exact: true });
    await editor(page, 'az').click();
    await page.keyboard.type('söz');
    await add.click();
    await menu(page).waitFor();
    await add.click();
    await reaches('<p>söz</p><p>/</p>');
    assert.equal(await menu(page).count(), 1);
    // On a phone the list may lie over the fields above, where the arrows of its keyboard lead.
    const title = page.locator('#title_az');
    await (size === '390' ? title.focus() : title.click());
    await reaches('<p>söz</p>');
    assert.ok(await page.locator('#title_az').evaluate((field) => field === document.activeElement), 'the focus stays where it went');
    // By keyboard, and with the caret into another line.
    await add.press('Enter');
    await menu(page).waitFor();
    await page.keyboard.press('Control+Home');
    await menu(page).waitFor({ state: 'detached' });
    await page.keyboard.type('Bir ');
    await reaches('<p>Bir söz</p>');
    // Typed by hand it stays, though the button was there before.
    await page.keyboard.press('Control+End');
    await page.keyboard.type('/');
    await menu(page).waitFor();
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await reaches('<p>Bir söz</p><p>/</p>');
    await page.keyboard.press('Backspace');
    // Saved while it is open.
    await add.click();
    await menu(page).waitFor();
    await page.keyboard.press('Control+s');
    await until(() => created.length > 0, 'the save');
    assert.match(created[0], /<p>Bir söz<\/p>\r\n/);
  });

  test(`a link that is asked for without a caret comes to the end of the text, ${size}`, async (t) => {
    const { page, html } = await open(t, options);
    await pane(page).locator('[data-tool=link]').click();
    const address = panels(page).getByRole('combobox');
    await address.fill('https://www.example.az');
    await panels(page).getByRole('button', { name: 'Tətbiq et' }).click();
    await until(async () => (await html()) === '<p><a href="https://www.example.az">https://www.example.az</a></p>', 'the link');
  });

  test(`the link of a picture is shown over its panel, changed and removed, ${size}`, async (t) => {
    const { page, write, html } = await open(t, options);
    const linked = (href) =>
      until(
        async () => (href ? (await html()).includes(`<a href="${href}"><img`) : !(await html()).includes('<a')),
        `the link ${href}`,
      ).catch(async () => assert.fail(await html()));
    const select = async () => {
      await picture(page).click();
      await box(page).waitFor();
    };
    const ask = async (way) => {
      if (way === 'by mouse') await pane(page).locator('[data-tool=link]').click();
      else await page.keyboard.press('Control+k');
      await panels(page).getByRole('combobox').waitFor();
      assert.equal(await panels(page).count(), 1);
      await until(() => isSeen(panels(page).getByRole('button', { name: 'Tətbiq et' })), 'the panel to be seen');
    };
    await write('bir', 'picture', 'iki');
    await select();
    await ask('by keyboard');
    await page.keyboard.type('https://a.example/');
    await page.keyboard.press('Enter');
    await linked('https://a.example/');
    for (const way of ['by mouse', 'by keyboard']) {
      await select();
      await ask(way);
      const address = panels(page).getByRole('combobox');
      assert.equal(await address.inputValue(), 'https://a.example/');
      await page.keyboard.press('Escape');
      await box(page).waitFor();
    }
    await ask('by mouse');
    await panels(page).getByRole('combobox').fill('https://b.example/');
    await panels(page).getByRole('button', { name: 'Tətbiq et' }).click();
    await linked('https://b.example/');
    await select();
    await ask('by keyboard');
    await panels(page).getByRole('button', { name: 'Keçidi götür' }).press('Enter');
    await linked(null);
  });
}

/** What the page does with a file that is dragged from another program to the middle of an element and dropped: who prevents the browser from opening it. */
async function dropFile(context, page, place, file) {
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await place.boundingBox();
  await page.evaluate(() => {
    window.dragged = {};
    for (const type of ['dragover', 'drop'])
      window.addEventListener(type, (event) => (window.dragged[type] = `${event.defaultPrevented} ${event.dataTransfer.dropEffect}`), {
        once: true,
      });
  });
  const session = await context.newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  await session.detach();
  return page.evaluate(() => window.dragged);
}

for (const [size, options] of SIZES) {
  test(`a picture dropped beside the text comes into it, and nowhere takes the place of the page, ${size}`, async (t) => {
    const { context, page, html, reaches } = await open(t, options);
    const folder = await mkdtemp(path.join(tmpdir(), 'drop-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'a.png');
    await writeFile(file, await drawPicture(page));
    const drop = (place) => dropFile(context, page, place, file);
    await editor(page, 'az').click();
    await page.keyboard.type('bir');
    await reaches('<p>bir</p>');
    for (const place of ['.settings__marks', '.post-form__footer', '[name=author]'])
      assert.deepEqual(await drop(page.locator(place)), { dragover: 'true none' }, place);
    assert.equal(await html(), '<p>bir</p>');
    let pictures = '';
    for (const place of ['#title_az', '#excerpt_az', '#pane-az .toolbar', '#pane-az .block-bar']) {
      assert.deepEqual(await drop(page.locator(place)), { dragover: 'true copy', drop: 'true copy' }, place);
      await reaches(`<p>bir</p>${(pictures += '<p><img></p>')}`);
    }
    assert.equal(await page.inputValue('#title_az'), 'Yarımçıq az');
    // In the text itself, and where files are chosen, as before.
    assert.match((await drop(page.locator('#content_az p').first())).drop, /^true/);
    await reaches(`<p>bir</p>${pictures}<p><img></p>`);
    assert.match((await drop(page.locator('[name=image]'))).drop, /^false/);
    assert.match(await page.inputValue('[name=image]'), /a\.png$/);
  });
}

for (const [size, options] of [...SIZES, ['1366', { viewport: { width: 1366, height: 768 } }]]) {
  test(`find and replace opens in sight, ${size}`, async (t) => {
    const { page } = await open(t, options);
    await editor(page, 'az').click();
    for (let line = 0; line < 40; line++) await page.keyboard.press('Enter');
    await page.keyboard.type('son');
    const bar = page.getByRole('search', { name: 'Tap və əvəz et: AZ' });
    const field = bar.getByRole('textbox', { name: 'Tap', exact: true });
    const seen = () =>
      until(
        async () => (await isSeen(field)) && (await isSeen(bar.getByRole('button', { name: 'Hamısını əvəz et' }))),
        'the bar to be seen',
      );
    /** Whether the place that was found can be seen, too. */
    const found = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('editor-found');
        const { left, top, height } = range.getBoundingClientRect();
        return document.getElementById('content_az').contains(document.elementFromPoint(left + 1, top + height / 2));
      });
    await pane(page).getByRole('button', { name: 'Tap və əvəz et' }).click();
    await seen();
    await page.keyboard.type('son');
    await bar.getByText('1 / 1').waitFor();
    await until(async () => (await found()) && (await isSeen(field)), 'the place that was found to be seen below the bar');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+f');
    await seen();
    // Asked for again while it is open and out of sight.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await until(async () => !(await isSeen(field)), 'the bar to be out of sight');
    await pane(page).getByRole('button', { name: 'Tap və əvəz et' }).click();
    await seen();
    assert.ok(await field.evaluate((element) => element === document.activeElement));
  });
}
