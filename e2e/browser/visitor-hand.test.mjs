// What a hand, a line or a browser's settings do to the public pages: the keyboard alone, no storage, no connection, a double click.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { desktop, phone } from '../support/browser.mjs';
import { alive, kinds, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

const PREFIXES = { az: '', en: '/en', ru: '/ru' };
const SUCCESS = { az: /uğurla göndərildi/, en: /sent successfully/, ru: /успешно отправлено/ };

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

/** The element with the focus: whether it can be seen and is seen to have the focus, and what it is called. */
const stop = (page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null || element === document.body) return null;
    window.stops ??= new Map();
    if (!window.stops.has(element)) window.stops.set(element, window.stops.size);
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const middle = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
    const hit = document.elementFromPoint(...middle);
    // The ring may be drawn around what stands for the element: a card that is one link, the label of a hidden control.
    const around = [element, element.parentElement, element.nextElementSibling, element.closest('article')].filter(Boolean);
    const drawn = [...around.map((each) => getComputedStyle(each)), getComputedStyle(element, '::after')];
    return {
      number: window.stops.get(element),
      frame: element.tagName === 'IFRAME',
      what: element.outerHTML.slice(0, 160),
      name:
        element.getAttribute('aria-label') ||
        element.labels?.[0]?.textContent.trim() ||
        element.title ||
        element.textContent.trim() ||
        element.querySelector('[alt]')?.alt ||
        '',
      seen: width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
      onTop: hit !== null && (element.contains(hit) || hit.contains(element) || element.tagName === 'IFRAME'),
      marked: drawn.some(
        ({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
      ),
    };
  });

/** The map comes when it is near, and is a stop when it has come. */
async function mapLoaded(page) {
  for (const island of await page.locator('[data-island=MapEmbed]').all()) {
    await island.scrollIntoViewIfNeeded();
    await island.locator('iframe:not([tabindex])').waitFor();
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}

/**
 * The next stop; nothing has the focus at the end of the page. Into the frame with the map, which is another process, and out of it
 * the focus comes in its own time: `away` are the tags of where it is meanwhile, if such a step may be the next one.
 */
async function tab(page, away) {
  await page.keyboard.press('Tab');
  if (away) await page.waitForFunction((tags) => !tags.includes(document.activeElement?.tagName), away);
  const here = await stop(page);
  if (here !== null) return here;
  await page.keyboard.press('Tab');
  return stop(page);
}

describe('the keyboard alone', () => {
  for (const [lang, prefix] of Object.entries(PREFIXES))
    for (const [width, options] of [
      [1440, desktop],
      [390, phone],
    ])
      for (const address of ['/', '/blog/', '/contact/', '/faq/'])
        test(`walks through ${prefix}${address} at ${width}: each stop is named, seen and marked, none twice, and there is an end`, async () => {
          const { page, context } = await site.wake(prefix + address, { ...options, reducedMotion: 'reduce' });
          assert.equal(await page.getAttribute('html', 'lang'), lang);
          await mapLoaded(page);
          let ahead = (await page.locator('main iframe').count()) > 0;
          const visited = [];
          let last = '';
          for (let frame = false; ;) {
            const here = await tab(page, frame ? ['IFRAME', 'BODY'] : ahead && ['BODY']);
            if (here === null || (here.number === 0 && visited.length > 0)) break;
            assert.ok(!visited.includes(here.number), `back at ${here.what} after ${visited.length} stops`);
            visited.push(here.number);
            ({ frame, what: last } = here);
            ahead &&= !frame;
            assert.notEqual(here.name, '', here.what);
            await eventually(async () => {
              // What the frame does with the focus is its own affair: then the moment counts at which it got there.
              const { seen, onTop, marked } = (await stop(page)) ?? (frame ? here : {});
              assert.deepEqual([seen, onTop, marked], [true, true, true], `seen, on top, marked: ${here.what}`);
            });
            assert.ok(visited.length < 300, 'there is no end');
          }
          assert.ok(visited.length > 20, `${visited.length} stops, the last at ${last}`);
          await context.close();
        });
});

describe('a page that scrolls smoothly', () => {
  for (const [address, width, options] of [
    ['/ru/', 390, phone],
    ['/ru/', '390, without scripts', { ...phone, javaScriptEnabled: false }],
    ['/terms/', 1440, desktop],
  ])
    test(`who holds Tab down sees each stop of ${address} at once: ${width}`, async () => {
      const { page, context } = await site.open(address, options);
      const unseen = [];
      let furthest = 0;
      for (let pressed = 0; pressed < 35; pressed++) {
        await page.keyboard.down('Tab');
        const { what, seen } = await stop(page);
        if (!seen) unseen.push(what);
        furthest = Math.max(furthest, await page.evaluate(() => scrollY));
      }
      assert.deepEqual(unseen, []);
      assert.ok(furthest > 1000, 'nothing had to be scrolled');
      await context.close();
    });

  test('does so for a link that is clicked', async () => {
    const { page, context } = await site.open('/blog/5/', desktop);
    await page.evaluate(() => {
      window.passed = [];
      addEventListener('scroll', () => window.passed.push(scrollY));
    });
    await page.locator('.contents a').last().click();
    await page.waitForFunction(() => document.querySelector(':target')?.getBoundingClientRect().top < 200);
    assert.ok((await page.evaluate(() => window.passed.length)) > 3, 'it jumped');
    await context.close();
  });
});

describe('without storage', () => {
  const refuse = ({ context }) =>
    context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      }
    });

  for (const kind of kinds)
    test(`everything on /en${kind} comes alive and nothing throws`, async () => {
      const { context, messages, failed } = await site.wake(`/en${kind}`, { before: refuse });
      assert.deepEqual(failed, []);
      assert.deepEqual(
        messages.filter((message) => message.startsWith('error') && !message.includes('404')),
        [],
      );
      await context.close();
    });

  test('the layout of the blog changes, only nobody remembers it', async () => {
    const { page, context } = await site.open('/en/blog/', { before: refuse });
    await alive(page, 'LayoutToggle');
    const second = page.locator('.layout-toggle button').nth(1);
    await second.click();
    await eventually(async () => assert.equal(await second.getAttribute('aria-pressed'), 'true'));
    await context.close();
  });
});

