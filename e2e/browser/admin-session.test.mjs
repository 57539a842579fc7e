// Who may be in the admin, and what happens to a text when the session ends.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { acceptDialogs, editPost, signIn, startWithBrowser, submit } from '../support/admin.mjs';
import { openPage } from '../support/browser.mjs';
import { credentials } from '../support/cms.mjs';
import { createPosts, readPost } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

const UPDATED = 'Bloq yazısı uğurla yeniləndi!';
const EXPIRED = 'x.y.z';

let cms;
let browser;
let post;
let context;
let page;
let alerts;

const started = startWithBrowser(async () => {
  ({ cms, browser } = started);
  [post] = await createPosts(cms, 1);
});
beforeEach(async () => {
  ({ context, page } = await openPage(browser));
  alerts = acceptDialogs(page);
});
afterEach(() => context.close());

const keys = (target = page) => target.evaluate(() => Object.keys(localStorage).sort());

const openForEditing = (target = page) => editPost(target, post.id);

/** As after fifteen minutes: the server no longer takes the access token. */
const expireAccess = (target = page) => target.evaluate((token) => localStorage.setItem('accessToken', token), EXPIRED);

test('the guards follow the signed-in flag', async () => {
  await page.goto(`${cms.url}/admin`);
  await page.waitForURL('**/login');
  await signIn(page, cms.url);
  assert.equal(await page.title(), 'Blog Management');
  assert.deepEqual(
    (await keys()).filter((key) => key !== 'i18nextLng'),
    ['accessToken', 'isAuthenticated', 'refreshToken'],
  );
  assert.equal(await page.evaluate(() => localStorage.getItem('isAuthenticated')), 'true');
  await page.goto(`${cms.url}/login`);
  await page.waitForURL('**/admin');
});

test('a refused sign-in and an unreachable server say so', async () => {
  await page.goto(`${cms.url}/login`);
  await page.fill('[name=username]', credentials.username);
  await page.fill('[name=password]', 'wrong');
  await page.click('form [type=submit]');
  await page.getByText('Invalid username or password', { exact: true }).waitFor();
  await context.setOffline(true);
  await page.click('form [type=submit]');
  await page.getByText('Server error. Please try again later.', { exact: true }).waitFor();
  assert.deepEqual(await keys(), []);
});

for (const [what, shut] of [
  [
    'forbids',
    () =>
      Object.defineProperty(window, 'localStorage', {
        configurable: true,
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
  ],
  [
    'has no room for',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
]) {
  test(`a browser that ${what} keeping anything: one signs in for as long as the page is there, and saves`, async () => {
    await context.addInitScript(shut);
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('denied', 'SecurityError');
      };
    });
    await signIn(page, cms.url);
    await openForEditing();
    await expireAccess();
    await page.fill('[name=author]', `Yaddaşsız: ${what}`);
    await submit(page).click();
    await until(() => alerts.includes(UPDATED), 'the success alert');
    assert.equal((await readPost(cms, post.id)).author, `Yaddaşsız: ${what}`);
    await page.reload();
    await page.waitForURL('**/login');
  });
}

test('a browser that has become full keeps who is signed in, over reloads and renewals, and forgets them at their word', async () => {
  await signIn(page, cms.url);
  await page.evaluate(() => {
    const filling = { key: 'full of something else', size: 1 << 23, text: '' };
    for (; filling.size >= 1; filling.size /= 2) {
      try {
        localStorage.setItem(filling.key, filling.text + 'x'.repeat(filling.size));
        filling.text += 'x'.repeat(filling.size);
      } catch {
        // Half of it, then.
      }
    }
  });
  await page.reload();
  await page.waitForSelector('form[data-mode]');
  await openForEditing();
  const before = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await expireAccess();
  await page.fill('[name=author]', 'Dolu yaddaş');
  await submit(page).click();
  await until(() => alerts.includes(UPDATED), 'the success alert');
  assert.notEqual(await page.evaluate(() => localStorage.getItem('refreshToken')), before);
  await page.reload();
  await page.waitForSelector('form[data-mode]');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await page.reload();
  await page.waitForSelector('[name=username]');
  assert.deepEqual(
    await page.evaluate(() => ['accessToken', 'refreshToken', 'isAuthenticated'].filter((key) => localStorage.getItem(key) !== null)),
    [],
  );
});

