// Screens beside the posts when things go wrong: late answers, lost connections, empty and wrong fields, narrow windows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, openMenu, speak, startWithBrowser } from '../support/admin.mjs';
import { openPage, phone } from '../support/browser.mjs';
import { credentials } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

const PASSWORD = 'sözlər və rəqəmlər';
const NAME = 'Aygün';
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
    template_params: { from_name: 'İlqar', from_email: 'ilqar@example.az', phone: '', subject: 'tax', message: 'Salam' },
  });
  const invited = await (
    await send('/api/users/invitations/', { username: NAME, role: 'author' }, { authorization: `Bearer ${await started.cms.token()}` })
  ).json();
  await send(`/api/invitations/${invited.url.split('invitation=')[1]}/`, { password: PASSWORD });
});

const shown = (page, text) => page.getByText(text).first().waitFor();
const focused = (page, name) => until(() => page.evaluate((field) => document.activeElement.name === field, name), `the focus in ${name}`);
/** Requests that wait; `lose` ends them without an answer. */
async function holding(page, url, method) {
  let lose;
  let asked;
  const held = new Promise((resolve) => (lose = resolve));
  const came = new Promise((resolve) => (asked = resolve));
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked();
    await held;
    return route.abort();
  });
  return { lose, came };
}

test('a message that is not archived says so though its folder was left, and is there again by keyboard alone', async () => {
  const { page, context } = await openAdmin(started);
  await page.getByRole('link', { name: /Mesajlar/ }).click();
  await page.getByRole('button', { name: /İlqar/ }).click();
  const { lose, came } = await holding(page, '**/api/messages/*/', 'PATCH');
  await page.getByRole('button', { name: 'Arxivə qoy' }).press('Enter');
  await came;
  await page.getByRole('button', { name: 'Arxiv', exact: true }).press('Enter');
  await shown(page, 'Burada mesaj yoxdur.');
  lose();
  await shown(page, 'Mesaj (İlqar): Alınmadı. Bir azdan yenidən cəhd edin.');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Arxiv');
  await page.getByRole('button', { name: /^Yeni/ }).press('Enter');
  await page.getByRole('button', { name: /İlqar/ }).waitFor();
  assert.equal(await page.getByText(/^Mesaj \(İlqar\)/).count(), 0);
  await context.close();
});

test('a list that did not arrive is asked for again by keyboard; the focus is at its title then', async () => {
  const { page, context } = await openAdmin(started);
  let lost = true;
  await page.route('**/api/messages/?*', (route) => (lost ? route.abort() : route.fallback()));
  await page.getByRole('link', { name: /Mesajlar/ }).click();
  const again = page.getByRole('button', { name: 'Yenidən yüklə' });
  await again.press('Enter');
  await until(async () => (await again.getAttribute('aria-disabled')) === 'false', 'the second failure');
  assert.ok(await again.evaluate((button) => button === document.activeElement));
  lost = false;
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /İlqar/ }).waitFor();
  await until(() => page.evaluate(() => document.activeElement.id === 'inbox-title'), 'the focus at the title');
  await context.close();
});

test('one’s own password: the page leads to each field that is wrong, and keeps what was typed before the answer', async () => {
  const { page, context } = await openAdmin(started, {}, { username: NAME, password: PASSWORD });
  await page.getByRole('link', { name: 'Hesabım' }).click();
  await page.locator('.person').first().waitFor();
  const submit = page.getByRole('button', { name: 'Parolu dəyiş' });
  await submit.press('Enter');
  await focused(page, 'current');
  await shown(page, 'İndiki parolunuzu yazın.');
  await page.keyboard.type('başqa');
  await page.fill('[name=password]', 'qısa');
  await page.press('[name=password]', 'Enter');
  await focused(page, 'password');
  await page.keyboard.type(`${PASSWORD} 2`);
  await page.fill('[name=again]', `${PASSWORD} 2`);
  await page.press('[name=again]', 'Enter');
  await shown(page, 'İndiki parol səhvdir.');
  await focused(page, 'current');
  assert.equal(await page.getAttribute('[name=current]', 'aria-invalid'), 'true');
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route('**/api/auth/password/', async (route) => {
    await held;
    return route.fallback();
  });
  // Typed over what is selected.
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.fill('[name=again]', 'sonra yazılan');
  answer();
  await shown(page, 'Parol dəyişdi.');
  assert.deepEqual(await page.locator('.password-form [name]:visible').evaluateAll((fields) => fields.map(({ value }) => value)), [
    '',
    '',
    'sonra yazılan',
  ]);
  await context.close();
});

