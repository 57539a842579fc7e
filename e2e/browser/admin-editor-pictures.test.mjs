// Pictures in a text behave as in any editor: by keyboard, by mouse, at the edges of the text and between each other.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { paste, startWithBrowser } from '../support/admin.mjs';
import { openDesk } from '../support/desk.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let browser;
let desk;
let page;

const started = startWithBrowser(async () => {
  ({ cms, browser } = started);
});
beforeEach(async () => {
  desk = await openDesk(browser, cms);
  page = desk.page;
});
afterEach(async () => {
  assert.deepEqual(
    desk.messages.filter((message) => /Content Security Policy|^error/.test(message)),
    [],
  );
  await desk.context.close();
});

const picture = (at = 0) => page.locator('#content_az img').nth(at);
/** Takes back until the text is this one again: typing is taken back in a step or two, each of which is seen before the next is asked for. */
async function undoTo(shape) {
  for (let now; (now = await desk.shape()) !== shape;) {
    await page.keyboard.press('Control+z');
    await until(async () => (await desk.shape()) !== now, `a step back from ${now}`);
  }
}
const selected = () => page.locator('#content_az .editor-image--selected');
/** Until every picture is as high as it will be, and stored: one that is still arriving, or on its way, changes under the pointer. */
const arrived = () =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('#content_az img')].every(
      (image) => image.complete && image.naturalWidth > 0 && !image.closest('.editor-upload:not(.editor-upload--done)'),
    ),
  );
/** Clicks one of several pictures. */
async function choose(at) {
  await arrived();
  await picture(at).click();
  await page.waitForFunction((which) => document.querySelectorAll('#content_az img')[which].closest('.editor-image--selected'), at);
}
/** Leaves the picture that is selected: its panel lies over the next one, and moves while the page is scrolled to get at that. */
async function leave() {
  await selected().waitFor();
  await page.keyboard.press('Escape');
  await selected().waitFor({ state: 'detached' });
}

const WAYS = {
  'by a click': () => picture().click(),
  // First the caret comes behind it, then it is selected.
  'by the arrow key': async () => {
    for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowLeft');
  },
};

for (const [way, select] of Object.entries(WAYS)) {
  test(`a picture selected ${way}: typing takes its place, undo brings it back`, async () => {
    await desk.write('bir', 'picture', 'iki');
    await page.keyboard.press('Home');
    await select();
    await selected().waitFor();
    await page.keyboard.type('hello');
    await desk.reaches('<p>bir</p><p>hello</p><p>iki</p>');
    await undoTo('<p>bir</p><p><img></p><p>iki</p>');
  });

  test(`a picture selected ${way}: Escape leaves it with a caret behind, Enter begins a paragraph`, async () => {
    await desk.write('bir', 'picture', 'iki');
    await page.keyboard.press('Home');
    await select();
    await selected().waitFor();
    await page.keyboard.press('Escape');
    await selected().waitFor({ state: 'detached' });
    await page.keyboard.type('sonra');
    await desk.reaches('<p>bir</p><p><img></p><p>sonra</p><p>iki</p>');
    await picture().click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('yeni');
    await desk.reaches('<p>bir</p><p><img></p><p>yeni</p><p>sonra</p><p>iki</p>');
  });
}

test('a selected picture is deleted, cut and pasted again, replaced by a paste', async () => {
  await desk.write('bir', 'picture', 'iki');
  for (const key of ['Delete', 'Backspace', 'Control+x']) {
    await picture().click();
    await selected().waitFor();
    await page.keyboard.press(key);
    await desk.reaches('<p>bir</p><p>iki</p>');
    await page.keyboard.press('Control+z');
    await desk.reaches('<p>bir</p><p><img></p><p>iki</p>');
  }
  await picture().click();
  await page.keyboard.press('Control+x');
  await desk.reaches('<p>bir</p><p>iki</p>');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+v');
  await desk.reaches('<p>bir</p><p>iki<img></p>');
  await undoTo('<p>bir</p><p><img></p><p>iki</p>');
  await picture().click();
  await selected().waitFor();
  await paste(page, 'az', { 'text/plain': 'üç' });
  await desk.reaches('<p>bir</p><p>üç</p><p>iki</p>');
});

test('what is typed letter by letter about a picture stays in its panel', async () => {
  await desk.write('bir', 'picture', 'iki');
  await picture().click();
  await page.getByLabel('Alternativ mətn', { exact: true }).pressSequentially('Boz ofis');
  await until(async () => (await desk.html()).includes('alt="Boz ofis"'), 'the alternative text');
  await desk.reaches('<p>bir</p><p><img></p><p>iki</p>');
});