describe('the contact form', () => {
  /** What the server has from a sender. */
  const stored = (email) => site.cms.run('messages').split(email).length - 1;

  async function open(lang, email, options = {}) {
    const { page, context } = await site.open(`${PREFIXES[lang]}/contact/`, options);
    await alive(page, 'ContactForm');
    const form = page.locator('.contact-form');
    const fill = async (message) => {
      for (const [name, value] of Object.entries({ name: 'Leyla', email, message })) await form.locator(`[name=${name}]`).fill(value);
      await form.locator('[name=subject]').selectOption('tax');
    };
    const succeeded = () => eventually(async () => assert.match(await form.locator('[role=status]').innerText(), SUCCESS[lang]));
    return { page, context, form, fill, succeeded, button: form.locator('[type=submit]') };
  }

  // Five messages from one sender are what the server takes at a time: two here, three below.
  test('a double click sends one message, a second message is a second one', async () => {
    const email = 'twice@example.org';
    const { context, fill, succeeded, button, form } = await open('az', email, phone);
    await fill('Bir');
    await button.dblclick();
    await succeeded();
    assert.equal(await form.locator('[name=message]').inputValue(), '');
    assert.equal(stored(email), 1);
    await fill('İki');
    await button.click();
    await eventually(() => assert.equal(stored(email), 2));
    await succeeded();
    await context.close();
  });

  for (const lang of Object.keys(PREFIXES))
    test(`offline it says so and keeps every word; back online the same words go once (${lang})`, async () => {
      const email = `offline-${lang}@example.org`;
      const { context, fill, succeeded, button, form } = await open(lang, email);
      await fill('Xətt yoxdur');
      await context.setOffline(true);
      await button.click();
      await eventually(async () => assert.equal(await form.getAttribute('data-status'), 'error'));
      assert.notEqual(await form.locator('[role=alert]').innerText(), '');
      assert.equal(await form.locator('[name=message]').inputValue(), 'Xətt yoxdur');
      assert.equal(await button.isEnabled(), true);
      await context.setOffline(false);
      await button.click();
      await succeeded();
      assert.equal(stored(email), 1);
      await context.close();
    });
});
