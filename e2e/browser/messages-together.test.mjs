// Two people in the inbox while visitors write: what is shown is what is so, nobody is written over unseen, no message is skipped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { until } from '../support/waiting.mjs';

const leyla = { username: 'leyla', password: 'sözlər və rəqəmlər' };
let letters = 0;
/** Each from a place of its own: nobody is too fast. */
async function writes(name) {
  letters += 1;
  const answer = await fetch(`${started.cms.url}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.${letters}.100.1` },
    body: JSON.stringify({
      template_params: { from_name: name, from_email: 'aygun@example.az', phone: '', subject: 'tax', message: `Salam, ${name} vergi` },
    }),
  });
  assert.equal(answer.status, 200);
}
const started = startWithBrowser(
  async () => {
    const token = await started.cms.token();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const added = await fetch(`${started.cms.url}/api/users/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...leyla, role: 'editor' }),
    });
    assert.equal(added.status, 201);
    for (let n = 1; n <= 25; n += 1) await writes(`Yazan ${n}.`);
  },
  { env: { CMS_TRUSTED_PROXIES: '127.0.0.1' } },
);

/** What Leyla does, at another desk. */
async function leylaChanges(id, change) {
  const json = { 'content-type': 'application/json' };
  const { access } = await (
    await fetch(`${started.cms.url}/api/auth/token/`, { method: 'POST', headers: json, body: JSON.stringify(leyla) })
  ).json();
  const answer = await fetch(`${started.cms.url}/api/messages/${id}/`, {
    method: 'PATCH',
    headers: { ...json, authorization: `Bearer ${access}` },
    body: JSON.stringify(change),
  });
  assert.equal(answer.status, 200);
}
async function inbox(search = '') {
  const { page, context } = await openAdmin(started);
  await page.goto(`${started.cms.url}/admin/messages${search}`);
  await page.locator('.message').first().waitFor();
  return { page, context };
}
const head = (page, n) => page.getByRole('button', { name: new RegExp(`Yazan ${n}\\.`) }).first();
const ids = (page) => page.locator('.message').evaluateAll((rows) => rows.map((row) => Number(row.dataset.messageId)));
/** Whoever comes back to the window is shown the numbers as they are. */
const back = (page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

test('what an open message has become is told in its row, which stays where it is with what is typed', async () => {
  const { page, context } = await inbox();
  await head(page, 24).click();
  await page.locator('[data-message-id="24"]:not(.message--unread)').waitFor();
  const note = page.locator('[data-message-id="24"] textarea');
  await note.pressSequentially('Sabah zəng');
  await leylaChanges(24, { state: 'archived' });
  await page.clock.install();
  await page.clock.fastForward(61_000);
  await back(page);
  await page.getByText('Onu arxivə qoyan: leyla.').waitFor();
  assert.equal(await note.inputValue(), 'Sabah zəng');
  assert.ok(await note.evaluate((field) => field === document.activeElement));
  assert.ok((await ids(page)).includes(24));
  await context.close();
});

test('a press on an old state changes nothing and says who was first; pressed again it is meant', async () => {
  const { page, context } = await inbox();
  // Nothing tells the page that there is news.
  await page.route('**/api/messages/counts/', (route) => route.abort());
  await head(page, 23).click();
  await page.locator('[data-message-id="23"]:not(.message--unread)').waitFor();
  await leylaChanges(23, { state: 'archived', note: 'danışıldı' });
  const row = page.locator('[data-message-id="23"]');
  await row.getByRole('button', { name: 'Cavablandı', exact: true }).click();
  await row.getByText('Heç nə dəyişdirilmədi: mesajı bu arada başqası dəyişib. Onu arxivə qoyan: leyla. Qeyd dəyişib.').waitFor();
  assert.equal(await row.locator('textarea').inputValue(), 'danışıldı');
  await row.getByRole('button', { name: 'Cavablandı', exact: true }).click();
  await page.getByText('Yazan 23.: cavablandırılmış sayılır.').waitFor();
  await context.close();
});

test('whatever leaves a page while it is read, the next one begins where it ended; a reload and the way back find it again', async () => {
  const { page, context } = await inbox();
  const first = await ids(page);
  assert.equal(first.length, 20);
  for (const id of [first[1], first[2]]) await leylaChanges(id, { state: 'answered' });
  await page.getByRole('button', { name: 'Daha köhnə' }).click();
  await until(async () => (await ids(page))[0] === first.at(-1) - 1, 'the next message');
  const second = await ids(page);
  await page.reload();
  await until(async () => String(await ids(page)) === String(second), 'the same page');
  await page.goBack();
  await until(async () => (await ids(page))[0] === first[0], 'the first page');
  await context.close();
});

test('words that were looked for are in the address, and what comes is among them', async () => {
  const { page, context } = await inbox('?folder=all&q=vergi');
  assert.equal(await page.locator('[name=q]').inputValue(), 'vergi');
  await writes('Yazan 77.');
  await page.clock.install();
  await page.clock.fastForward(61_000);
  await back(page);
  await head(page, 77).waitFor();
  await context.close();
});

test('the record of who did what leads an owner to the message', async () => {
  await leylaChanges(3, { state: 'answered' });
  const { page, context } = await openAdmin(started);
  await page.goto(`${started.cms.url}/admin/audit?kind=message_handled`);
  await page.getByRole('link', { name: '№ 3', exact: true }).click();
  await page.locator('[data-message-id="3"]').waitFor();
  assert.equal((await ids(page))[0], 3);
  await context.close();
});