test('a picture has another caption in this text, or none, by mouse and by keyboard', async () => {
  await desk.write('bir', 'picture', 'iki');
  const caption = async () => /<img [^>]*?(?: data-caption="([^"]*)")?>/.exec(await desk.html())?.[1] ?? null;
  const says = (wanted) => until(async () => (await caption()) === wanted, `the caption ${wanted}`);
  await picture().click();
  const own = page.getByRole('checkbox', { name: 'Bu mətndə başqa şəkilaltı yazı' });
  await own.click();
  await says('');
  await page.getByLabel('Şəkilaltı yazı', { exact: true }).pressSequentially('Bakı "2025" ');
  await says('Bakı &quot;2025&quot;');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/caption-1440.png` });
  await page.keyboard.press('Escape');
  await own.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await until(async () => (await caption()) !== 'Bakı &quot;2025&quot;', 'that it can be taken back');
  await picture().click();
  await own.focus();
  if (!(await own.isChecked())) await page.keyboard.press('Space');
  await page.getByLabel('Şəkilaltı yazı', { exact: true }).fill('Ofis');
  await says('Ofis');
  await own.focus();
  await page.keyboard.press('Space');
  await says(null);
  await desk.reaches('<p>bir</p><p><img></p><p>iki</p>');
});

test('pictures at the start, at the end, and between two pictures', async () => {
  await desk.write('picture', 'picture', 'picture');
  await desk.reaches('<p><img></p><p><img></p><p><img></p>');
  await choose(0);
  await page.keyboard.type('əvvəl');
  await desk.reaches('<p>əvvəl</p><p><img></p><p><img></p>');
  await undoTo('<p><img></p><p><img></p><p><img></p>');
  await leave();
  await choose(1);
  await page.keyboard.press('Enter');
  await page.keyboard.type('orta');
  await desk.reaches('<p><img></p><p><img></p><p>orta</p><p><img></p>');
  await choose(2);
  await page.keyboard.press('Escape');
  await page.keyboard.type('son');
  await desk.reaches('<p><img></p><p><img></p><p>orta</p><p><img></p><p>son</p>');
  await choose(0);
  await page.keyboard.press('ArrowLeft');
  await selected().waitFor({ state: 'detached' });
  await page.keyboard.type('baş');
  await desk.reaches('<p>baş</p><p><img></p><p><img></p><p>orta</p><p><img></p><p>son</p>');
});

test('Backspace and Delete beside a picture select it first', async () => {
  await desk.write('bir', 'picture', 'iki');
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await selected().waitFor();
  await desk.reaches('<p>bir</p><p><img></p><p>iki</p>');
  await page.keyboard.press('Backspace');
  await desk.reaches('<p>bir</p><p>iki</p>');
  await page.keyboard.press('Control+z');
  await desk.reaches('<p>bir</p><p><img></p><p>iki</p>');
  await page.getByText('bir', { exact: true }).click();
  await selected().waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await selected().waitFor();
});

test('a picture is dragged between paragraphs, and into another text', async () => {
  await desk.write('bir', 'picture', 'iki\nüç');
  await arrived();
  const target = page.locator('#content_az p').last();
  await picture().dragTo(target, { targetPosition: { x: 30, y: (await target.boundingBox()).height - 2 } });
  await desk.reaches('<p>bir</p><p>iki</p><p>üç</p><p><img></p>');
  await page.keyboard.press('Control+z');
  await desk.reaches('<p>bir</p><p><img></p><p>iki</p><p>üç</p>');
  await arrived();
  await picture().dragTo(page.locator('#content_en'));
  await desk.reaches('<p>bir</p><p>iki</p><p>üç</p>');
  await desk.reaches('<p><img></p>', 'en');
});

test('a picture inserted within a sentence divides it; one inserted into a list follows its item', async () => {
  await desk.write('birüç');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await paste(page, 'az', {}, [{}]);
  await desk.reaches('<p>bir</p><p><img></p><p>üç</p>');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n- bənd');
  await paste(page, 'az', {}, [{}, {}]);
  await desk.reaches('<p>bir</p><p><img></p><p>üç</p><ul><li>bənd</li></ul><p><img></p><p><img></p>');
});

/** Composes as an input method does: by the browser's own protocol, not by key presses. */
async function compose(steps) {
  const session = await desk.context.newCDPSession(page);
  for (const text of steps) await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await session.send('Input.insertText', { text: steps.at(-1) });
}

test('an input method composes ə and Cyrillic, in words, instead of a picture and beside it', async () => {
  await desk.write('s');
  await compose(['e', 'ə']);
  await page.keyboard.type('hər ');
  await compose(['и', 'й']);
  await desk.reaches('<p>səhər й</p>');
  await paste(page, 'az', {}, [{}]);
  await desk.reaches('<p>səhər й</p><p><img></p>');
  await picture().click();
  await selected().waitFor();
  await compose(['e', 'ə']);
  await desk.reaches('<p>səhər й</p><p>ə</p>');
  await page.keyboard.press('Control+z');
  await desk.reaches('<p>səhər й</p><p><img></p>');
  await picture().click();
  await page.keyboard.press('Escape');
  await compose(['и', 'й']);
  await page.keyboard.type('ə');
  await desk.reaches('<p>səhər й</p><p><img></p><p>йə</p>');
});

test('keys pressed before the browser has told where the caret is work at the caret that is seen', async () => {
  await desk.write('bir', 'picture', 'iki');
  await page.evaluate(() =>
    window.addEventListener('selectionchange', (event) => event.isTrusted && event.stopImmediatePropagation(), true),
  );
  for (const key of ['Home', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await selected().waitFor();
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await selected().waitFor({ state: 'detached' });
  for (const key of ['ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await desk.reaches('<p>bi</p><p>r</p><p><img></p><p>iki</p>');
  for (const key of ['Control+End', 'Control+Shift+ArrowLeft', 'Control+b']) await page.keyboard.press(key);
  await desk.reaches('<p>bi</p><p>r</p><p><img></p><p><strong>iki</strong></p>');
  for (const key of ['Control+Home', 'Shift+End', 'Control+x']) await page.keyboard.press(key);
  await desk.reaches('<p>r</p><p><img></p><p><strong>iki</strong></p>');
});
