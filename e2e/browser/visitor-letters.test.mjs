// Letters that the visitor has set larger, up to twice as large (WCAG 1.4.4): nothing is wider than a phone, and the menu is at hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from '../support/browser.mjs';
import { startCms } from '../support/cms.mjs';
import { fill } from '../support/contact.mjs';
import { alive, kinds } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let cms;
/** Pairs of what these selectors name that lie over each other. */
const overlapping = (page, selectors) =>
  page.evaluate((all) => {
    const parts = [...document.querySelectorAll(all)].map((element) => [element.textContent.trim(), element.getBoundingClientRect()]);
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return parts.flatMap(([words, box], at) =>
      parts
        .slice(at + 1)
        .filter(([, other]) => over(box, other))
        .map(([others]) => `${words} / ${others}`),
    );
  }, selectors);
const figures = '.service-figure__stat, .trust-card, .service-intro .button';

before(async () => {
  cms = await startCms();
});
after(() => cms?.stop());

for (const letters of [24, 32])
  test(`letters of ${letters} pixels`, async () => {
    const browser = await launch({ letters });
    try {
      for (const prefix of ['', '/en', '/ru']) {
        const { page, context } = await openPage(browser, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
        for (const address of kinds) {
          await page.goto(cms.url + prefix + address);
          await page.evaluate(() => document.fonts.ready);
          for (const width of [320, 390]) {
            await page.setViewportSize({ width, height: 844 });
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `${prefix}${address} is ${wide} wide at ${width}`);
            const broken = await page
              .locator('.figure__value')
              .evaluateAll((figures) =>
                figures
                  .filter((figure) => figure.clientHeight > 1.5 * parseFloat(getComputedStyle(figure).lineHeight))
                  .map((figure) => figure.textContent),
              );
            assert.deepEqual(broken, [], `figures of ${prefix}${address} at ${width}`);
            assert.deepEqual(await overlapping(page, figures), [], `${prefix}${address} at ${width}`);
            const outside = await page
              .locator('.hero-slider__bar button')
              .evaluateAll(
                (buttons) => buttons.filter((button) => button.getBoundingClientRect().left < 0 && button.checkVisibility()).length,
              );
            assert.equal(outside, 0, `buttons of the slider outside of ${prefix}${address} at ${width}`);
          }
        }
        await page.goto(`${cms.url}${prefix}/about/`);
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await page.locator('.header__language summary').click();
          const [left, right] = await page
            .locator('.header__language .menu__list')
            .evaluate((list) => [list.getBoundingClientRect().left, list.getBoundingClientRect().right]);
          assert.ok(left >= 0 && right <= width, `languages from ${left} to ${right} of ${width}`);
          const cut = await page
            .locator('.header__language .menu__list a')
            .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent));
          assert.deepEqual(cut, []);
          await page.locator('.header__language summary').click();
        }
        // Of a search the results are met, which are there once the island is.
        for (const [words, met] of [
          [prefix === '/ru' ? 'о' : 'a', '.result-card'],
          ['nothing-of-that-name', '.blog-search__empty'],
        ]) {
          await page.goto(`${cms.url}${prefix}/blog/?q=${words}`);
          await page.locator(met).first().waitFor();
          for (const width of [320, 390]) {
            await page.setViewportSize({ width, height: 844 });
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `${prefix}/blog/?q=${words} is ${wide} wide at ${width}`);
          }
        }
        await page.goto(`${cms.url}${prefix}/about/`);
        // A word of the footer's lists may be wider than half of the page.
        const halved = await page
          .locator('.footer__inner nav')
          .evaluateAll(([one, other]) => one.getBoundingClientRect().bottom > other.getBoundingClientRect().top);
        assert.equal(halved, false, 'two lists beside each other');
        await page.locator('.header__burger').click();
        await page.locator('.header__nav a[href$="/contact/"]').click();
        await page.waitForURL(/\/contact\/$/);
        await context.close();
      }
    } finally {
      await browser.close();
    }
  });

