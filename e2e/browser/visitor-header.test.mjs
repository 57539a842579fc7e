// The header: its look when scrolled, its menus by mouse and keyboard, its drawer on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { phone } from '../support/browser.mjs';
import { alive, focused, locked, reachable, sameAddress, scrollTo, startSite, twoFrames } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

const isOpen = (menu) => menu.evaluate((details) => details.open);

describe('73, 74, 285: scrolling', () => {
  let page;
  before(async () => {
    ({ page } = await site.open('/'));
    await alive(page, 'Header');
  });
  after(() => page.context().close());
  const scrolled = () => page.locator('.header').evaluate((header) => header.classList.contains('is-scrolled'));

  test('the scrolled look comes after more than 20 px and goes again', async () => {
    assert.equal(await scrolled(), false);
    await scrollTo(page, 20);
    await eventually(async () => assert.equal(await page.evaluate(() => scrollY), 20));
    assert.equal(await scrolled(), false);
    await scrollTo(page, 21);
    await eventually(async () => assert.equal(await scrolled(), true));
    await scrollTo(page, 0);
    await eventually(async () => assert.equal(await scrolled(), false));
  });

  test('it stays on top and tracks the progress in percent', async () => {
    await page.evaluate(() => scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) / 2, behavior: 'instant' }));
    const progress = page.locator('.header__progress');
    await eventually(async () => assert.equal(await progress.getAttribute('data-progress'), '50'));
    assert.equal((await page.locator('.header').boundingBox()).y, 0);
    await scrollTo(page, 1e6);
    await eventually(async () => assert.equal(await progress.getAttribute('data-progress'), '100'));
  });
});

for (const [name, selector, count] of [
  ['services dropdown', '.header__services', 7],
  ['language menu', '.header__language', 3],
]) {
  describe(`76, 78, 82-84, 168, 169: the ${name}`, () => {
    let page;
    let menu;
    let control;
    before(async () => {
      ({ page } = await site.open('/en/about/'));
      await alive(page, 'Header');
      menu = page.locator(selector);
      control = menu.locator('summary');
    });
    after(() => page.context().close());

    test('opens and closes by click', async () => {
      await control.click();
      assert.equal(await isOpen(menu), true);
      assert.equal(await menu.locator('a:visible').count(), count);
      await control.click();
      assert.equal(await isOpen(menu), false);
    });

    test('a click outside closes it', async () => {
      await control.click();
      await twoFrames(page); // it is listened for a task after the menu has opened
      await page.mouse.click(300, 600);
      await eventually(async () => assert.equal(await isOpen(menu), false));
    });

    test('Escape closes it and the focus is on its button again', async () => {
      await control.click();
      await menu.locator('a').nth(1).focus();
      await page.keyboard.press('Escape');
      assert.equal(await isOpen(menu), false);
      assert.equal(await control.evaluate((element) => element === document.activeElement), true);
    });

    test('arrow keys, Home and End walk through it and wrap', async () => {
      const links = await menu.locator('a').evaluateAll((all) => all.map((link) => link.textContent.trim()));
      await control.focus();
      await page.keyboard.press('ArrowDown');
      assert.equal(await isOpen(menu), true);
      assert.equal(await focused(page), links[0]);
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(page), links[1]);
      await page.keyboard.press('End');
      assert.equal(await focused(page), links.at(-1));
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(page), links[0]);
      await page.keyboard.press('ArrowUp');
      assert.equal(await focused(page), links.at(-1));
      await page.keyboard.press('Home');
      assert.equal(await focused(page), links[0]);
      await page.keyboard.press('Escape');
    });

    test('leaving it by Tab closes it', async () => {
      await control.click();
      await menu.locator('a').last().focus();
      await page.keyboard.press('Tab');
      await eventually(async () => assert.equal(await isOpen(menu), false));
    });
  });
}

describe('menus together', () => {
  let page;
  before(async () => {
    ({ page } = await site.open('/en/'));
    await alive(page, 'Header');
  });
  after(() => page.context().close());

  test('opening one closes the other', async () => {
    await page.locator('.header__services summary').click();
    await page.locator('.header__language summary').click();
    await eventually(async () =>
      assert.deepEqual([await isOpen(page.locator('.header__services')), await isOpen(page.locator('.header__language'))], [false, true]),
    );
    await page.keyboard.press('Escape');
  });

  test('76, 77, 84: choosing a service goes there, and the menu is closed', async () => {
    await page.locator('.header__services summary').click();
    await page.locator('.header__services a[href="/en/services/tax-legal/"]').click();
    await sameAddress(page, '/en/services/tax-legal/');
    assert.equal(await isOpen(page.locator('.header__services')), false);
    assert.match(await page.locator('.header__services').getAttribute('class'), /is-current/);
  });

  test('36: a new page begins at its top', async () => {
    await scrollTo(page, 800);
    await page.locator('.header__nav a[href="/en/faq/"]').first().click();
    await sameAddress(page, '/en/faq/');
    assert.equal(await page.evaluate(() => scrollY), 0);
  });
});

for (const [name, selector, height] of [
  ['services dropdown', '.header__services', 320],
  ['language menu', '.header__language', 250],
])
  test(`the ${name} is reached to its end and back in a window that is lower than it`, async () => {
    const { page, context } = await site.open('/en/about/', { viewport: { width: 1366, height } });
    await alive(page, 'Header');
    const menu = page.locator(selector);
    await menu.locator('summary').click();
    const links = menu.locator('a');
    const seen = (link) =>
      link.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return {
          above: top >= 0,
          below: bottom <= innerHeight,
          there: element.contains(middle),
          focused: element === document.activeElement,
        };
      });
    const whole = { above: true, below: true, there: true, focused: true };
    for (const [key, link] of [
      ['End', links.last()],
      ['ArrowUp', links.nth(-2)],
      ['Home', links.first()],
      ['ArrowDown', links.nth(1)],
    ]) {
      await page.keyboard.press(key);
      await eventually(async () => assert.deepEqual(await seen(link), whole, key));
    }
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it is');
    const address = await links.last().getAttribute('href');
    await page.mouse.move(
      ...(await links
        .nth(1)
        .boundingBox()
        .then(({ x, y }) => [x + 20, y + 10])),
    );
    await page.mouse.wheel(0, 2000);
    await eventually(async () => assert.equal((await seen(links.last())).below, true));
    await links.last().click();
    await sameAddress(page, address);
    await context.close();
  });