test('signing in by keyboard: an empty field is asked for in the language of the page, and a refusal gives the focus back', async () => {
  const { page, context } = await openPage(started.browser, { locale: 'en-GB' });
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ru'));
  await page.goto(`${started.cms.url}/login`);
  await focused(page, 'username');
  await page.keyboard.press('Enter');
  await shown(page, 'Введите имя пользователя и пароль.');
  await focused(page, 'username');
  await page.keyboard.type(credentials.username);
  await page.keyboard.press('Enter');
  await focused(page, 'password');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await shown(page, 'Invalid username or password');
  await focused(page, 'password');
  await context.close();
});

test('on a phone what can be done with somebody stands in one row, in three languages', async () => {
  const { page, context } = await openAdmin(started, phone);
  await openMenu(page);
  await page.getByRole('link', { name: 'Əməkdaşlar' }).click();
  await page.locator('.person').nth(1).waitFor();
  for (const language of ['AZ', 'EN', 'RU']) {
    await speak(page, language);
    const rows = await page
      .locator('.person__tools')
      .evaluateAll((all) =>
        all.map((tools) => new Set([...tools.querySelectorAll('button')].map((one) => one.getBoundingClientRect().top)).size),
      );
    assert.deepEqual(rows, [1, 1], language);
    const [select, name] = await page.evaluate(() =>
      ['.person select', '.person__name'].map((one) => document.querySelector(one).getBoundingClientRect().left),
    );
    assert.equal(select, name, language);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language);
  }
  await context.close();
});

test('on a phone nobody’s last button stands alone in its row, though there are three; a framed one begins where words begin', async () => {
  const { page, context } = await openAdmin(started, phone);
  await page.route('**/api/users/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: (await answer.json()).map((user) => ({ ...user, second_step: true })) });
  });
  await page.route('**/api/webhooks/', (route) =>
    route.fulfill({
      json: [
        {
          id: 1,
          url: 'https://hooks.site.example/',
          created_at: '2026-11-01T08:00:00Z',
          created_by: 'leyla',
          disabled_at: null,
          last: null,
        },
      ],
    }),
  );
  await openMenu(page);
  await page.getByRole('link', { name: 'Vebhuklar' }).click();
  await page.locator('.webhook').waitFor();
  const [button, words] = await page.evaluate(() =>
    ['.webhook .button', '.webhook .person__name'].map((one) => document.querySelector(one).getBoundingClientRect().left),
  );
  assert.equal(button, words);
  await openMenu(page);
  await page.getByRole('link', { name: 'Əməkdaşlar' }).click();
  await page.locator('.person').nth(1).waitFor();
  for (const language of ['AZ', 'EN', 'RU']) {
    await speak(page, language);
    const tops = await page
      .locator('.person', { hasText: NAME })
      .locator('.person__tools button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(tops.length, 3, language);
    assert.equal(tops[1], tops[2], language);
  }
  await context.close();
});

test('whoever took an invitation up and could not be signed in is told so at the sign-in, and gets in there', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await started.cms.token()}` };
  const { url } = await (
    await fetch(`${started.cms.url}/api/users/invitations/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username: 'Nərmin', role: 'author' }),
    })
  ).json();
  const { page, context } = await openPage(started.browser);
  await page.route('**/api/auth/token/', (route) => route.abort(), { times: 1 });
  await page.goto(`${started.cms.url}/login#${url.split('#')[1]}`);
  await page.fill('[name=password]', PASSWORD);
  await page.fill('[name=again]', PASSWORD);
  await page.keyboard.press('Enter');
  await shown(page, 'Nərmin, hesabınız hazırdır');
  await focused(page, 'username');
  assert.equal(page.url(), `${started.cms.url}/login`);
  await page.keyboard.type('Nərmin');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
  await context.close();
});
