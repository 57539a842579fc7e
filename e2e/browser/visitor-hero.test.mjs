// The hero slider on the browser's own fake clock: 5,000 ms, 300 ms, 600 ms, and everything that holds it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, describe, test } from 'node:test';
import { phone } from '../support/browser.mjs';
import { alive, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

let page;
/** The home page with a clock that only this test moves, at the very beginning of a rest of the slider. */
async function open(options = {}) {
  ({ page } = await site.open('/en/', {
    ...options,
    before: async ({ page: fresh }) => {
      await fresh.clock.install();
      await fresh.clock.pauseAt(Date.now() + 86_400_000); // each document begins with a clock that stands
    },
  }));
  await page.clock.runFor(100); // what waits for an idle browser
  await alive(page, 'HeroSlider');
}

/** Lets the time pass and React draw. */
async function pass(milliseconds) {
  await page.clock.runFor(milliseconds);
  await page.evaluate(async () => {
    for (let turn = 0; turn < 4; turn++) {
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      });
    }
  });
}

const slider = () => page.locator('.hero-slider');
const phase = () => slider().getAttribute('data-phase');
const shown = () =>
  page.locator('.hero-slider__slide').evaluateAll((slides) => slides.findIndex((slide) => slide.dataset.state === 'current') + 1);
const arrow = (side) => page.locator(`.hero-slider__arrow[data-arrow=${side}]`);
const status = () => page.locator('.hero-slider__status').textContent();
/** By a click that no pointer hovers. */
const press = (locator) => locator.evaluate((button) => button.click());

/** Goes on by one and waits for the end, so that 5,000 ms begin now. */
async function turn(side = 'next') {
  await press(arrow(side));
  await pass(0);
  await pass(300);
  await pass(600);
  assert.equal(await phase(), 'idle');
}

describe('by itself', () => {
  beforeEach(() => open());
  afterEach(() => page.context().close());

  test('93: four slides, the first is shown', async () => {
    assert.equal(await page.locator('.hero-slider__slide').count(), 4);
    assert.equal(await shown(), 1);
    assert.equal(await page.locator('.hero-slider__slide:visible img').first().getAttribute('fetchpriority'), 'high');
  });

  test("a screen reader hears what it is and what its parts are, in the page's language", async () => {
    const roles = (parts) => parts.map((part) => part.getAttribute('aria-roledescription'));
    assert.deepEqual(await page.locator('.hero-slider, .hero-slider__slide').evaluateAll(roles), [
      'carousel',
      'slide',
      'slide',
      'slide',
      'slide',
    ]);
  });

  test('95, 100, 101, 284: it advances after 5,000 ms, swaps 300 ms later and ends 600 ms after that', async () => {
    await turn();
    assert.equal(await shown(), 2);
    await pass(4999);
    assert.deepEqual([await shown(), await phase()], [2, 'idle']);
    await pass(1);
    assert.deepEqual([await shown(), await phase()], [2, 'leaving']);
    await pass(299);
    assert.equal(await shown(), 2);
    await pass(1);
    assert.deepEqual([await shown(), await phase()], [3, 'entering']);
    await pass(599);
    assert.equal(await phase(), 'entering');
    await pass(1);
    assert.deepEqual([await shown(), await phase()], [3, 'idle']);
    await pass(4999);
    assert.equal(await phase(), 'idle', '99: the 5,000 ms begin after the transition');
    await pass(1);
    assert.equal(await phase(), 'leaving');
  });

  test('102: it wraps at both ends', async () => {
    await turn('previous');
    assert.equal(await shown(), 4);
    await turn('next');
    assert.equal(await shown(), 1);
  });

  test('99: nothing interrupts a transition', async () => {
    await press(arrow('next'));
    await pass(0);
    await press(arrow('next'));
    await press(arrow('previous'));
    await pass(300);
    await pass(600);
    assert.deepEqual([await shown(), await phase()], [2, 'idle']);
  });

  test('an advance is silent, a choice is announced politely', async () => {
    await turn();
    assert.equal(await page.locator('.hero-slider__status').getAttribute('role'), 'status');
    assert.match(await status(), /2.*4/);
    await pass(5000);
    await pass(300);
    await pass(600);
    assert.equal(await shown(), 3);
    assert.equal(await status(), '');
  });
});

