// When the admin can be used on a slow line: from the navigation until the sign-in takes a letter, or until the form and the cards of the posts
// are there. Chromium's own throttling (150 ms a request, 1.6 Mbit/s down), no TLS; a first visit with nothing stored, and the next one.
import { credentials, startCms } from '../e2e/support/cms.mjs';
import { desktop, launch } from '../e2e/support/browser.mjs';
import { signIn } from '../e2e/support/admin.mjs';
import { median, row, time } from './measure.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8), uploadThroughput: (0.75e6 / 8) };
/** What must be there before a view can be used. */
const VIEWS = { 'sign-in': ['/login', 'form [name=password]'], posts: ['/admin', 'form[data-mode] [name=title_az], [data-post-id]'] };

/** Notes when everything of a list of selectors is on the page and two frames have been drawn since. */
function watch(selectors) {
  const look = () => {
    const there = selectors.split(', ').every((selector) => document.querySelector(selector));
    if (there) requestAnimationFrame(() => requestAnimationFrame(() => (window.usableAt = performance.now())));
    else requestAnimationFrame(look);
  };
  look();
}

async function arrive(page, url, slowdown) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => window.usableAt);
  return found.jsonValue();
}

const cms = await startCms({ seed: true });
const browser = await launch();

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
  for (const [name, [path, selectors]] of Object.entries(VIEWS)) {
    for (const slowdown of [1, 4]) {
      const [first, next] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        // Signed in or not, with nothing in the cache. No request is looked at: that would switch the cache off.
        const context = await browser.newContext({ ...desktop, locale: 'az-AZ', storageState: name === 'posts' ? session : undefined });
        for (const times of [first, next]) {
          const page = await context.newPage();
          await page.addInitScript(watch, selectors);
          times.push(await arrive(page, cms.url + path, slowdown));
          await page.close();
        }
        await context.close();
      }
      row(name, slowdown === 1 ? 'as it is' : `${slowdown} times slower`, time(median(first)), time(median(next)));
    }
  }
} finally {
  await browser.close();
  await cms.stop();
}