test('the first Tab offers to skip to the content', async () => {
  const { page } = await site.open('/en/about/');
  await alive(page, 'Header');
  await page.keyboard.press('Tab');
  const link = page.locator('.skip-link');
  assert.equal(await link.evaluate((element) => element === document.activeElement), true);
  await eventually(async () => assert.ok((await link.boundingBox()).y >= 0, 'it is seen'));
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.id), 'main'));
  await page.context().close();
});

test('the keyboard in the sticky header does not move the page under it', async () => {
  const { page } = await site.open('/en/about/');
  await alive(page, 'Header');
  await scrollTo(page, 600);
  await page.locator('.header__brand').focus();
  for (let press = 0; press < 2; press++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await twoFrames(page);
  assert.equal(await page.evaluate(() => scrollY), 600);
  await page.context().close();
});

describe('79-81, 84, 167: on a phone', () => {
  let page;
  let drawer;
  let burger;
  before(async () => {
    ({ page } = await site.open('/en/about/', phone));
    await alive(page, 'Header');
    drawer = page.locator('.header__drawer');
    burger = page.locator('.header__burger');
  });
  after(() => page.context().close());
  const close = async () => {
    await page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await isOpen(drawer), false));
  };

  test('the hamburger opens the navigation, locks the page and moves the focus in', async () => {
    const nav = page.locator('.header__nav');
    assert.equal(await nav.isVisible(), false);
    assert.equal(await locked(page), false);
    await burger.tap();
    await nav.waitFor({ state: 'visible' });
    await eventually(async () => assert.equal(await locked(page), true));
    assert.equal(await page.evaluate(() => Boolean(document.activeElement.closest('.header__nav'))), true);
    assert.equal(await burger.getAttribute('aria-label'), 'Close menu');
  });

  test('Tab stays in the header', async () => {
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => Boolean(document.activeElement.closest('header'))), true);
    }
  });

  test('nothing else can be reached, by a screen reader either', async () => {
    assert.deepEqual(await reachable(page), ['header']);
  });

  test('the services can be reached in it', async () => {
    const services = page.locator('.header__services');
    await services.locator('summary').tap();
    await services.locator('a').first().waitFor({ state: 'visible' });
    assert.equal(await services.locator('a:visible').count(), 7);
  });

  test('the hamburger closes it and scrolling is free again, where the page was', async () => {
    await burger.tap();
    await eventually(async () => assert.deepEqual([await isOpen(drawer), await locked(page)], [false, false]));
    await scrollTo(page, 500);
    await burger.tap();
    await eventually(async () => assert.equal(await locked(page), true));
    await burger.tap();
    await eventually(async () => assert.equal(await locked(page), false));
    assert.equal(await page.evaluate(() => scrollY), 500);
    await scrollTo(page, 0);
  });

  test('Escape closes it and the focus is on the hamburger', async () => {
    await burger.tap();
    await eventually(async () => assert.equal(await locked(page), true));
    await close();
    assert.equal(await burger.evaluate((element) => element === document.activeElement), true);
    assert.equal(await locked(page), false);
  });

  test('a window that grows closes it: the page is free, and stays so when the window is narrow again', async () => {
    await burger.tap();
    await eventually(async () => assert.equal(await locked(page), true));
    const { width, height } = page.viewportSize();
    await page.setViewportSize({ width: 1440, height });
    await eventually(async () => assert.deepEqual([await isOpen(drawer), await locked(page)], [false, false]));
    assert.ok((await reachable(page)).length > 2);
    await page.setViewportSize({ width, height });
    assert.equal(await page.locator('.header__nav').isVisible(), false);
  });

  test('choosing a link closes it and goes there', async () => {
    await burger.tap();
    await page.locator('.header__nav a[href="/en/contact/"]').tap();
    await sameAddress(page, '/en/contact/');
    await eventually(async () => assert.equal(await locked(page), false));
    assert.equal(await page.locator('.header__nav').isVisible(), false);
  });
});

for (const path of ['/en/blog/', '/en/faq/', '/en/contact/'])
  test(`on a phone with the services unfolded: a tap on what follows them goes to ${path}`, async () => {
    const { page, context } = await site.open('/en/about/', phone);
    await alive(page, 'Header');
    await page.locator('.header__burger').tap();
    const services = page.locator('.header__services');
    await services.locator('summary').tap();
    await services.locator('a').last().waitFor({ state: 'visible' });
    await twoFrames(page); // it is listened for a task after the list has unfolded
    await page.locator(`.header__list > li > a[href="${path}"]`).tap();
    await sameAddress(page, path);
    await context.close();
  });

test('on a phone without scripts: the open menu covers the page for screen readers too', async () => {
  const { page, context } = await site.open('/en/about/', { ...phone, javaScriptEnabled: false });
  const burger = page.locator('.header__burger');
  const before = await reachable(page);
  await burger.tap();
  await page.locator('.header__nav').waitFor({ state: 'visible' });
  assert.deepEqual(await reachable(page), ['header']);
  await burger.tap();
  assert.deepEqual(await reachable(page), before);
  await context.close();
});