test('logging out removes the keys, revokes the family and leads to /login', async () => {
  await signIn(page, cms.url);
  const refresh = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  assert.deepEqual(await keys(), []);
  const renew = () =>
    fetch(`${cms.url}/api/auth/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
    });
  await until(async () => (await renew()).status === 401, 'the refresh token to be revoked');
});

test('an access token that expires in mid-save is renewed silently and the save repeated', async () => {
  await signIn(page, cms.url);
  await openForEditing();
  await page.fill('[name=author]', 'Yenilənmiş');
  await expireAccess();
  await submit(page).click();
  await until(() => alerts.includes(UPDATED), 'the success alert');
  assert.equal((await readPost(cms, post.id)).author, 'Yenilənmiş');
  assert.notEqual(await page.evaluate(() => localStorage.getItem('accessToken')), EXPIRED);
});

test('when it cannot be renewed, a sign-in dialog opens over the form and the save goes on', async () => {
  await signIn(page, cms.url);
  await openForEditing();
  await page.fill('[name=author]', 'Dialoqdan sonra');
  // At once: what is saved in the background would renew the one with the other.
  await page.evaluate((token) => {
    localStorage.setItem('refreshToken', 'revoked');
    localStorage.setItem('accessToken', token);
  }, EXPIRED);
  await submit(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=username]').fill(credentials.username);
  assert.equal(await page.inputValue('[name=author]'), 'Dialoqdan sonra');
  await dialog.locator('[name=password]').fill(credentials.password);
  await dialog.locator('[type=submit]').click();
  await until(() => alerts.includes(UPDATED), 'the success alert');
  assert.equal((await readPost(cms, post.id)).author, 'Dialoqdan sonra');
});

test('two tabs whose token expired renew it once and both save', async () => {
  await signIn(page, cms.url);
  const second = await context.newPage();
  const secondAlerts = acceptDialogs(second);
  await second.goto(`${cms.url}/admin`);
  await second.waitForSelector('#content_ru');
  let renewals = 0;
  const refused = new Set();
  context.on('response', (answer) => answer.status() === 401 && refused.add(answer.frame().page()));
  // Both have to renew at the same time, however busy the machine is.
  await context.route('**/api/auth/token/refresh/', async (route) => {
    renewals += 1;
    await until(() => refused.size === 2, 'both tabs to be refused');
    await route.continue();
  });
  for (const tab of [page, second]) {
    for (const lang of ['az', 'en', 'ru']) await tab.fill(`[name=title_${lang}]`, `İki vərəq ${lang}`);
    await tab.fill('[name=author]', 'Vərəq');
  }
  const before = await second.evaluate(() => localStorage.getItem('accessToken'));
  await expireAccess();
  // Storage reaches the other tab by a way of its own: it has to be refused as well.
  await second.waitForFunction((token) => localStorage.getItem('accessToken') !== token, before);
  await Promise.all([submit(page).click(), submit(second).click()]);
  const created = (list) => list.includes('Bloq yazısı uğurla yaradıldı!');
  await until(() => created(alerts) && created(secondAlerts), 'both saves');
  assert.equal(renewals, 1);
});

test('a browser that translates pages leaves the fields of a text alone', async () => {
  await signIn(page, cms.url);
  await page.waitForSelector('#content_ru');
  const fields = await page.$$eval('input, textarea, select, [contenteditable=true]', (all) => all.map(({ translate }) => translate));
  assert.ok(fields.length > 12);
  assert.deepEqual(
    fields.filter((translated) => translated),
    [],
  );
});
