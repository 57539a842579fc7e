// The rest of the home page: questions, certificates, partners, the way back up.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { phone } from '../support/browser.mjs';
import { alive, locked, scrollTo, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

describe('188, 189: questions', () => {
  for (const address of ['/en/', '/en/about/'])
    test(`${address}: one open at a time; the open one closes`, async () => {
      const { page, context } = await site.open(address);
      await alive(page, 'FaqAccordion');
      const items = page.locator('[data-island=FaqAccordion] details');
      const open = () => items.evaluateAll((all) => all.map((item) => item.open));
      const only = (index) => Array.from({ length: 6 }, (_, at) => at === index);
      assert.deepEqual(await open(), only(-1));
      await items.nth(1).locator('summary').click();
      await eventually(async () => assert.deepEqual(await open(), only(1)));
      await items.nth(1).locator('.faq-item__answer').waitFor({ state: 'visible' });
      await items.nth(4).locator('summary').click();
      await eventually(async () => assert.deepEqual(await open(), only(4)));
      await items.nth(4).locator('summary').focus();
      await page.keyboard.press('Enter');
      await eventually(async () => assert.deepEqual(await open(), only(-1)));
      await context.close();
    });
});

for (const [name, options] of [
  ['desktop', {}],
  ['phone', phone],
])
  describe(`191-195: certificates (${name})`, () => {
    let page;
    let card;
    const dialog = () => page.locator('.certificate-dialog');
    before(async () => {
      ({ page } = await site.open('/en/', options));
      await alive(page, 'CertificateGallery');
      card = page.locator('.certificate button').nth(2);
      await card.scrollIntoViewIfNeeded();
    });
    after(() => page.context().close());
    const open = async () => {
      await card.click();
      await eventually(async () =>
        assert.deepEqual([await dialog().evaluate((element) => element.open), await locked(page)], [true, true]),
      );
    };
    const closed = async () => {
      await eventually(async () =>
        assert.deepEqual([await dialog().evaluate((element) => element.open), await locked(page)], [false, false]),
      );
      assert.equal(await card.evaluate((element) => element === document.activeElement), true, 'the focus is on its card again');
    };

    test('a click on the card opens a modal with everything and locks the page where it is', async () => {
      const top = await page.evaluate(() => scrollY);
      await open();
      assert.equal(await dialog().evaluate((element) => element.matches(':modal')), true);
      const words = await dialog().innerText();
      for (const part of ['ISO 45001:2018', '2025']) assert.ok(words.includes(part), part);
      assert.equal(await dialog().locator('picture img').isVisible(), true);
      assert.equal(await dialog().evaluate((element) => element.contains(document.activeElement)), true);
      assert.equal(await page.evaluate(() => scrollY), top);
    });
    test('Escape closes it', async () => {
      await page.keyboard.press('Escape');
      await closed();
    });
    test('the button closes it', async () => {
      await open();
      await dialog().locator('.certificate-dialog__close').click();
      await closed();
    });
    test('the backdrop closes it, the dialog itself does not', async () => {
      await open();
      await dialog().locator('h2').click();
      assert.equal(await dialog().evaluate((element) => element.open), true);
      await page.mouse.click(3, 3);
      await closed();
    });
  });

describe('19-21: partners', () => {
  let page;
  before(async () => ({ page } = await site.open('/en/')));
  after(() => page.context().close());
  const track = () => page.locator('.partners__track');

  test('the track moves by exactly one of its two equal halves, without end', async () => {
    const { running, iterations, from, half, lists } = await track().evaluate((element) => {
      const [animation] = element.getAnimations();
      animation.currentTime = Number(animation.effect.getComputedTiming().duration) - 0.01;
      const end = new DOMMatrix(getComputedStyle(element).transform).m41;
      const running = animation.playState;
      return {
        running,
        iterations: String(animation.effect.getComputedTiming().iterations),
        from: end,
        half: element.getBoundingClientRect().width / 2,
        lists: [...element.children].map((list) => list.getBoundingClientRect().width),
      };
    });
    assert.deepEqual([running, iterations], ['running', 'Infinity']);
    assert.ok(Math.abs(from + half) < 2, `${from} is not -${half}`);
    assert.ok(Math.abs(lists[0] - lists[1]) < 1);
  });

  test('it pauses under the mouse and by its switch, also by keyboard', async () => {
    const state = (expected) =>
      eventually(async () => assert.equal(await track().evaluate((element) => getComputedStyle(element).animationPlayState), expected));
    await page.locator('.partners__window').hover();
    await state('paused');
    await page.mouse.move(5, 5);
    await state('running');
    await page.locator('.partners__toggle').focus();
    await page.keyboard.press('Space');
    await state('paused');
  });

  for (const width of [1440, 390])
    test(`its switch is pressed where one aims at it, and nothing moves under the press or by the focus: ${width} px`, async () => {
      const { page: fresh, context } = await site.open('/', { viewport: { width, height: 844 } });
      await fresh.evaluate(() => document.fonts.ready);
      const label = fresh.locator('.partners__switch');
      await label.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      const toggle = fresh.getByRole('checkbox', { name: 'Loqoların hərəkətini dayandırın' });
      const where = () =>
        label.evaluate((element) =>
          [element, element.closest('section').nextElementSibling].map((part) => Math.round(part.getBoundingClientRect().top)),
        );
      const before = await where();
      for (const [share, expected] of [
        [0.5, true],
        [0.1, false],
        [0.9, true],
      ]) {
        const box = await label.boundingBox();
        await fresh.mouse.move(box.x + box.width / 2, box.y + box.height * share);
        await fresh.mouse.down();
        assert.deepEqual(await where(), before, `pressed at ${share}`);
        await fresh.mouse.up();
        assert.equal(await toggle.isChecked(), expected, `pressed at ${share}`);
      }
      await toggle.focus();
      await fresh.keyboard.press('Space');
      assert.equal(await toggle.isChecked(), false);
      assert.deepEqual(await where(), before);
      const seen = await toggle.evaluate((input) => [
        getComputedStyle(input).clipPath,
        getComputedStyle(input.closest('section').querySelector('.partners__switch')).outlineStyle,
      ]);
      assert.deepEqual(seen, ['inset(50%)', 'solid'], 'one ring, around the words');
      await context.close();
    });
});

describe('37-40, 286: the way back up', () => {
  let page;
  const button = () => page.locator('.scroll-top');
  const shown = () => button().evaluate((element) => element.classList.contains('is-shown') && !element.inert);
  before(async () => {
    ({ page } = await site.open('/en/about/'));
    await alive(page, 'ScrollTop');
  });
  after(() => page.context().close());

  test('it appears after more than 300 px', async () => {
    assert.equal(await shown(), false);
    await scrollTo(page, 300);
    await eventually(async () => assert.equal(await page.evaluate(() => scrollY), 300));
    assert.equal(await shown(), false);
    await scrollTo(page, 301);
    await eventually(async () => assert.equal(await shown(), true));
  });

  test('its ring shows the percentage', async () => {
    const ring = () =>
      button()
        .locator('.scroll-top__progress')
        .evaluate((circle) =>
          Math.round(100 * (1 - Number(circle.getAttribute('stroke-dashoffset')) / Number(circle.getAttribute('stroke-dasharray')))),
        );
    for (const share of [0.5, 1]) {
      await page.evaluate(
        (part) => scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) * part, behavior: 'instant' }),
        share,
      );
      await eventually(async () => assert.ok(Math.abs((await ring()) - share * 100) <= 1));
      assert.equal(Number(await button().getAttribute('data-progress')), share * 100);
    }
  });

  test('it scrolls to the top, smoothly', async () => {
    const before = await page.evaluate(() => scrollY);
    // How many steps are drawn is up to the machine; a jump would be over before the click is.
    const after = await button().evaluate((element) => {
      element.click();
      return scrollY;
    });
    assert.equal(after, before);
    await eventually(async () => assert.equal(await page.evaluate(() => scrollY), 0));
    await eventually(async () => assert.equal(await shown(), false));
  });

  test('it keeps the focus while the page is scrolled up by a key, and goes with it', async () => {
    await scrollTo(page, 1000);
    await eventually(async () => assert.equal(await shown(), true));
    await button().focus();
    await page.keyboard.press('Home');
    await eventually(async () => assert.equal(await page.evaluate(() => scrollY), 0));
    assert.equal(
      await button().evaluate((element) => element === document.activeElement && element.checkVisibility({ visibilityProperty: true })),
      true,
    );
    await page.locator('.header__brand').focus();
    await eventually(async () => assert.equal(await shown(), false));
    assert.equal(await page.evaluate(() => document.activeElement !== document.body), true);
  });

  for (const lang of ['', '/en', '/ru'])
    test(`at the end of a page it covers no link at any width, WCAG 2.4.11: ${lang}/faq/`, async () => {
      const { page: still, context } = await site.open(`${lang}/faq/`, { reducedMotion: 'reduce', locale: 'az-AZ' });
      await alive(still, 'ScrollTop');
      const covered = [];
      for (let width = 304; width <= 1296; width += 16) {
        await still.setViewportSize({ width, height: 700 });
        await scrollTo(still, 1e6);
        await still.locator('.scroll-top.is-shown').waitFor();
        covered.push(
          ...(await still.evaluate(() => {
            const way = document.querySelector('.scroll-top').getBoundingClientRect();
            const meets = (box) => box.left < way.right && way.left < box.right && box.top < way.bottom && way.top < box.bottom;
            const links = [...document.querySelectorAll('.footer a')].filter((link) => meets(link.getBoundingClientRect()));
            return links.map((link) => `${innerWidth} px: ${link.textContent}`);
          })),
        );
      }
      assert.deepEqual(covered, []);
      await context.close();
    });

  test('with reduced motion it jumps', async () => {
    const { page: calm, context } = await site.open('/en/about/', { reducedMotion: 'reduce' });
    await alive(calm, 'ScrollTop');
    await scrollTo(calm, 1500);
    await calm.locator('.scroll-top.is-shown').waitFor();
    const after = await calm.evaluate(() => {
      document.querySelector('.scroll-top').click();
      return scrollY;
    });
    assert.equal(after, 0);
    await context.close();
  });
});
