// What somebody else writes comes into the form while one is at work in it: nothing that is being done there is lost, nor is what came.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { editPost, openAdmin, paste, startWithBrowser, tool } from '../support/admin.mjs';
import { createPosts } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

const TABLE = '<table><thead><tr><th>bir</th><th>iki</th></tr></thead><tbody><tr><td>üç</td><td>dörd</td></tr></tbody></table>';
const started = startWithBrowser(() => undefined);
let context;
let page;
let id;

afterEach(() => context?.close());

/** Opens a post with this text in Azerbaijani. */
async function open(content, more = {}) {
  [{ id }] = await createPosts(started.cms, 1, () => ({ content_az: content, ...more }));
  ({ context, page } = await openAdmin(started));
  await editPost(page, id);
  await until(async () => (await html()) === content, 'the text of the post');
}

const html = () => page.inputValue('input[name=content_az]');
const staff = async (options = {}) => {
  const answer = await fetch(`${started.cms.url}/api/blog/posts/${id}/draft/`, {
    ...options,
    headers: { authorization: `Bearer ${await started.cms.token()}`, ...options.headers },
  });
  assert.ok(answer.ok, String(answer.status));
  return answer.json();
};

/** Somebody else changes the working copy, and it has come into the form. */
async function theyWrite(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await staff({ method: 'PUT', body: form });
}
const came = (words) => until(async () => (await page.textContent('#content_az')).includes(words), `${words} in the text`);
const reads = async (expected) =>
  until(async () => (await html()) === expected, expected).catch(async () => assert.equal(await html(), expected));
const stored = async (expected) =>
  until(async () => (await staff()).content_az === expected, `the draft ${expected}`).catch(async () =>
    assert.equal((await staff()).content_az, expected),
  );

const paragraph = (words) => page.locator('#content_az p', { hasText: words });
/** The caret behind the last letter of a paragraph. */
async function behind(words) {
  await paragraph(words).click();
  await page.keyboard.press('End');
}

test('what is typed goes on where it was begun, though paragraphs before and behind are others by now', async () => {
  await open('<p>Birinci</p><hr><p>İkinci</p><hr><p>Üçüncü</p>');
  await theyWrite({ content_az: '<p>Yeni</p><p>Birinci!</p><hr><p>İkinci</p><hr><p>Üçüncü!</p>' });
  await behind('İkinci');
  await page.keyboard.type(' mənim');
  await came('Üçüncü!');
  await page.keyboard.type(' sözüm');
  await stored('<p>Yeni</p><p>Birinci!</p><hr><p>İkinci mənim sözüm</p><hr><p>Üçüncü!</p>');
});

test('undo takes one’s own words back and stops where somebody else’s came in', async () => {
  await open('<p>Birinci</p><hr><p>İkinci</p>');
  await theyWrite({ content_az: '<p>Birinci theirs</p><hr><p>İkinci</p>' });
  await behind('İkinci');
  await page.keyboard.type(' mənim');
  await came('theirs');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.type('.');
  await reads('<p>Birinci theirs</p><hr><p>İkinci mənim.</p>');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+z');
  await stored('<p>Birinci theirs</p><hr><p>İkinci mənim</p>');
});

test('an empty line that was begun stays with its caret where the paragraph above it becomes another one', async () => {
  await open('<p>Birinci</p><p>İkinci</p>');
  await theyWrite({ content_az: '<p>Birinci</p><p>İkinci theirs</p>' });
  await page.fill('[name=author]', 'Başqa');
  await behind('İkinci');
  await page.keyboard.press('Enter');
  await came('theirs');
  await page.keyboard.type('Üçüncü');
  await stored('<p>Birinci</p><p>İkinci theirs</p><p>Üçüncü</p>');
});

test('the paragraph of the caret becomes another one: what is typed goes between the same letters', async () => {
  await open('<p>Birinci</p><p>İkinci söz</p>');
  await theyWrite({ content_az: '<p>Birinci</p><p>Onların İkinci söz</p>' });
  await page.fill('[name=author]', 'Başqa');
  await behind('İkinci söz');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  await came('Onların');
  await page.keyboard.type(' yeni');
  await stored('<p>Birinci</p><p>Onların İkinci yeni söz</p>');
});

