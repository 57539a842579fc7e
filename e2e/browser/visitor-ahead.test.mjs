// From page to page: what the browser may fetch before a link is followed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, kinds, startSite } from '../support/visitor.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

/** Opens a page and collects what the browser says about its rules: mistakes in them, addresses that they name, fetches of these. */
async function watch(address) {
  const opened = await site.open('/404-of-nobody/');
  const client = await opened.context.newCDPSession(opened.page);
  const seen = { rules: [], named: new Set(), fetched: new Map() };
  client.on('Preload.ruleSetUpdated', ({ ruleSet }) => seen.rules.push(ruleSet));
  client.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    for (const { key } of preloadingAttemptSources) seen.named.add(new URL(key.url).pathname);
  });
  client.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => seen.fetched.set(new URL(prefetchUrl).pathname, status));
  await client.send('Preload.enable');
  await opened.page.goto(site.url + address);
  return { ...opened, seen };
}

describe('what is fetched before a link is followed', () => {
  test('the rules are read without a mistake on every kind of page, and the policy allows them', async () => {
    for (const kind of kinds) {
      const { context, messages, seen } = await watch(`/en${kind}`);
      await eventually(() => assert.ok(seen.rules.some(({ sourceText }) => sourceText.includes('prefetch')), kind));
      assert.deepEqual(seen.rules.filter(({ errorType }) => errorType), [], kind);
      assert.deepEqual(messages.filter((message) => /policy|speculation/i.test(message)), [], kind);
      await context.close();
    }
  });

  test('they name every page that is linked, no file, no feed, and nothing of the admin', async () => {
    const { page, context, seen } = await watch('/en/blog/');
    const linked = await page.evaluate(() => {
      for (const address of ['/admin/', '/api/blog/posts/', '/feed.xml', '/media/a.pdf', 'https://other.example/'])
        document.querySelector('main').append(Object.assign(document.createElement('a'), { href: address, textContent: address }));
      const links = [...document.querySelectorAll('a[href]:not([data-in-place])')].filter((link) => link.origin === location.origin && link.checkVisibility());
      return [...new Set(links.map((link) => link.pathname))].filter((name) => name.endsWith('/') && !/^\/(admin|api)\//.test(name) && name !== location.pathname);
    });
    assert.ok(linked.length >= 10);
    await eventually(() => assert.deepEqual(linked.filter((name) => !seen.named.has(name)), []));
    assert.deepEqual([...seen.named].filter((name) => !name.endsWith('/') || /^\/(admin|api)\//.test(name)), []);
    assert.equal(seen.named.has('/en/blog/page/2/'), false, 'what the list fetches itself');
    await context.close();
  });

  test('a link under the pointer is fetched, and who follows it has the page', async () => {
    const { page, context, seen } = await watch('/en/about/');
    await page.locator('.header__list a[href="/en/contact/"]').first().hover();
    await eventually(() => assert.match(seen.fetched.get('/en/contact/') ?? 'not asked for', /Ready|Success/));
    await page.locator('.header__list a[href="/en/contact/"]').first().click();
    await page.waitForURL('**/en/contact/');
    await context.close();
  });

  test('who follows another link than the one under the pointer arrives there', async () => {
    const { page, context, messages } = await watch('/en/about/');
    await page.locator('.header__list a[href="/en/contact/"]').first().hover();
    await page.locator('.header__list a[href="/en/blog/"]').first().click();
    await page.waitForURL('**/en/blog/');
    assert.deepEqual(messages.filter((message) => /^error/.test(message) && !/404/.test(message)), []);
    await context.close();
  });
});
