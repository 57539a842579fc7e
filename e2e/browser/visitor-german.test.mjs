// A site in a fourth language, as its visitors meet it: the whole CMS with a folder and a code more in its content.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { germanContent } from '../support/german.mjs';
import { sameAddress, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
let home;
before(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'german-'));
  site = await startSite({ env: { CMS_CONTENT: germanContent(path.join(home, 'content')) } });
});
after(async () => {
  await site?.stop();
  rmSync(home, { recursive: true, force: true });
});

const german = { locale: 'de-AT' };

test('a German browser comes to the German page, with query and hash', async () => {
  const { page, context } = await site.open('/about/?a=1#values', german);
  await sameAddress(page, '/de/about/?a=1#values');
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  await context.close();
});

test('the switcher leads to German and is remembered', async () => {
  const { page, context } = await site.open('/en/faq/', { locale: 'en-GB' });
  await page.locator('.header__language summary').click();
  const choice = page.locator('.header__language a[data-lang-choice=de]');
  assert.match(await choice.innerText(), /DE/);
  await choice.click();
  await sameAddress(page, '/de/faq/');
  const again = await context.newPage();
  await again.goto(`${site.url}/contact/`);
  await sameAddress(again, '/de/contact/');
  await context.close();
});

test('what is missing is missing in German, and an unknown service shows the audit', async () => {
  const { page, context } = await site.open('/robots.txt', german);
  const answer = await page.goto(`${site.url}/de/nowhere/`);
  assert.equal(answer.status(), 404);
  await eventually(async () => assert.equal(await page.getAttribute('html', 'lang'), 'de'));
  assert.equal(await page.locator('main [data-not-found]:visible').getAttribute('data-not-found'), 'de');
  await page.goto(`${site.url}/de/services/nonsense/`);
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  assert.equal(
    await page
      .locator('link[rel=canonical]')
      .getAttribute('href')
      .then((href) => new URL(href).pathname),
    '/de/services/audit/',
  );
  await context.close();
});

test('the blog is searched in German, where posts are Azerbaijani and say so', async () => {
  const { page, context } = await site.open('/de/blog/?q=vergi', german);
  const found = page.locator('.blog-search h3 a[href^="/de/blog/"]').first();
  assert.equal(await found.getAttribute('lang'), 'az');
  await found.click();
  await page.waitForURL(/\/de\/blog\/\d+\/$/);
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  assert.ok((await page.locator('main [lang=az]').count()) > 0);
  await context.close();
});

for (const [what, options] of [
  ['desktop', {}],
  ['phone', phone],
])
  test(`nothing is wrong with German pages for those who cannot see them (${what})`, async () => {
    for (const address of ['/de/', '/de/blog/1/', '/de/contact/']) {
      const { page, context } = await site.open(address, { ...german, ...options });
      await clean(page, address);
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true,
        `${address} is as wide as the screen`,
      );
      await context.close();
    }
  });
