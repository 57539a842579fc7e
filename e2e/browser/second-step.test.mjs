// Two-step sign-in as a person meets it: turned on with a telephone, asked for at the door, done without the telephone, required.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, openMenu, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { openPage, phone } from '../support/browser.mjs';
import { credentials, startCms } from '../support/cms.mjs';
import { codeOf } from '../support/totp.mjs';

let secret;
let recovery;

const started = startWithBrowser(async () => {});
const shown = (page, text) => page.getByText(text).first().waitFor();
const narrow = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** From the account page to the recovery codes, by keyboard alone once the button has the focus. */
async function turnOn(page, password) {
  await page.getByRole('button', { name: 'Qoş', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Tətbiq üçün QR kod' }).waitFor();
  return page.locator('.step__key').textContent();
}

async function name(page, { username, password }) {
  await page.goto(`${started.cms.url}/login`);
  await page.fill('[name=username]', username);
  await page.fill('[name=password]', password);
  await page.keyboard.press('Enter');
  await page.locator('[name=code]').waitFor();
}

test('a secret that has run out leads back to the password, and from there to another one', async () => {
  const author = { username: 'aygün', password: 'sözlər və rəqəmlər' };
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await started.cms.token()}` };
  const made = await fetch(`${started.cms.url}/api/users/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...author, role: 'author' }),
  });
  assert.equal(made.status, 201);
  const { page, context } = await openAdmin(started, {}, author);
  await page.getByRole('link', { name: 'Hesabım' }).click();
  const first = await turnOn(page, author.password);
  // What an hour does as well: nothing is begun any more. In another tab it was turned on and off again.
  const call = (path, method, body) =>
    page.evaluate(
      async ([to, how, sent]) => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
        return (await fetch(`/api/auth/totp/${to}`, { method: how, headers, body: JSON.stringify(sent) })).text();
      },
      [path, method, body],
    );
  const { secret: elsewhere } = JSON.parse(await call('', 'POST', { password: author.password }));
  assert.match(await call('confirmation/', 'POST', { code: codeOf(elsewhere) }), /recovery_codes/);
  assert.equal(await call('', 'DELETE', { password: author.password, code: codeOf(elsewhere, 1) }), '');
  await page.keyboard.type(codeOf(first));
  await page.keyboard.press('Enter');
  await shown(page, 'Vaxt keçib və ya başqa pəncərədə yenidən başlanılıb. Yenidən başlayın.');
  await clean(page, 'second step, begun again');
  await page.keyboard.type(author.password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Tətbiq üçün QR kod' }).waitFor();
  const second = await page.locator('.step__key').textContent();
  assert.notEqual(second, first);
  await page.keyboard.type(codeOf(second));
  await page.keyboard.press('Enter');
  await shown(page, 'İkiaddımlı giriş qoşuldu');
  await context.close();
});

test('it is turned on with a telephone, at 390 px too', async () => {
  const { page, context } = await openAdmin(started, phone);
  await openMenu(page);
  await page.getByRole('link', { name: 'Hesabım' }).click();
  secret = await turnOn(page, credentials.password);
  await clean(page, 'second step, device');
  assert.ok(await narrow(page), 'nothing is wider than the phone');
  // The picture says what the letters say: nothing of it was fetched from anywhere.
  assert.equal(await page.locator('.step__qr path').count(), 2);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await shown(page, 'Kod səhvdir');
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await shown(page, 'İkiaddımlı giriş qoşuldu');
  recovery = await page.locator('.codes__list code').allTextContents();
  assert.equal(recovery.length, 10);
  await clean(page, 'recovery codes, phone');
  assert.ok(await narrow(page), 'nothing is wider than the phone');
  await page.getByRole('button', { name: 'Kodları saxladım' }).click();
  await shown(page, '10 ehtiyat kodu qalıb');
  assert.equal(await page.locator('.codes__list').count(), 0);
  await context.close();
});

test('signing in asks for the code after the password; wrong ones are told, the right one leads in', async () => {
  const { page, context } = await openPage(started.browser);
  await name(page, credentials);
  await clean(page, 'code at sign-in');
  assert.equal(await page.evaluate(() => document.activeElement.name), 'code');
  await page.keyboard.type(codeOf(secret, 20));
  await page.keyboard.press('Enter');
  await shown(page, 'Kod səhvdir');
  await page.keyboard.type(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
  await context.close();
});

test('without the telephone a recovery code leads in, once', async () => {
  const { page, context } = await openPage(started.browser, phone);
  await name(page, credentials);
  await page.getByRole('button', { name: 'Ehtiyat kodu ilə daxil ol' }).click();
  assert.ok(await narrow(page), 'nothing is wider than the phone');
  await page.keyboard.type(recovery[0].toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
  await context.close();
  const again = await openPage(started.browser);
  await name(again.page, credentials);
  await again.page.getByRole('button', { name: 'Ehtiyat kodu ilə daxil ol' }).click();
  await again.page.keyboard.type(recovery[0]);
  await again.page.keyboard.press('Enter');
  await shown(again.page, 'Kod səhvdir');
  // Back at the name and the password, which are still there.
  await again.page.getByRole('button', { name: 'Geri' }).click();
  assert.equal(await again.page.inputValue('[name=password]'), credentials.password);
  await again.context.close();
});

test('where owners must have it, one sees nothing else until it is on', async () => {
  const cms = await startCms({ seed: false, env: { CMS_REQUIRE_SECOND_STEP: 'owners' } });
  try {
    const { page, context } = await openPage(started.browser);
    const said = [];
    page.on('dialog', (dialog) => {
      said.push(dialog.message());
      dialog.accept().catch(() => {}); // the page may be closed before the answer is back
    });
    await page.goto(`${cms.url}/login`);
    await page.fill('[name=username]', credentials.username);
    await page.fill('[name=password]', credentials.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Əvvəlcə ikiaddımlı girişi qoşun' }).waitFor();
    await clean(page, 'second step needed');
    assert.equal(await page.locator('form[data-mode]').count(), 0);
    const letters = await turnOn(page, credentials.password);
    await page.keyboard.type(codeOf(letters));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Kodları saxladım' }).click();
    await page.waitForSelector('form[data-mode]');
    assert.deepEqual(said, []);
    await context.close();
  } finally {
    await cms.stop();
  }
});
