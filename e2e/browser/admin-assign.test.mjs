// Who is to answer a message, chosen by keyboard while the line is slow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { until } from '../support/waiting.mjs';

const started = startWithBrowser(async () => {
  const send = async (path, body, headers = {}) => {
    const answer = await fetch(`${started.cms.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
  };
  await send('/api/contact/', {
    template_params: { from_name: 'İlqar', from_email: 'ilqar@example.az', phone: '', subject: 'tax', message: 'Salam' },
  });
  await send(
    '/api/users/',
    { username: 'murad', role: 'editor', password: 'sözlər və rəqəmlər' },
    { authorization: `Bearer ${await started.cms.token()}` },
  );
});

test('every step through the list counts, and the last one stays, also after a reload', async () => {
  const { page } = await openAdmin(started);
  await page.getByRole('link', { name: /Mesajlar/ }).click();
  await page.getByRole('button', { name: /İlqar/ }).click();
  await page.locator('.message:not(.message--unread)').waitFor();
  await page.getByRole('option', { name: 'murad' }).waitFor({ state: 'attached' });
  const choices = [];
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route('**/api/messages/*/', async (route) => {
    if (route.request().method() === 'PATCH') choices.push(route.request().postDataJSON().assigned_to);
    await held;
    return route.fallback();
  });
  const who = page.getByRole('combobox', { name: 'Cavab verən' });
  const names = await who.locator('option').allTextContents();
  assert.equal(names.length, 3, 'nobody and two colleagues');
  await who.focus();
  await page.keyboard.press('ArrowDown');
  await until(() => choices.length === 1, 'the first choice to be sent');
  await page.keyboard.press('ArrowDown');
  assert.equal(await who.locator('option:checked').textContent(), names[2]);
  letGo();
  await page.getByText(`Cavab verən: ${names[2]}.`).waitFor();
  assert.equal(choices.length, 2);
  assert.ok(await who.evaluate((select) => select === document.activeElement));
  await page.reload();
  await page.getByRole('button', { name: /İlqar/ }).click();
  await page.getByRole('option', { name: 'murad' }).waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('combobox', { name: 'Cavab verən' }).locator('option:checked').textContent(), names[2]);
});
