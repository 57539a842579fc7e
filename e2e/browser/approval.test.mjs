// An author asks for publication, an editor sends it back, the author asks again, the editor publishes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { credentials } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

const PASSWORD = 'sözlər və rəqəmlər';
let author;
let editor;

const started = startWithBrowser(async () => {
  const api = async (path, body, token) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
    return (await fetch(started.cms.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { access } = await api('/api/auth/token/', credentials);
  await api('/api/users/', { username: 'aygün', password: PASSWORD, role: 'author' }, access);
  author = (await openAdmin(started, phone, { username: 'aygün', password: PASSWORD })).page;
  editor = (await openAdmin(started)).page;
});
const shown = (page, text) => page.getByText(text).first().waitFor();
const narrow = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function ask(note) {
  await author.getByRole('button', { name: 'Dərc imkanları' }).focus();
  await author.keyboard.press('Enter');
  await author.keyboard.press('Enter');
  const dialog = author.getByRole('dialog', { name: 'Dərc üçün göndər' });
  await dialog.getByLabel(/^Redaktora qeyd/).fill(note);
  await clean(author, 'asking, phone');
  await dialog.getByRole('button', { name: 'Göndər' }).click();
  await shown(author, /^aygün dərc olunmasını xahiş edir: AZ/);
  // What is typed while it is still open goes nowhere.
  await dialog.waitFor({ state: 'hidden' });
}

test('an author asks, and an editor sees it above the posts', async () => {
  await author.fill('[name=title_az]', 'Hesabat');
  await author.fill('[name=author]', 'Aygün');
  await author.locator('#content_az').click();
  await author.keyboard.type('Mətn.');
  await shown(author, /^Qaralama saxlanıldı/);
  await ask('Cüməyə lazımdır');
  assert.ok(await narrow(author), 'nothing is wider than the phone');
  await shown(editor, 'Dərc gözləyir: 1 yazı');
  await shown(editor, 'Cüməyə lazımdır');
  await clean(editor, 'queue');
});

test('the editor sends it back with a note, which the author sees at the text', async () => {
  await editor.getByRole('button', { name: 'Aç: Hesabat' }).click();
  await editor.getByRole('button', { name: 'Qeydlə qaytar…' }).click();
  await editor.getByLabel('Əvvəlcə nə edilməlidir?').fill('Mənbə yoxdur');
  await clean(editor, 'sending back');
  await editor.getByRole('button', { name: 'Qaytar', exact: true }).click();
  await shown(author, /^admin qeydlə qaytarıb/);
  await shown(author, 'Mənbə yoxdur');
  await shown(author, 'Sizə qaytarılıb: 1 yazı');
  await clean(author, 'sent back, phone');
  assert.ok(await narrow(author), 'nothing is wider than the phone');
  await until(async () => (await editor.getByText(/^Dərc gözləyir/).count()) === 0, 'the queue to be empty');
});

test('asked again, and changed since, it is published, and the request is gone on both sides', async () => {
  await ask('Mənbə əlavə olundu');
  await until(async () => (await author.getByText(/^Sizə qaytarılıb/).count()) === 0, 'the answer to be gone');
  await author.fill('[name=title_az]', 'Hesabat 2026');
  await shown(author, 'Sorğudan sonra yazı dəyişib.');
  await editor.locator('[name=title_az]').waitFor();
  await until(async () => (await editor.inputValue('[name=title_az]')) === 'Hesabat 2026', 'the author’s words');
  const approve = editor.getByRole('button', { name: 'Dərc et AZ' });
  const published = async () => (await (await fetch(`${started.cms.url}/api/blog/posts/`)).json()).map(({ title }) => title);
  // A press at the very moment of the author's save is refused, and the editor presses again.
  await until(
    async () =>
      (await published())[0] === 'Hesabat 2026' ||
      approve.click({ timeout: 2000 }).then(
        () => false,
        () => false,
      ),
    'the post to be live',
  );
  for (const page of [author, editor])
    await until(async () => (await page.locator('[data-approval]').count()) === 0, 'the request to be gone');
});
