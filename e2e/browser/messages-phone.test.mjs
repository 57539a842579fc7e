// An open message on a phone, where a colleague who may answer has a long name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, openMenu, startWithBrowser } from '../support/admin.mjs';
import { phone } from '../support/browser.mjs';

const NAME = 'Səkinəxanım Məmmədhəsənova-Hüseynzadə';
const started = startWithBrowser(async () => {
  const send = async (path, body, headers = {}) => {
    const answer = await fetch(`${started.cms.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer;
  };
  await send('/api/contact/', {
    template_params: { from_name: 'İlqar', from_email: 'ilqar@example.az', phone: '', subject: 'tax', message: 'BoşluqsuzSöz'.repeat(20) },
  });
  const invited = await (
    await send('/api/users/invitations/', { username: NAME, role: 'editor' }, { authorization: `Bearer ${await started.cms.token()}` })
  ).json();
  await send(`/api/invitations/${invited.url.split('invitation=')[1]}/`, { password: 'sözlər və rəqəmlər' });
});

test('nothing of it is wider than the window', async () => {
  const { page } = await openAdmin(started, phone);
  await openMenu(page);
  await page.getByRole('link', { name: /Mesajlar/ }).click();
  await page.getByRole('button', { name: /İlqar/ }).click();
  await page.getByRole('option', { name: NAME }).waitFor({ state: 'attached' });
  const [whole, select] = await page.evaluate(() =>
    [document.documentElement, document.querySelector('.message__assignee select')].map((element) => element.getBoundingClientRect().right),
  );
  assert.ok(select <= 390, `the list of colleagues ends at ${select}`);
  assert.equal(whole, 390);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});
