// Addresses that do not exist: the language of the path, unknown services, unknown posts.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { alive, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

const cases = [
  ['/nowhere/', 'az', '404 – Səhifə tapılmadı', 'Ana səhifəyə qayıdın', '/'],
  ['/en/nowhere/', 'en', '404 - Page Not Found', 'Back to Home', '/en/'],
  ['/ru/nowhere/deep/', 'ru', '404\u00a0— Страница не найдена', 'На главную', '/ru/'],
];

for (const [address, lang, title, back, home] of cases)
  test(`72, 139-141, 271: ${address} is answered in ${lang}`, async () => {
    const { page, context, messages } = await site.open('/robots.txt', { locale: 'en-US' });
    messages.length = 0;
    const answer = await page.goto(site.url + address);
    assert.equal(answer.status(), 404);
    await eventually(async () => assert.equal(await page.getAttribute('html', 'lang'), lang));
    assert.equal(new URL(page.url()).pathname, address, 'nobody is moved');
    assert.equal(await page.locator('h1:visible').innerText(), title);
    assert.match(await page.title(), /^404/);
    const button = page.locator('main a.button:visible');
    assert.equal(await button.innerText(), back);
    assert.equal(await button.getAttribute('href'), home);
    assert.equal(await page.locator('header:visible').count(), 1);
    await alive(page, 'PageVideo');
    assert.equal(await page.locator('video').evaluate((video) => video.muted && video.loop), true, '138');
    assert.deepEqual(
      messages.filter((message) => !/status of 404/.test(message)),
      [],
    );
    await context.close();
  });

test('on paper it is black on white, also where grounds are printed', async () => {
  const { page, context } = await site.open('/nowhere/');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.not-found__media').isVisible(), false);
  const [ground, ink] = await page
    .locator('.not-found')
    .evaluate((part) => [getComputedStyle(part).backgroundColor, getComputedStyle(part.querySelector('h1')).color]);
  assert.deepEqual([ground, ink], ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  await context.close();
});

const heard = [
  ['/nowhere/', 'Əsas məzmuna keçin', 'Yuxarı qayıdın', 'Fon videosunu dayandırın', 'Fon videosunu davam etdirin'],
  ['/en/nowhere/', 'Skip to content', 'Back to top', 'Pause the background video', 'Play the background video'],
  ['/ru/nowhere/', 'Перейти к содержанию', 'Наверх', 'Остановить фоновое видео', 'Запустить фоновое видео'],
];

for (const [address, skip, top, pause, play] of heard)
  test(`${address}: what all languages share is heard in the one of the page`, async () => {
    const { page, context } = await site.open(address);
    await alive(page, 'ScrollTop');
    await alive(page, 'PageVideo');
    assert.equal(await page.locator('.skip-link').textContent(), skip);
    const label = (selector) => page.locator(selector).getAttribute('aria-label');
    assert.equal(await label('.scroll-top'), top);
    const toggle = (words) => eventually(async () => assert.equal(await label('.page-video__toggle'), words));
    await toggle(pause); // it plays by itself
    await page.locator('.page-video__toggle').click();
    await toggle(play);
    await context.close();
  });

describe('113, 267: an unknown post', () => {
  for (const [prefix, text] of [
    ['', null],
    ['/en', 'Blog post not found'],
    ['/ru', null],
  ])
    test(`${prefix}/blog/99999/`, async () => {
      const { page, context } = await site.open(`${prefix}/blog/99999/`);
      const heading = await page.locator('h1:visible').innerText();
      if (text) assert.equal(heading, text);
      else assert.doesNotMatch(heading, /404/);
      assert.equal(await page.locator('main a.button:visible').getAttribute('href'), `${prefix}/blog/`);
      await context.close();
    });
});

test('a missing author or archive is no missing post', async () => {
  for (const address of ['/en/blog/author/nobody/', '/en/blog/archive/99999/3/']) {
    const { page, context } = await site.open(address);
    assert.equal(await page.locator('h1:visible').innerText(), '404 - Page Not Found', address);
    await context.close();
  }
});

describe('60, 91: unknown services', () => {
  for (const prefix of ['', '/en', '/ru'])
    test(`${prefix}/services/nonsense/ shows the audit content, tax and legal lead to tax-legal`, async () => {
      const { page, context } = await site.open(`${prefix}/services/audit/`);
      const audit = await page.locator('h1').innerText();
      await page.goto(`${site.url}${prefix}/services/nonsense/`);
      await page.waitForSelector('html[data-kind=service]');
      assert.equal(await page.locator('h1').innerText(), audit);
      for (const old of ['tax', 'legal']) {
        await page.goto(`${site.url}${prefix}/services/${old}/`);
        await page.waitForURL(`**${prefix}/services/tax-legal/`);
      }
      await context.close();
    });
});

describe('on a host without rules', () => {
  const OLD = { '/old': '/en/faq/', '/shop': 'http://other.localhost/?a=1' };
  // Any static host: files, and 404.html for the rest.
  let host;
  let url;
  before(async () => {
    host = createServer((request, response) => {
      if (request.url === '/redirects.json') return response.end(JSON.stringify(OLD));
      let file = path.join(site.cms.dist, decodeURIComponent(new URL(request.url, 'http://x').pathname));
      if (existsSync(file) && statSync(file).isDirectory()) file = path.join(file, 'index.html');
      const found = existsSync(file);
      if (!found) file = path.join(site.cms.dist, '404.html');
      const type = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }[
        path.extname(file)
      ];
      response.writeHead(found ? 200 : 404, type ? { 'content-type': type } : {});
      createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${host.address().port}`;
  });
  after(() => {
    host?.closeAllConnections();
    host?.close();
  });

  test('a script shows the audit content for an unknown service, redirect pages do the rest', async () => {
    const { page, context } = await site.open('/en/about/');
    await page.goto(`${url}/en/services/nonsense/?a=1`);
    await page.waitForURL('**/en/services/audit/?a=1');
    await page.goto(`${url}/ru/services/tax/`);
    await page.waitForURL('**/ru/services/tax-legal/');
    await page.goto(`${url}/ru/blog/99999/`);
    assert.equal(await page.getAttribute('html', 'lang'), 'ru');
    assert.doesNotMatch(await page.locator('h1:visible').innerText(), /404/);
    await context.close();
  });

  test('an old address leads on with what the visitor brought along, to another site as someone wrote it', async () => {
    const { page, context } = await site.open('/en/about/');
    await page.goto(`${url}/old/?utm_source=x#audit`);
    await page.waitForURL('**/en/faq/?utm_source=x#audit');
    await page.route('http://other.localhost/**', (route) => route.fulfill({ body: 'shop' }));
    await page.goto(`${url}/shop?utm_source=x`);
    await page.waitForURL('http://other.localhost/?a=1');
    await context.close();
  });
});