for (const letters of [16, 32])
  test(`letters of ${letters} pixels: the film's button lies on no step of the way back`, async () => {
    const browser = await launch({ letters });
    try {
      for (const address of ['/ru/services/tax-legal/', '/ru/blog/category/tax-legal/', '/blog/1/']) {
        const { page, context } = await openPage(browser, {
          viewport: { width: 390, height: 844 },
          locale: address.startsWith('/ru') ? 'ru-RU' : 'az-AZ',
        });
        await page.goto(cms.url + address);
        await page.locator('.page-video__toggle').waitFor();
        await page.evaluate(() => document.fonts.ready);
        for (const width of [320, 360, 390]) {
          await page.setViewportSize({ width, height: 844 });
          const covered = await page.evaluate(() => {
            const button = document.querySelector('.page-video__toggle').getBoundingClientRect();
            const words = document.createRange();
            words.selectNodeContents(document.querySelector('.breadcrumbs'));
            return [...words.getClientRects()].filter(
              ({ left, right, top, bottom, width: wide }) =>
                wide > 0 && right > button.left && left < button.right && bottom > button.top && top < button.bottom,
            ).length;
          });
          assert.equal(covered, 0, `${address} at ${width}`);
        }
        await context.close();
      }
    } finally {
      await browser.close();
    }
  });

for (const [letters, viewport] of [
  [32, { width: 390, height: 700 }],
  [24, { width: 390, height: 700 }],
  [16, { width: 740, height: 360 }],
])
  test(`letters of ${letters} pixels, ${viewport.width} x ${viewport.height}: what the contact form misses is told in sight, below the header`, async () => {
    const browser = await launch({ letters });
    try {
      const { page } = await openPage(browser, { viewport, reducedMotion: 'reduce' });
      await page.goto(`${cms.url}/ru/contact/`);
      await page.evaluate(() => document.fonts.ready);
      await alive(page, 'ContactForm');
      const form = page.locator('.contact-form');
      for (const name of ['name', 'email', 'subject', 'message']) {
        await fill(form);
        const field = form.locator(`[name=${name}]`);
        await (name === 'subject' ? field.selectOption('') : field.fill(''));
        await form.locator('[type=submit]').click();
        await eventually(async () =>
          assert.equal(
            await field.evaluate((element) => element === document.activeElement && element.matches('[aria-invalid=true]')),
            true,
            name,
          ),
        );
        await eventually(async () => {
          const [top, header] = await page.evaluate(() =>
            ['.contact-form [role=alert]', '.header'].map((part) => document.querySelector(part).getBoundingClientRect()),
          );
          assert.ok(
            top.top >= header.bottom && top.top < viewport.height,
            `${name}: told at ${top.top}, the header ends at ${header.bottom}`,
          );
          assert.ok(top.bottom <= viewport.height || top.height > viewport.height - header.bottom, `${name}: told to ${top.bottom}`);
        });
      }
    } finally {
      await browser.close();
    }
  });

test('letters, words and lines that the visitor has set further apart (WCAG 1.4.12) make no page wider', async () => {
  const browser = await launch();
  const content =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
  try {
    const { page } = await openPage(browser, { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce', bypassCSP: true });
    for (const prefix of ['', '/en', '/ru'])
      for (const address of kinds) {
        await page.goto(cms.url + prefix + address);
        await page.addStyleTag({ content });
        await page.evaluate(() => document.fonts.ready);
        for (const width of [320, 390, 992, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${prefix}${address} is ${wide} wide at ${width}`);
          assert.deepEqual(await overlapping(page, figures), [], `${prefix}${address} at ${width}`);
        }
        // The words over the picture have the ink of its paper in both schemes.
        await page.setViewportSize({ width: 1000, height: 650 });
        const below = await page.evaluate(() => {
          const bottom = (part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0;
          return bottom('.hero__text') - bottom('.hero__media');
        });
        assert.ok(below <= 1, `words of ${prefix}${address} end ${below} below their picture`);
      }
  } finally {
    await browser.close();
  }
});

test('letters of 32 pixels: the title of a post begins on the first screen of a phone', async () => {
  const browser = await launch({ letters: 32 });
  try {
    for (const address of ['/blog/5/', '/en/blog/5/', '/ru/blog/5/']) {
      const { page, context } = await openPage(browser, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
      await page.goto(cms.url + address);
      await page.evaluate(() => document.fonts.ready);
      const top = await page.locator('h1').evaluate((title) => title.getBoundingClientRect().top);
      assert.ok(top < 760, `${address}: at ${top}`);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
