// Every kind of page in three languages at two widths: accessible, silent, still, alone and as wide as the window.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { desktop, phone } from '../support/browser.mjs';
import { kinds, startSite, wakeAll } from '../support/visitor.mjs';

const prefixes = { az: '', en: '/en', ru: '/ru' };
let site;
// Without a window Chromium warns of what axe asks the map's frame.
before(async () => (site = await startSite({ whole: true })));
after(() => site?.stop());

/**
 * Collects what the page shifts, before any of its own scripts run, and when faces arrive: on a busy machine the browser may read a face
 * that it has behind the first paint all the same. `late` are the shifts in the frames behind that.
 */
const watchShifts = () => {
  const FRAMES = 100;
  const [shifts, faces] = [[], []];
  // Each by itself: the set says that it has loaded when the last of several has.
  document.fonts.addEventListener('loading', () => {
    for (const face of document.fonts)
      face.loaded.then(
        () => faces.push(performance.now()),
        () => undefined,
      );
  });
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries())
      shifts.push({ value, at: startTime, what: sources.map(({ node }) => node?.className || node?.nodeName).join(', ') });
  }).observe({ type: 'layout-shift', buffered: true });
  window.shifted = () => {
    const isLate = ({ at }) => faces.some((face) => Math.abs(at - face) < FRAMES);
    return { shifts: shifts.filter((one) => !isLate(one)), late: shifts.filter(isLate) };
  };
};

/** How far all words of a page may move when their face comes behind the first paint. */
const LATE_FACES = 0.005;
const sum = (shifts) => shifts.reduce((moved, { value }) => moved + value, 0);

const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] };
const violations = (page) =>
  page.evaluate(async (options) => {
    const { violations: found } = await window.axe.run(document, options);
    return found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target} (${failureSummary})`)
          .join(' | ')}`,
    );
  }, rules);

/** The page as it is seen; once more where the browser stood still. */
const measure = (address, options) => site.drawn(address, (watch) => observe(address, { ...options, watch }));

async function observe(address, options) {
  const { page, context, messages, foreign } = await site.open(address, {
    ...options,
    before: async (fresh) => {
      options.watch?.(fresh.page);
      await fresh.context.addInitScript(watchShifts);
      await fresh.context.addInitScript({ content: axe.source });
      await options.before?.(fresh);
      if (!options.known) return;
      await fresh.page.goto(site.url + address);
      await fresh.page.evaluate(() => document.fonts.ready.then(() => true));
    },
  });
  const failed = await wakeAll(page);
  const found = await violations(page);
  const { shifts, late } = await page.evaluate(() => window.shifted());
  const wide = [];
  if (!options.isMobile) {
    for (const width of [320, 390, 820, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (beyond > 0) wide.push(`${width}: ${beyond} px`);
    }
  }
  await context.close();
  const expected = address.includes('/nowhere/') ? /status of 404/ : /^$/;
  return {
    violations: found,
    failed,
    wide,
    late,
    shifts: sum(late) < LATE_FACES ? shifts : [...shifts, ...late],
    messages: messages.filter((message) => !expected.test(message)),
    foreign: foreign.filter((url) => !(address.endsWith('/contact/') && url.startsWith('https://www.openstreetmap.org/'))),
  };
}

const nothing = { violations: [], failed: [], wide: [], late: [], shifts: [], messages: [], foreign: [] };
// The faces are known from an earlier visit: how far words move that wait for theirs has a test of its own below.
const check = async (address, options) => {
  const seen = await measure(address, { ...options, known: true });
  assert.deepEqual({ ...seen, late: [] }, nothing, address);
};

test('the checks themselves see what is wrong', async () => {
  const wrong = `<p id="late" style="color:#fff;background:#fff;height:90px;width:3000px">pale</p><img src="https://foreign.example/x.png" alt="">
    <script>1</script><button></button>`;
  const seen = await measure('/en/about/', {
    ...desktop,
    before: ({ context }) =>
      context.route('**/en/about/', async (route) => {
        const answer = await route.fetch();
        const html = (await answer.text()).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, (policy) =>
          policy.replace(/img-src[^;]*/, 'img-src *').replace(/style-src[^;]*/, "style-src 'self' 'unsafe-inline'"),
        );
        await route.fulfill({
          response: answer,
          body: html.replace(/(<main[^>]*>)/, `$1${wrong}`).replace(/data-src="[^"]*PageVideo[^"]*"/, 'data-src="/assets/none.js"'),
        });
      }),
  });
  assert.match(seen.violations.join(), /button-name/);
  assert.deepEqual(seen.failed, ['PageVideo']);
  assert.ok(seen.wide.length > 0, 'too wide');
  assert.match(seen.messages.join(), /Content Security Policy/);
  assert.deepEqual(seen.foreign, ['https://foreign.example/x.png']);
});

