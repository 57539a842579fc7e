// A very long text: what is out of sight is not laid out, and caret, search and remarks find their way through it all the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editor, editPost, openAdmin, startWithBrowser } from '../support/admin.mjs';
import { createPosts } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

const BLOCKS = 400;
let page;
const started = startWithBrowser(async () => {
  const paragraphs = (word) => Array.from({ length: BLOCKS }, (_, at) => `<p>${word} ${at} ${'söz '.repeat(at % 40)}</p>`).join('');
  // Heading 3 behind the title is a remark that leads there.
  const az = paragraphs('abzas').replace('<p>abzas 300 ', '<h3>Atlanmış</h3><p>abzas 300 ');
  await createPosts(started.cms, 1, () => ({ content_az: az, content_en: paragraphs('paragraph'), content_ru: paragraphs('абзац') }));
  ({ page } = await openAdmin(started));
  await editPost(page, 1);
  await page.locator('#content_az p').first().waitFor();
});

/** Which blocks of a text are laid out, by their place. */
const laidOut = (lang) =>
  page.evaluate(
    (id) =>
      [...document.querySelectorAll(`#${id} > * > :first-child`)].map((inner) => inner.checkVisibility({ contentVisibilityAuto: true })),
    `content_${lang}`,
  );
/** The words at the caret's block. */
const atCaret = () =>
  page.evaluate(() => {
    const { anchorNode } = getSelection();
    return (anchorNode instanceof Element ? anchorNode : anchorNode.parentElement)
      .closest('[contenteditable] > *')
      .textContent.split(' ')
      .slice(0, 2)
      .join(' ');
  });
/** Whether the caret's block is seen within the text's own window. */
const seen = () =>
  page.evaluate(() => {
    const { anchorNode } = getSelection();
    const [text, block] = [
      document.getElementById('content_az'),
      (anchorNode instanceof Element ? anchorNode : anchorNode.parentElement).closest('[contenteditable] > *'),
    ].map((element) => element.getBoundingClientRect());
    return block.bottom > text.top && block.top < text.bottom;
  });

test('only what is near is laid out', async () => {
  for (const lang of ['az', 'en', 'ru']) {
    const shown = await laidOut(lang);
    assert.equal(shown[0], true);
    assert.equal(shown[BLOCKS / 2], false, `the middle of ${lang}`);
  }
});

test('a click into what was jumped to puts the caret where one clicked, and the text stays there', async () => {
  const text = page.locator('#content_en');
  const usual = page.viewportSize();
  await page.setViewportSize({ ...usual, height: 1600 });
  await text.hover({ position: { x: 40, y: 30 } });
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  /** The block in the middle of the window, and where its first line is. */
  const middle = () =>
    text.evaluate((element) => {
      const window = element.getBoundingClientRect();
      const block = document.elementFromPoint(window.left + 40, window.top + window.height / 2)?.closest('[contenteditable] > p');
      const top = block?.getBoundingClientRect().top;
      return block && top > window.top && { words: block.textContent.split(' ').slice(0, 2).join(' '), at: [window.left + 40, top + 10] };
    });
  let clicked;
  await until(async () => (clicked = await middle()) && Number(clicked.words.split(' ')[1]) > 60, 'a block far down');
  await page.mouse.click(...clicked.at);
  await until(async () => (await atCaret()) === clicked.words, 'the caret in the block that was clicked');
  assert.equal(
    await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y).closest('[contenteditable] > p')?.textContent.split(' ').slice(0, 2).join(' '),
      clicked.at,
    ),
    clicked.words,
  );
  await page.setViewportSize(usual);
});

