// From page to page: what the browser may fetch before a link is followed, and how one page gives way to the next.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { kinds, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

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
      await eventually(() =>
        assert.ok(
          seen.rules.some(({ sourceText }) => sourceText.includes('prefetch')),
          kind,
        ),
      );
      assert.deepEqual(
        seen.rules.filter(({ errorType }) => errorType),
        [],
        kind,
      );
      assert.deepEqual(
        messages.filter((message) => /policy|speculation/i.test(message)),
        [],
        kind,
      );
      await context.close();
    }
  });

  test('they name every page that is linked, no file, no feed, and nothing of the admin', async () => {
    const { page, context, seen } = await watch('/en/blog/');
    const linked = await page.evaluate(() => {
      for (const address of ['/admin/', '/api/blog/posts/', '/feed.xml', '/media/a.pdf', 'https://other.example/'])
        document.querySelector('main').append(Object.assign(document.createElement('a'), { href: address, textContent: address }));
      const links = [...document.querySelectorAll('a[href]:not([data-in-place])')].filter(
        (link) => link.origin === location.origin && link.checkVisibility(),
      );
      return [...new Set(links.map((link) => link.pathname))].filter(
        (name) => name.endsWith('/') && !/^\/(admin|api)\//.test(name) && name !== location.pathname,
      );
    });
    assert.ok(linked.length >= 10);
    await eventually(() =>
      assert.deepEqual(
        linked.filter((name) => !seen.named.has(name)),
        [],
      ),
    );
    assert.deepEqual(
      [...seen.named].filter((name) => !name.endsWith('/') || /^\/(admin|api)\//.test(name)),
      [],
    );
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
    assert.deepEqual(
      messages.filter((message) => /^error/.test(message) && !/404/.test(message)),
      [],
    );
    await context.close();
  });
});

describe('how a page gives way to the next', () => {
  /** Follows a link in the page to each address in turn; how long the page that came took to fade in, in milliseconds, by its path. */
  async function follow(reducedMotion, addresses) {
    const before = ({ context }) =>
      context.addInitScript(() =>
        addEventListener('pagereveal', async ({ viewTransition }) => {
          await viewTransition?.ready;
          const fades = document.getAnimations().filter(({ effect }) => effect.pseudoElement?.startsWith('::view-transition'));
          window.fade = viewTransition ? Math.max(0, ...fades.map(({ effect }) => effect.getComputedTiming().duration)) : null;
        }),
      );
    const { page, context, messages } = await site.open('/en/about/', { reducedMotion, before });
    const fades = [];
    for (const address of addresses) {
      await page.locator(`a[href="${address}"]`).first().click();
      await page.waitForURL(`**${address}`);
      const fade = await page.waitForFunction(() => window.fade !== undefined && [window.fade]);
      fades.push(...(await fade.jsonValue()));
    }
    await context.close();
    return { fades, errors: messages.filter((message) => /transition|policy/i.test(message)) };
  }
  const header = ['/en/contact/', '/en/blog/', '/en/faq/', '/en/about/'];

  test('each page fades into the next, and the browser has nothing to complain of', async () => {
    const addresses = [...header, ...header, ...header];
    const { fades, errors } = await follow('no-preference', addresses);
    assert.deepEqual(
      fades,
      addresses.map(() => 120),
    );
    assert.deepEqual(errors, []);
  });

  test('an address that only leads on says nothing of it either', async () => {
    const { page, context, messages } = await site.open('/en/about/', { reducedMotion: 'no-preference' });
    const link = page.locator('a[href="/en/services/tax/"]').first();
    await link.click();
    await page.waitForURL('**/en/services/tax-legal/');
    assert.deepEqual(
      messages.filter((message) => /^error/.test(message)),
      [],
    );
    await context.close();
  });

  test('who wants less motion sees the next page at once', async () => {
    const { fades, errors } = await follow('reduce', header);
    assert.ok(
      fades.every((fade) => fade !== null && fade <= 1),
      `${fades}`,
    );
    assert.deepEqual(errors, []);
  });
});
