// A flood in the inbox: an editor clears it by one question, from the keyboard or by touch, and what a colleague has taken up stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';

let letters = 0;
/** Each from a place of its own: nobody is too fast. */
async function writes(name, message) {
  letters += 1;
  const answer = await fetch(`${started.cms.url}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.${letters}.100.1` },
    body: JSON.stringify({ template_params: { from_name: name, from_email: 'aygun@example.az', phone: '', subject: 'tax', message } }),
  });
  assert.equal(answer.status, 200);
}
const started = startWithBrowser(
  async () => {
    for (let n = 1; n <= 45; n += 1) await writes(`Robot ${n}.`, n <= 22 ? 'sel' : 'daşqın');
    await writes('Aygün', 'Vergi');
  },
  { env: { CMS_TRUSTED_PROXIES: '127.0.0.1' } },
);

/** The first one, which a colleague takes up in the moment in which the question is asked. */
async function answeredByColleague() {
  const authorization = `Bearer ${await started.cms.token()}`;
  const answer = await fetch(`${started.cms.url}/api/messages/1/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ note: 'Zəng edildi' }),
  });
  assert.equal(answer.status, 200);
}

test('by keyboard: what was found goes after one question, but for what a colleague has changed meanwhile', async () => {
  const { page, context } = await openAdmin(started);
  page.removeAllListeners('dialog');
  await page.goto(`${started.cms.url}/admin/messages?folder=all&q=sel`);
  const remove = page.getByRole('button', { name: '22 mesajın hamısını sil' });
  await remove.focus();
  await clean(page, 'inbox with all to be deleted');
  const asked = page.waitForEvent('dialog');
  // It ends only when the question is answered, where the answer of the server was quick.
  const pressed = page.keyboard.press('Enter');
  const dialog = await asked;
  assert.equal(dialog.message(), '22 mesaj həmişəlik silinsin?');
  await answeredByColleague();
  await dialog.accept();
  await pressed;
  await page.getByText('21 mesaj silindi. 1 mesaj qalır: bu arada onu başqası dəyişib.').waitFor();
  await page.locator('[data-message-id="1"]').waitFor();
  assert.deepEqual(await page.locator('.message').evaluateAll((rows) => rows.map((row) => row.dataset.messageId)), ['1']);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'inbox-title');
  await context.close();
});

test('by touch: on a phone the button fits, and a no leaves all there', async () => {
  const { page, context } = await openAdmin(started, phone);
  page.removeAllListeners('dialog');
  await page.goto(`${started.cms.url}/admin/messages`);
  const remove = page.getByRole('button', { name: '25 mesajın hamısını sil' });
  // A touch becomes a click later, and the question comes after a request.
  const asked = page.waitForEvent('dialog');
  await remove.tap();
  await (await asked).dismiss();
  await page.locator('[aria-disabled="false"]', { hasText: '25 mesajın hamısını sil' }).waitFor();
  assert.equal(await page.locator('.message').count(), 20);
  const { width, height } = await remove.boundingBox();
  assert.ok(height >= 24 && width <= 360, `${width} × ${height}`);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/inbox-many.png` });
  page.once('dialog', (dialog) => void dialog.accept());
  await remove.tap();
  await page.getByText('25 mesaj silindi.').waitFor();
  await page.getByText('Burada mesaj yoxdur.').waitFor();
  await context.close();
});