test('the check of shifts sees one', async () => {
  const { shifts } = await measure('/en/about/', {
    ...desktop,
    before: ({ page }) =>
      page.addInitScript(() =>
        addEventListener('load', () =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              document.querySelector('main').style.marginTop = '200px';
            }),
          ),
        ),
      ),
  });
  assert.ok(shifts.length > 0);
});

// A face comes as several files, and a line that has one of them already waits for the other in the stand-in: no order may move it.
for (const address of ['/', '/blog/', '/en/blog/', '/ru/', '/ru/contact/'])
  for (const [order, isFirst] of [
    ['with the letters of the language first', (url) => !url.includes('latin')],
    ['with Latin first', (url) => url.includes('latin')],
  ])
    test(`faces that come late move next to nothing, ${order}: ${address}`, async () => {
      // The words stand there in another face first, however long that takes.
      const late = ({ context, page }) => {
        const firsts = new Set();
        return context.route('**/*.woff2', async (route) => {
          const url = route.request().url();
          if (isFirst(url)) firsts.add(url);
          await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
          if (!isFirst(url))
            await page.waitForFunction(
              (count) =>
                [...document.fonts].filter(({ family, status }) => !family.includes('Fallback') && status === 'loaded').length >= count,
              firsts.size,
            );
          await route.continue();
        });
      };
      const seen = await measure(address, { ...desktop, before: late });
      const moved = sum([...seen.shifts, ...seen.late]);
      assert.ok(moved < LATE_FACES, `${moved}: ${JSON.stringify(seen)}`);
    });

// Words wait for one face while headings wait for another: the first has moved its own long before the set says that both are here.
test('what a face moves is told from a shift of the page, also while another face is on its way', async () => {
  const oneByOne = ({ context, page }) =>
    context.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      const isBehind = () => {
        const { shifts, late } = window.shifted();
        return [...shifts, ...late].some(({ at }) => performance.now() - at > 300);
      };
      if (route.request().url().includes('display')) await page.waitForFunction(isBehind);
      await route.continue();
    });
  const { shifts, late } = await measure('/', { ...desktop, before: oneByOne });
  assert.deepEqual(shifts, []);
  assert.ok(late.length > 0);
});

for (const [lang, prefix] of Object.entries(prefixes))
  for (const [name, options] of [
    ['1440 px', desktop],
    ['390 px', phone],
  ])
    describe(`320, 323, 326, 329: ${lang} at ${name}: axe, console, policy, foreign requests, shifts${name === '1440 px' ? ', widths 320-1920' : ''}`, () => {
      for (const kind of kinds) test(`${prefix}${kind}`, () => check(prefix + kind, options));
    });

describe('the dark scheme', () => {
  for (const address of ['/en/', '/ru/services/tax-legal/', '/blog/', '/en/blog/1/', '/en/contact/', '/faq/'])
    test(address, () => check(address, { ...desktop, colorScheme: 'dark' }));
});

describe('states that open', () => {
  const open = async (address, options, act) => {
    const { page, context } = await site.wake(address, {
      ...options,
      before: ({ context: fresh }) => fresh.addInitScript({ content: axe.source }),
    });
    await act(page);
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
          .map((one) => one.finished.catch(() => 0)),
      ),
    );
    assert.deepEqual(await violations(page), []);
    await context.close();
  };
  test('services dropdown', () => open('/en/', desktop, (page) => page.locator('.header__services summary').click()));
  test('language menu', () => open('/ru/', desktop, (page) => page.locator('.header__language summary').click()));
  test('menu on a phone', () => open('/', phone, (page) => page.locator('.header__burger').tap()));
  test('category drawer', () => open('/en/blog/', phone, (page) => page.locator('.blog-filters__toggle summary').tap()));
  test('certificate', () => open('/en/', desktop, (page) => page.locator('.certificate button').first().click()));
  test('answer', () => open('/en/faq/', desktop, (page) => page.locator('.faq-browser summary').first().click()));
  test('nothing found', () => open('/en/faq/', desktop, (page) => page.locator('[role=search] input').fill('zzzz')));
  test('form with errors', () => open('/en/contact/', desktop, (page) => page.locator('.contact-form [type=submit]').click()));
  test('search results', () => open('/en/blog/?q=audit', desktop, (page) => page.locator('.blog-search h3').first().waitFor()));
  test('wide layout', () => open('/en/blog/', desktop, (page) => page.locator('.layout-toggle button').nth(1).click()));
});
