// The inbox: a visitor writes on the site, an editor finds, reads, notes down and puts away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, openMenu, speak, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

let page;
const writes = (name, message, more = {}) =>
  fetch(`${started.cms.url}/api/contact/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      template_params: { from_name: name, from_email: 'aygun@example.az', phone: '+994 50 000 00 00', subject: 'tax', message },
      ...more,
    }),
  });
const started = startWithBrowser(async () => {
  await writes('Aygün Əliyeva', 'Salam!\nVergi yoxlaması üçün kömək lazımdır.');
  await writes('İlqar', 'Audit nə qədər çəkir?');
  await writes('Robot', 'Buy', { fax_number: '1' });
  ({ page } = await openAdmin(started));
});
const shown = (text) => page.getByText(text).first().waitFor();

test('the menu says how many are unread; a message is opened, noted and assigned by keyboard', async () => {
  await page.getByText('2 oxunmamış mesaj').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: /Mesajlar/ }).click();
  const head = page.getByRole('button', { name: /Aygün Əliyeva/ });
  await head.focus();
  await page.keyboard.press('Enter');
  await page.getByText('1 oxunmamış mesaj').waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: 'Cavab verən' }).selectOption('admin');
  await shown('Cavab verən: admin.');
  await page.getByRole('textbox', { name: /^Qeyd/ }).first().fill('Sabah zəng');
  await page.getByRole('button', { name: 'Qeydi saxla' }).click();
  await shown('Qeyd saxlanıldı.');
  await clean(page, 'inbox, desktop');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/inbox-1440.png`, fullPage: true });
});

test('the answer is begun in one’s mail program, and the message goes among the answered ones', async () => {
  const address = await page.getByRole('link', { name: 'Cavab yaz' }).first().getAttribute('href');
  assert.match(address, /^mailto:aygun@example\.az\?subject=Re%3A%20Vergi/);
  assert.match(decodeURIComponent(address), /> Salam!\r\n> Vergi yoxlaması/);
  await page.getByRole('button', { name: 'Cavablandı', exact: true }).click();
  await shown('Aygün Əliyeva: cavablandırılmış sayılır.');
  await until(async () => (await page.locator('.message').count()) === 1, 'the message to leave');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'inbox-title');
});

test('words find it, note and all; the robot’s is apart until it is cleared', async () => {
  await page.fill('[name=q]', 'vergı SABAH');
  await page.press('[name=q]', 'Enter');
  await page.getByRole('button', { name: /Aygün Əliyeva/ }).waitFor();
  assert.equal(await page.locator('.message').count(), 1);
  await page.getByRole('button', { name: 'Axtarışı bağla' }).click();
  await page.getByRole('button', { name: /^Şübhəli/ }).click();
  await page.getByRole('button', { name: /Robot/ }).click();
  await page.getByRole('button', { name: 'Şübhəli deyil' }).click();
  await shown('Burada mesaj yoxdur.');
  await page.getByRole('button', { name: /^Yeni/ }).click();
  await page.getByRole('button', { name: /Robot/ }).waitFor();
  await page.getByRole('button', { name: /Robot/ }).click();
  await page.getByRole('button', { name: 'Robot: mesajı sil' }).click();
  await shown('Robot: mesaj silindi.');
});

test('whoever goes back is asked before a note goes with the screen', async () => {
  const { page: back, context } = await openAdmin(started);
  const asked = [];
  let agreed = false;
  back.removeAllListeners('dialog');
  back.on('dialog', (dialog) => {
    asked.push(dialog.message());
    return agreed ? dialog.accept() : dialog.dismiss();
  });
  await back.getByRole('link', { name: /Mesajlar/ }).click();
  await back.getByRole('button', { name: /İlqar/ }).click();
  const note = back.getByRole('textbox', { name: /^Qeyd/ }).first();
  await note.pressSequentially('Sabah zəng');
  await back.evaluate(() => history.back());
  await until(() => asked.length === 1, 'the question');
  await until(() => new URL(back.url()).pathname === '/admin/messages', 'the address of the inbox');
  assert.equal(await note.inputValue(), 'Sabah zəng');
  // A place of the same page is not another one.
  await back.locator('.skip-link').press('Enter');
  assert.equal(await note.inputValue(), 'Sabah zəng');
  assert.equal(asked.length, 1);
  agreed = true;
  await back.evaluate(() => history.go(-2));
  await back.locator('form[data-mode]').waitFor();
  assert.equal(asked.length, 2);
  await context.close();
});

test('the names in the menu stay on one line beside the count, in three languages', async () => {
  const { page: other, context } = await openAdmin(started);
  await other.route('**/api/messages/counts/', (route) => route.fulfill({ json: { unread: 123 } }));
  for (const language of ['AZ', 'EN', 'RU']) {
    await other.locator('.language-switch').getByText(language).click();
    await other.reload();
    await other.locator('.sidebar__nav .sidebar__count').getByText('99+').waitFor();
    const divided = await other.locator('.sidebar__link').evaluateAll((links) =>
      links
        .filter((link) => {
          const words = document.createRange();
          words.selectNode([...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE));
          return words.getClientRects().length !== 1;
        })
        .map((link) => link.textContent),
    );
    assert.deepEqual(divided, [], language);
    const overflows = await other
      .locator('.sidebar__nav .sidebar__count')
      .evaluate((count) => count.getBoundingClientRect().right > count.closest('.sidebar__nav').getBoundingClientRect().right);
    assert.equal(overflows, false, language);
  }
  await context.close();
});

test('at 390 px nothing is wider than the phone, in three languages', async () => {
  const small = await openAdmin(started, phone);
  await openMenu(small.page);
  await small.page.getByRole('link', { name: /Mesajlar/ }).click();
  await small.page.getByRole('button', { name: /İlqar/ }).click();
  for (const language of ['az', 'en', 'ru']) {
    await speak(small.page, language);
    assert.ok(await small.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language);
    await clean(small.page, `inbox, phone, ${language}`);
    if (process.env.SHOTS) await small.page.screenshot({ path: `${process.env.SHOTS}/inbox-390-${language}.png`, fullPage: true });
  }
  await small.context.close();
});