test('the caret stays in its cell of a table that nobody changed', async () => {
  await open(`<p>Birinci</p><hr>${TABLE}<hr><p>Son</p>`);
  await theyWrite({ content_az: `<p>Birinci theirs</p><hr>${TABLE}<hr><p>Son theirs</p>` });
  await page.locator('#content_az td', { hasText: 'üç' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await came('Son theirs');
  await page.keyboard.type('?');
  await stored(`<p>Birinci theirs</p><hr>${TABLE.replace('üç', 'üç!?')}<hr><p>Son theirs</p>`);
});

test('what is selected over several paragraphs stays selected', async () => {
  await open('<p>Birinci</p><p>İkinci</p><p>Üçüncü</p><p>Son</p>');
  await theyWrite({ content_az: '<p>Birinci</p><p>İkinci</p><p>Üçüncü</p><p>Son theirs</p>' });
  await page.fill('[name=author]', 'Başqa');
  await behind('Birinci');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
  await came('theirs');
  assert.equal(await page.evaluate(() => getSelection().toString().replace(/\s+/g, ' ')), ' İkinci Üçüncü');
  await page.keyboard.press('ControlOrMeta+b');
  await stored('<p>Birinci</p><p><strong>İkinci</strong></p><p><strong>Üçüncü</strong></p><p>Son theirs</p>');
});

test('a link that is being written goes on the words that were selected', async () => {
  await open('<p>Birinci</p><p>İkinci söz</p>');
  await theyWrite({ content_az: '<p>Birinci theirs</p><p>İkinci söz</p>' });
  await page.fill('[name=author]', 'Başqa');
  await behind('İkinci söz');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  await tool(page, 'az', 'link').click();
  await page.locator('.floating input').first().waitFor();
  await page.keyboard.type('https://gov.az/');
  await came('theirs');
  await page.keyboard.type('vergi');
  await page.keyboard.press('Enter');
  await stored('<p>Birinci theirs</p><p>İkinci <a href="https://gov.az/vergi">söz</a></p>');
});

test('the panel of a picture stays with what is typed in it', async () => {
  await open('<p>Birinci</p><p>İkinci</p>');
  await behind('İkinci');
  await paste(page, 'az', {}, [{}]);
  await page.locator('#content_az img').waitFor();
  await until(async () => /<img src="\/api/.test((await staff()).content_az), 'the picture in the draft');
  const before = await html();
  await theyWrite({ content_az: before.replace('Birinci', 'Birinci theirs') });
  await page.locator('#content_az img').click();
  const alt = page.getByLabel('Alternativ mətn').first();
  await alt.click();
  await page.keyboard.type('Ofisin');
  await came('theirs');
  await page.keyboard.type(' girişi');
  assert.equal(await alt.inputValue(), 'Ofisin girişi');
  await stored(before.replace('Birinci', 'Birinci theirs').replace('alt=""', 'alt="Ofisin girişi"'));
});

test('words that an input method is still at work on stay in their place', async () => {
  await open('<p>Birinci</p><hr><p>İkinci</p>');
  await theyWrite({ content_az: '<p>Birinci theirs</p><hr><p>İkinci</p>' });
  await behind('İkinci');
  const ime = await page.context().newCDPSession(page);
  await ime.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await came('theirs');
  await ime.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await ime.send('Input.insertText', { text: '日本' });
  await page.keyboard.type('!');
  await stored('<p>Birinci theirs</p><hr><p>İkinci日本!</p>');
});

test('in an excerpt and in a title the caret stays between its letters', async () => {
  await open('<p>Birinci</p>', { excerpt_az: 'Bir\n\nİki\n\nÜç', title_az: 'Vergi' });
  await theyWrite({ excerpt_az: 'Bir theirs\n\nİki\n\nÜç theirs', title_az: 'Yeni Vergi' });
  await page.locator('#excerpt_az').click();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type(' mənim');
  const field = (name) => page.inputValue(`#${name}_az`);
  await until(async () => (await field('excerpt')).includes('theirs'), 'their excerpt');
  await page.keyboard.type(' sözüm');
  assert.equal(await field('excerpt'), 'Bir theirs\n\nİki mənim sözüm\n\nÜç theirs');
  await until(async () => (await staff()).excerpt_az === 'Bir theirs\n\nİki mənim sözüm\n\nÜç theirs', 'the excerpt in the draft');
  await theyWrite({ title_az: 'Ən yeni Vergi' });
  await page.fill('[name=author]', 'Başqa');
  await page.locator('#title_az').click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await field('title')) === 'Ən yeni Vergi', 'their title');
  await page.keyboard.type('X');
  assert.equal(await field('title'), 'Ən yeni VergXi');
});

test('a copy from another language is one step to undo, also behind words of others', async () => {
  await open('<p>Birinci</p><hr><p>İkinci</p>', { content_ru: '<p>Один</p><p>Два</p>' });
  await theyWrite({ content_az: '<p>Birinci theirs</p><hr><p>İkinci</p>' });
  await behind('İkinci');
  await page.keyboard.type(' mənim');
  await came('theirs');
  await page.locator('#pane-az [data-source=ru]').click();
  await reads('<p>Один</p><p>Два</p>');
  await tool(page, 'az', 'undo').click();
  await reads('<p>Birinci theirs</p><hr><p>İkinci mənim</p>');
});
