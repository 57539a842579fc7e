// The real site served by the real CMS, as a visitor meets it. One CMS and one browser for a file of tests.
import assert from 'node:assert/strict';
import { launch, openPage } from './browser.mjs';
import { startCms } from './cms.mjs';
import { eventually } from './waiting.mjs';

/**
 * @param {Parameters<typeof startCms>[0] & { whole?: boolean }} [options] `whole`: in Chromium with its window (see `launch`)
 * @returns `open(path, options)` opens a page in a context of its own, ready when the header is alive (if scripts run).
 */
export async function startSite({ whole = false, ...options } = {}) {
  const cms = await startCms(options);
  // Either that nobody stops would keep a failed run from ending.
  let browser = await launch({ whole }).catch(async (error) => {
    await cms.stop();
    throw error;
  });
  return {
    cms,
    url: cms.url,
    async open(address, { before, ...context } = {}) {
      const opened = await openPage(browser, context);
      await before?.(opened);
      await opened.page.goto(cms.url + address);
      return opened;
    },
    /**
     * What `work(watch)` gives. When that takes longer than `patience` (milliseconds), it says how the page that `watch` was given stands, and begins
     * once more in a new browser: Chromium stands still now and then (docs/decisions.md), a page that is at fault does so again and fails.
     */
    async drawn(address, work, patience = 60_000) {
      let page;
      const watch = (opened) => (page = opened);
      const first = await within(patience, work(watch));
      if (first) return first.value;
      console.error(`After ${patience / 1000} s ${await howItStands(address, page)}: once more in a new browser.`);
      await this.relaunch();
      const second = await within(2 * patience, work(watch));
      if (second) return second.value;
      throw new Error(`Twice, and in a new browser, ${await howItStands(address, page)}`);
    },
    /** A page of which everything was shown (see `wakeAll`), and the islands that `failed`; once more as `drawn` does it. */
    wake(address, options, patience) {
      const work = async (watch) => {
        const opened = await this.open(address, {
          ...options,
          async before(fresh) {
            watch(fresh.page);
            await options?.before?.(fresh);
          },
        });
        return { ...opened, failed: await wakeAll(opened.page) };
      };
      return this.drawn(address, work, patience);
    },
    /** Goes on with a new browser; one that stands still may not even close. */
    async relaunch() {
      void browser.close().catch(() => {});
      browser = await launch({ whole });
    },
    async stop() {
      await browser.close();
      await cms.stop();
    },
  };
}

/** The `value` that `work` gives, or nothing if that takes longer. */
function within(milliseconds, work) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
  const done = work.then((value) => ({ value }));
  done.catch(() => {}); // when it fails after all, nobody waits for it any more
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** What a page that does not get on is at: whether it answers at all, is shown, and is drawn. */
async function howItStands(address, page) {
  const told = page?.evaluate(async () => {
    const drawn = new Promise((done) => requestAnimationFrame(() => done('is drawn')));
    const not = new Promise((done) => setTimeout(() => done('is not drawn'), 2000));
    return `${document.readyState}, ${document.visibilityState}, ${await Promise.race([drawn, not])}`;
  });
  const how = told && (await within(10_000, told.catch(String)));
  return `${address} was not done (${how?.value ?? 'answers nothing'})`;
}

/** The island is alive. What hydrates when it comes into view is brought there, what waits for the visitor is touched. */
export async function alive(page, name) {
  const island = page.locator(`[data-island="${name}"]`);
  await island.first().waitFor({ state: 'attached' });
  const trigger = await island.first().getAttribute('data-hydrate');
  if (trigger === 'visible') await island.first().scrollIntoViewIfNeeded();
  if (trigger === 'interaction') await touch(island.first());
  await page.waitForFunction((wanted) => document.querySelector(`[data-island="${wanted}"]`).matches('[data-hydrated]'), name);
}

/** Passes the pointer over what waits for the visitor's first gesture. */
async function touch(island) {
  await island.waitFor({ state: 'attached' });
  // Its listeners come with the loader, which may not have run yet: the page's other islands tell.
  await island.page().waitForFunction(() => document.querySelector('[data-island=ScrollTop][data-hydrated]'));
  await island.dispatchEvent('pointerover');
}

/** The page has drawn twice, and done what stood in line before. */
export const twoFrames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Keeps an island's code (`Name`) from a page until it is released: `before` is for `open`. */
export function heldBack(name) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const before = ({ context }) => context.route(`**/assets/${name}-*.js`, (route) => released.then(() => route.continue()));
  return { before, release };
}

/** What has the focus: its text or its label. */
export const focused = (page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim();
  });

/** Where in the page a screen reader finds something to follow or to press: in the header, in the text and so on. */
export async function reachable(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const places = new Set();
  for (const { ignored, role, backendDOMNodeId } of nodes) {
    if (ignored || !['link', 'button', 'heading', 'DisclosureTriangle'].includes(role?.value)) continue;
    const { object } = await client.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId });
    const { result } = await client.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration:
        "function () { return this.closest?.('nav.blog-filters__panel, .blog-filters, header, main, footer, dialog')?.className || this.closest?.('main, .skip-link, [data-island]')?.localName; }",
    });
    places.add(result.value);
  }
  await client.detach();
  return [...places].sort();
}

/** The page cannot be scrolled by the visitor. */
export const locked = (page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden');

export const scrollTo = (page, top) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

/** The page at the address `expected` is there, with its styles: before they have come everything in it is seen. */
export async function sameAddress(page, expected) {
  await eventually(() => {
    const { pathname, search, hash } = new URL(page.url());
    assert.equal(pathname + search + hash, expected);
  });
  await page.waitForLoadState();
}

/** Every kind of page, without its language. */
export const kinds = [
  '/',
  '/about/',
  '/services/',
  '/services/tax-legal/',
  '/blog/',
  '/blog/page/2/',
  '/blog/category/audit/',
  '/blog/1/',
  '/contact/',
  '/faq/',
  '/terms/',
  '/nowhere/',
];

/**
 * Shows every island to the page, from top to bottom, touches those that wait for that, and waits until each is alive
 * (but for one that waits for a question in the address). A page of which everything is shown is where Chromium stands still.
 */
export async function wakeAll(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const step = innerHeight * 0.8;
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await frame();
  });
  for (const island of await page.locator('[data-hydrate=interaction]').all()) await touch(island);
  await page.waitForFunction(() => {
    const due = location.search ? '' : ':not([data-hydrate^=query])';
    const islands = [...document.querySelectorAll(`[data-island]${due}`)];
    return islands.every((island) => 'hydrated' in island.dataset || 'failed' in island.dataset);
  });
  return page.evaluate(() => [...document.querySelectorAll('[data-failed]')].map((island) => island.dataset.island));
}