describe('what holds it', () => {
  beforeEach(async () => {
    await open();
    await turn();
  });
  afterEach(() => page.context().close());
  const rests = async () => {
    await pass(20_000);
    assert.deepEqual([await shown(), await phase()], [2, 'idle']);
  };
  const goesOn = async () => {
    await pass(5000);
    assert.equal(await phase(), 'leaving');
  };

  for (const [side, neighbour] of [
    ['previous', 1],
    ['next', 3],
  ])
    test(`97, 98, 171: hovering the arrow “${side}” shows that neighbour's picture and pauses`, async () => {
      assert.equal(await page.locator('.hero-slider__preview').count(), 0);
      await arrow(side).hover();
      const preview = page.locator('.hero-slider__preview');
      await preview.waitFor({ state: 'visible' });
      assert.equal(
        await preview.locator('img').getAttribute('src'),
        await page
          .locator('.hero-slider__slide')
          .nth(neighbour - 1)
          .locator('img')
          .getAttribute('src'),
      );
      await rests();
      await page.mouse.move(700, 890);
      await preview.waitFor({ state: 'detached' });
      await pass(0); // the new timer is set a task later
      await goesOn();
    });

  test('327: the pause button', async () => {
    const button = page.locator('.hero-slider__bar > button').first();
    const label = await button.getAttribute('aria-label');
    await press(button);
    await pass(0);
    assert.notEqual(await button.getAttribute('aria-label'), label);
    await rests();
    await press(button);
    await pass(0);
    assert.equal(await button.getAttribute('aria-label'), label);
    await goesOn();
  });

  test('a hidden tab', async () => {
    const hide = (hidden) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    await pass(0);
    await rests();
    await hide(false);
    await pass(0);
    await goesOn();
  });

  test('the keyboard inside; its arrow keys and dots turn', async () => {
    await page.locator('.hero-slider__bar > button').first().focus();
    await page.keyboard.press('Tab');
    await pass(0);
    await rests();
    await page.keyboard.press('ArrowRight');
    await pass(0);
    await pass(300);
    await pass(600);
    assert.equal(await shown(), 3);
    await page.keyboard.press('ArrowLeft');
    await pass(0);
    await pass(300);
    await pass(600);
    assert.equal(await shown(), 2);
    await press(page.locator('.hero-slider__dot').nth(3));
    await pass(0);
    await pass(300);
    await pass(600);
    assert.equal(await shown(), 4);
    assert.equal(await page.locator('.hero-slider__dot[aria-current]').getAttribute('aria-label'), 'Slide 4 of 4');
  });
});

test('reduced motion: no auto-advance and no pause button, the arrows still turn', async () => {
  await open({ reducedMotion: 'reduce' });
  await pass(30_000);
  assert.equal(await shown(), 1);
  assert.equal(await page.locator('.hero-slider__bar > button').first().getAttribute('data-arrow'), 'previous');
  await turn();
  assert.equal(await shown(), 2);
  await page.context().close();
});