test('the caret walks to the end and back, block by block, and what is typed stands there', async () => {
  await editor(page, 'az').click({ position: { x: 40, y: 30 } });
  await page.keyboard.press('Control+End');
  await until(async () => (await atCaret()) === `abzas ${BLOCKS - 1}` && (await seen()), 'the caret at the end, in sight');
  await page.keyboard.type('son');
  await until(async () => (await page.inputValue('input[name=content_az]')).endsWith('son</p>'), 'the words at the end');
  await page.keyboard.press('Home');
  // Up through every block: none is passed over.
  const met = new Set();
  for (let press = 0; met.size < 60; press++) {
    assert.ok(press < 600, `stuck at ${[...met].at(-1)}`);
    met.add(await atCaret());
    await page.keyboard.press('ArrowUp');
  }
  assert.deepEqual(
    [...met],
    Array.from({ length: 60 }, (_, at) => `abzas ${BLOCKS - 1 - at}`),
  );
  assert.equal(await seen(), true);
  await page.keyboard.press('Control+Home');
  await until(async () => (await atCaret()) === 'abzas 0' && (await seen()), 'the caret at the beginning, in sight');
});

test('the caret goes on from where it is though the text was scrolled away from it', async () => {
  await page.locator('#content_az').evaluate((text) => text.scrollTo(0, text.scrollHeight / 2));
  await page.keyboard.press('ArrowDown');
  await until(async () => (await atCaret()) === 'abzas 1' && (await seen()), 'the next block, in sight');
  // And from the middle, whose neighbours are not laid out any more.
  await find('abzas 200');
  await page.keyboard.press('Escape');
  for (const [key, block] of [
    ['ArrowDown', 201],
    ['ArrowUp', 200],
    ['ArrowUp', 199],
  ]) {
    await page.keyboard.press('Home');
    await page.locator('#content_az').evaluate((text) => text.scrollTo(0, 0));
    await until(async () => !(await seen()), 'the caret out of sight');
    await page.keyboard.press(key);
    await until(async () => (await atCaret()) === `abzas ${block}` && (await seen()), `${key}: the block beside, in sight`).catch(
      async () => assert.deepEqual([await atCaret(), await seen()], [`abzas ${block}`, true]),
    );
  }
  await page.locator('#content_az').evaluate((text) => text.scrollTo(0, 0));
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await until(
    async () => / söz ?!<\/p><p>abzas 200</.test(await page.inputValue('input[name=content_az]')),
    'the letter at the end of its line',
  );
});

test('everything is selected and copied, and a page further is a page further', async () => {
  await page.keyboard.press('Control+a');
  const copied = await page.evaluate(() => {
    const clipboard = new DataTransfer();
    document
      .getElementById('content_az')
      .dispatchEvent(new ClipboardEvent('copy', { clipboardData: clipboard, bubbles: true, cancelable: true }));
    return clipboard.getData('text/plain');
  });
  assert.match(copied, /abzas 0[\s\S]*abzas 200[\s\S]*abzas 399/);
  await page.keyboard.press('Control+Home');
  for (let press = 0; press < 8; press++) await page.keyboard.press('PageDown');
  await until(async () => Number((await atCaret()).split(' ')[1]) > 30 && (await seen()), 'eight pages further, in sight');
});

/** Looks for words with the bar, which then has the focus. */
async function find(words) {
  await page.keyboard.press('Control+f');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}

test('what is looked for and what a remark is about come into sight', async () => {
  await find('abzas 250');
  const found = () =>
    page.evaluate(() => {
      const text = document.getElementById('content_az').getBoundingClientRect();
      const [range] = CSS.highlights.get('editor-found') ?? [];
      const words = range?.getBoundingClientRect();
      return words !== undefined && words.height > 0 && words.top >= text.top && words.bottom <= text.bottom;
    });
  await until(found, 'the words that were looked for, in sight');
  await page.keyboard.press('Escape');
  const remarks = page.locator('.checks__button').first();
  // As slow as a hand: the page does not move under it as the focus leaves the text.
  await remarks.click({ delay: 200 });
  assert.equal(await remarks.getAttribute('aria-expanded'), 'true');
  await page.getByRole('button', { name: /Atlanmış/ }).click();
  await until(async () => (await atCaret()) === 'Atlanmış' && (await seen()), 'the heading, in sight');
});
