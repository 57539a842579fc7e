// When the admin can be used on a slow line: from the navigation until the sign-in takes a letter, until the cards of the posts are there (the admin's first
// view), and until their form is as well (its code comes behind it). Chromium's own throttling (150 ms a request, 1.6 Mbit/s down), no TLS; a first visit
// with nothing stored, and the next one.
import { credentials, startCms } from '../e2e/support/cms.mjs';
import { desktop, launch } from '../e2e/support/browser.mjs';
import { signIn } from '../e2e/support/admin.mjs';
import { median, row, time } from './measure.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** An address, and what must be there before it can be used, step by step. */
const VIEWS = {
  'sign-in': ['/login', { 'sign-in': 'form [name=password]' }],
  posts: ['/admin', { cards: '[data-post-id]', 'cards and form': '[data-post-id], form[data-mode] [name=title_az]' }],
};

/** Notes of each step when everything of its list of selectors is on the page and two frames have been drawn since. */
function watch(steps) {
  window.usableAt = {};
  const look = ([name, selectors]) => {
    const there = selectors.split(', ').every((selector) => document.querySelector(selector));
    if (there) requestAnimationFrame(() => requestAnimationFrame(() => (window.usableAt[name] = performance.now())));
    else requestAnimationFrame(() => look([name, selectors]));
  };
  Object.entries(steps).forEach(look);
}

async function arrive(page, url, steps, slowdown) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction((count) => Object.keys(window.usableAt).length === count, Object.keys(steps).length);
  return page.evaluate(() => window.usableAt);
}

const cms = await startCms({ seed: true });
const browser = await launch({ whole: true });

/** Of a browser that is signed in. */
async function signedIn() {
  const context = await browser.newContext(desktop);
  await signIn(await context.newPage(), cms.url, credentials);
  const state = await context.storageState();
  await context.close();
  return state;
}

try {
  const session = await signedIn();
  row('view', 'processor', 'first visit', 'next visit');
  row('---', '---', '---', '---');
  for (const [name, [path, steps]] of Object.entries(VIEWS)) {
    for (const slowdown of [1, 4]) {
      const [first, next] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        // Signed in or not, with nothing in the cache. No request is looked at: that would switch the cache off.
        const context = await browser.newContext({ ...desktop, locale: 'az-AZ', storageState: name === 'posts' ? session : undefined });
        for (const times of [first, next]) {
          const page = await context.newPage();
          await page.addInitScript(watch, steps);
          times.push(await arrive(page, cms.url + path, steps, slowdown));
          await page.close();
        }
        await context.close();
      }
      for (const step of Object.keys(steps)) {
        const of = (visits) => time(median(visits.map((times) => times[step])));
        row(step, slowdown === 1 ? 'as it is' : `${slowdown} times slower`, of(first), of(next));
      }
    }
  }
} finally {
  await browser.close();
  await cms.stop();
}