/** The darkest spot (0 to 1, relative luminance) behind the words, which are hidden for it. */
async function darkestBehindWords() {
  const areas = await page.locator('.hero__title, .hero__lead').evaluateAll((blocks) =>
    blocks.flatMap((block) => {
      const words = document.createRange();
      words.selectNodeContents(block);
      block.style.visibility = 'hidden';
      return [...words.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
    }),
  );
  const picture = (await page.screenshot()).toString('base64');
  await page
    .locator('.hero__title, .hero__lead')
    .evaluateAll((blocks) => blocks.forEach((block) => block.style.removeProperty('visibility')));
  return page.evaluate(
    async ([data, boxes]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas.drawImage(bitmap, 0, 0);
      const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      let darkest = 1;
      for (const { x, y, width, height } of boxes) {
        const pixels = canvas.getImageData(x, y, width, height).data;
        for (let at = 0; at < pixels.length; at += 4)
          darkest = Math.min(darkest, 0.2126 * linear(pixels[at]) + 0.7152 * linear(pixels[at + 1]) + 0.0722 * linear(pixels[at + 2]));
      }
      return darkest;
    },
    [picture, areas],
  );
}

for (const width of [992, 1280, 1920])
  test(`the words are read over every slide at ${width} px, in the dark scheme and without pictures, too`, async () => {
    const ink = 0.0161; // --color-text on the hero
    const legible = async (what) => {
      const darkest = await darkestBehindWords();
      assert.ok((darkest + 0.05) / (ink + 0.05) >= 7, `${what}: ${((darkest + 0.05) / (ink + 0.05)).toFixed(2)}:1`);
    };
    for (const prefix of ['/ru/', '/en/']) {
      ({ page } = await site.open(prefix, { viewport: { width, height: 800 }, reducedMotion: 'reduce' }));
      await alive(page, 'HeroSlider');
      for (const number of [1, 2, 3, 4]) {
        // No pointer: the page stays where the words are.
        await press(page.locator('.hero-slider__dot').nth(number - 1));
        await eventually(async () => assert.deepEqual([await shown(), await phase()], [number, 'idle']));
        await eventually(async () =>
          assert.ok(await page.locator('.hero-slider__slide[data-state=current] img').evaluate((img) => img.complete && img.naturalWidth)),
        );
        await legible(`${prefix}, slide ${number}`);
      }
      await page.context().close();
    }
    ({ page } = await site.open('/ru/', {
      viewport: { width, height: 800 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      before: ({ context }) => context.route(/\.(avif|webp|jpg)$/, (route) => route.abort()),
    }));
    await alive(page, 'HeroSlider');
    await legible('dark, no picture');
    await page.context().close();
  });

test('swiping on a phone turns both ways; a vertical swipe does not', async () => {
  await open(phone);
  const session = await page.context().newCDPSession(page);
  const box = await slider().boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  const swipe = async (x, y) => {
    const touch = (type, dx, dy) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + dx, y: from.y + dy }] });
    await touch('touchStart', 0, 0);
    for (const part of [0.3, 0.6, 1]) await touch('touchMove', x * part, y * part);
    await touch('touchEnd');
    await pass(0);
    await pass(300);
    await pass(600);
  };
  await swipe(-120, 0);
  await eventually(async () => assert.equal(await shown(), 2));
  await swipe(120, 5);
  await eventually(async () => assert.equal(await shown(), 1));
  await swipe(10, -80);
  assert.equal(await shown(), 1);
  await page.context().close();
});

test('the page is enlarged by two fingers on a slide, too', async () => {
  await open(phone);
  assert.equal(await slider().evaluate((element) => getComputedStyle(element).touchAction), 'pan-y pinch-zoom');
  await page.context().close();
});

test('the ring around a control with the focus is seen whole', async () => {
  const { page, context } = await site.open('/', { reducedMotion: 'reduce' });
  await alive(page, 'HeroSlider');
  for (const button of await page.locator('.hero-slider button').all()) {
    await button.focus();
    const cut = await button.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      const [own, frame] = [element, element.closest('.hero-slider')].map((each) => each.getBoundingClientRect());
      const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      return outlineStyle === 'none' ? 'no ring' : own.right + ring > frame.right || own.bottom + ring > frame.bottom;
    });
    assert.equal(cut, false, await button.getAttribute('aria-label'));
  }
  await context.close();
});
