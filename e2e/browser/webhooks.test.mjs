// Webhooks: an owner adds one, a receiver checks what it is told with nothing but the secret, the log shows what became of it.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

const SHOTS = process.env.SHOTS;
let owner;
let secret;
let status = 200;
const calls = [];

const receiver = createServer((request, answer) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    calls.push({ headers: request.headers, body });
    answer.writeHead(status).end();
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${receiver.address().port}/told`;
after(() => receiver.close());

const started = startWithBrowser(async () => {
  owner = (await openAdmin(started)).page;
});

/** As docs/operations.md says. */
function isSigned({ headers, body }) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const own = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const age = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']));
  return age < 300 && headers['webhook-signature'].split(' ').includes(own);
}
const told = (count) => until(() => calls.length >= count && calls, `call ${count}`, { timeout: 120_000 });
const shown = (page, text) => page.getByText(text, { exact: true }).first().waitFor({ timeout: 60_000 });

test('a webhook is added by keyboard, and its secret is shown once', async () => {
  await owner.getByRole('link', { name: 'Vebhuklar' }).click();
  await owner.getByLabel('Bildiriş ünvanı').focus();
  await owner.keyboard.type('http://hooks.site.example/');
  await owner.keyboard.press('Enter');
  await owner.getByText('Şifrəsiz http:// yalnız bu kompüterə olar. https:// ünvanı yazın.').waitFor();
  await clean(owner, 'webhooks, refused');
  await owner.getByLabel('Bildiriş ünvanı').fill(url);
  await owner.keyboard.press('Enter');
  const field = owner.getByLabel('İmza açarı');
  await field.waitFor();
  secret = await field.inputValue();
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  await clean(owner, 'webhooks, secret');
  if (SHOTS) await owner.screenshot({ path: `${SHOTS}/webhooks-secret-1440-az.png` });
  await owner.reload();
  await owner.getByText('Hələ heç nə göndərilməyib.').waitFor();
  assert.ok(!(await owner.content()).includes(secret));
});

test('a test arrives and is signed', async () => {
  await owner.getByRole('button', { name: `${url}: sınaq göndər` }).press('Enter');
  const [call] = await told(1);
  assert.ok(isSigned(call));
  assert.equal(JSON.parse(call.body).type, 'webhook.test');
  await shown(owner, 'Çatdırılıb');
});

test('a publication is told, and what fails can be sent again', async () => {
  status = 500;
  const form = new FormData();
  for (const lang of ['az', 'en', 'ru']) {
    form.set(`title_${lang}`, 'Yeni yazı');
    form.set(`content_${lang}`, '<p>Yeni yazı</p>');
  }
  form.set('author', 'Aygün');
  const pair = await owner.evaluate(
    async ([username, password]) => {
      const answer = await fetch('/api/auth/token/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      return answer.json();
    },
    ['admin', 'correct-horse-battery-staple'],
  );
  const made = await fetch(`${started.cms.url}/api/blog/posts/`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${pair.access}` },
  });
  assert.equal(made.status, 201);
  const call = (await told(2))[1];
  assert.ok(isSigned(call));
  const { type, data } = JSON.parse(call.body);
  assert.equal(type, 'site.published');
  assert.deepEqual(
    data.posts.map(({ languages }) => languages.map(({ language }) => language)),
    [['az', 'en', 'ru']],
  );
  assert.match(data.posts[0].languages[1].url, /\/en\/blog\/\d+\/$/);
  await owner.reload();
  await owner
    .getByText(/^Cavab 500 · /)
    .first()
    .waitFor({ timeout: 60_000 });
  await owner.getByRole('button', { name: `${url}: göndərişlər` }).click();
  await clean(owner, 'webhooks, log');
  if (SHOTS) await owner.screenshot({ path: `${SHOTS}/webhooks-log-1440-az.png` });
  status = 200;
  await owner
    .getByRole('button', { name: /yenidən göndər$/ })
    .first()
    .click();
  const again = (await told(3)).at(-1);
  assert.equal(again.headers['webhook-id'], call.headers['webhook-id']);
  assert.ok(isSigned(again));
  await owner.locator('[data-delivery]').first().getByText('Çatdırılıb').waitFor({ timeout: 60_000 });
});

test('at 390 px in three languages, light and dark, and removed by a finger', async () => {
  const { page, context } = await openAdmin(started, phone);
  const log = { az: 'göndərişlər', en: 'deliveries', ru: 'отправки' };
  for (const language of ['en', 'ru', 'az']) {
    for (const [name, where] of [
      ['390', page],
      ['1440', owner],
    ]) {
      await where.evaluate((code) => localStorage.setItem('i18nextLng', code), language);
      await where.goto(`${started.cms.url}/admin/webhooks`);
      await where.getByRole('button', { name: `${url}: ${log[language]}` }).click();
      await where.locator('[data-delivery]').first().waitFor();
      assert.ok(await where.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}, ${language}`);
      await clean(where, `webhooks, ${name}, ${language}`);
      if (SHOTS) await where.screenshot({ path: `${SHOTS}/webhooks-${name}-${language}.png`, fullPage: true });
    }
  }
  await owner.emulateMedia({ colorScheme: 'dark' });
  await clean(owner, 'webhooks, dark');
  if (SHOTS) await owner.screenshot({ path: `${SHOTS}/webhooks-1440-dark.png` });
  await page.getByRole('button', { name: `${url}: sil` }).tap();
  await page.getByText(`${url} silindi.`).waitFor();
  await context.close();
});
