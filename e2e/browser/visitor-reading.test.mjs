// What a post has beside its text: contents, the posts beside it, the device's own dialog, and paper.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { desktop, phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';
import { alive, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

const LONG = '/blog/5/';
async function open(address, options = {}) {
  const { page, context } = await site.open(address, { ...desktop, ...options });
  return { page, context };
}
const current = (page) => page.locator('.contents [aria-current=location]').allInnerTexts();

describe('contents', () => {
  for (const [width, options] of Object.entries({ wide: desktop, narrow: phone }))
    test(`lead to each heading, below the header, and follow the reading: ${width}`, async () => {
      const { page, context } = await open(LONG, options);
      await alive(page, 'PostTools');
      const names = await page.locator('.contents a').allInnerTexts();
      assert.deepEqual(names, await page.locator('.prose :is(h2, h3, h4)').allInnerTexts());
      assert.ok(names.length >= 3);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await eventually(async () => assert.deepEqual(await current(page), []));
      for (const at of [names.length - 2, 1]) {
        await page.locator('.contents a').nth(at).click();
        await eventually(async () => {
          assert.deepEqual(await current(page), [names[at]]);
          const [heading, header] = await page.evaluate(() => [
            document.querySelector(decodeURIComponent(location.hash)).getBoundingClientRect().top,
            document.querySelector('header').getBoundingClientRect().bottom,
          ]);
          assert.ok(heading >= header - 1, `${heading} is under ${header}`);
        });
      }
      await context.close();
    });

  test('longer than the window: the mark stays in sight, unless the visitor is looking through them', async () => {
    const content = Array.from({ length: 30 }, (_, at) => `<h2>Part ${at + 1}</h2>${'<p>Words of the part.</p>'.repeat(12)}`).join('');
    const [{ id }] = await createPosts(site.cms, 1, () => ({ content_az: content }));
    const { page, context } = await open(`/blog/${id}/`, { reducedMotion: 'reduce' });
    await alive(page, 'PostTools');
    await page.evaluate(() => document.fonts.ready);
    const box = page.locator('.post__byline');
    const boxAt = () => box.evaluate((element) => element.scrollTop);
    const read = async (part) => {
      const top = await page
        .locator('.prose h2')
        .nth(part - 1)
        .evaluate((heading) => {
          scrollBy({ top: heading.getBoundingClientRect().top - 200, behavior: 'instant' });
          return scrollY;
        });
      await eventually(async () => assert.deepEqual(await current(page), [`Part ${part}`]));
      assert.equal(await page.evaluate(() => scrollY), top, 'the page itself stays');
    };
    const inSight = () =>
      box.evaluate((element) => {
        const [mark, frame] = [element.querySelector('[aria-current]'), element].map((part) => part.getBoundingClientRect());
        return mark.top >= frame.top && mark.bottom <= frame.bottom;
      });
    await page.mouse.move(1000, 400);
    for (const part of [1, 9, 14, 30, 12, 2]) {
      await read(part);
      assert.equal(await inSight(), true, `part ${part}`);
    }
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await eventually(async () => assert.deepEqual([await current(page), await boxAt()], [[], 0]));

    // The pointer in the box, then the focus: it is theirs.
    await read(2);
    await box.hover();
    const at = await boxAt();
    await read(30);
    assert.equal(await boxAt(), at);
    await page.mouse.move(1000, 400);
    await page.locator('.contents a').nth(3).focus();
    const focusedAt = await boxAt();
    await read(29);
    assert.equal(await boxAt(), focusedAt);
    await page
      .locator('.contents a')
      .nth(3)
      .evaluate((link) => link.blur());
    await read(28);
    assert.equal(await inSight(), true);
    await context.close();
  });

  test('lead on without scripts', async () => {
    const { page, context } = await open(LONG, { javaScriptEnabled: false });
    await page.locator('.contents a').last().click();
    assert.match(page.url(), /#s-[a-z0-9-]+$/);
    await context.close();
  });
});

test('headings of a text look as deep as they are, below the title', async () => {
  const content_az = '<h1>Bir</h1><p>Mətn</p><h2>İki</h2><p>Mətn</p><h3>Üç</h3><p>Mətn</p>';
  const [{ id }] = await createPosts(site.cms, 1, () => ({ content_az }));
  for (const options of [desktop, phone]) {
    const { page, context } = await open(`/blog/${id}/`, options);
    const sizes = await page
      .locator('h1, .prose :is(h2, h3, h4), .prose p:last-child')
      .evaluateAll((all) => all.map((element) => parseFloat(getComputedStyle(element).fontSize)));
    assert.equal(sizes.length, 5);
    for (const [at, size] of sizes.slice(1).entries()) assert.ok(sizes[at] / size > 1.1, `${sizes}`);
    await context.close();
  }
});

test('the way back from a note is told from its words by a line, not by its colour alone', async () => {
  const [{ id }] = await createPosts(site.cms, 1, () => ({ content_az: '<p>Mətn[1]</p><p>[1] Qeyd</p>' }));
  const { page, context } = await open(`/blog/${id}/`);
  assert.equal(await page.locator('.footnotes__back').evaluate((link) => getComputedStyle(link).textDecorationLine), 'underline');
  await context.close();
});

describe('sharing', () => {
  test('no button where the device has no dialog, nor without scripts', async () => {
    for (const options of [{}, { javaScriptEnabled: false }]) {
      const { page, context } = await open('/en/blog/2/', options);
      if (!('javaScriptEnabled' in options)) await alive(page, 'PostTools');
      assert.equal(await page.locator('[data-island=PostTools] button').isVisible(), false);
      await context.close();
    }
  });

  test('gives the device the title and the canonical address', async () => {
    const { page, context } = await open('/en/blog/2/', {
      before: ({ page: fresh }) =>
        fresh.addInitScript(() => {
          Object.defineProperty(navigator, 'share', {
            value: (data) => {
              window.shared = data;
              return Promise.resolve();
            },
          });
        }),
    });
    await alive(page, 'PostTools');
    await page.getByRole('button', { name: 'Share' }).click();
    const [shared, title, url] = await page.evaluate(() => [
      window.shared,
      document.querySelector('h1').textContent,
      document.querySelector('link[rel=canonical]').href,
    ]);
    assert.deepEqual(shared, { title, url });
    await context.close();
  });
});

test('from the newest post one comes to the oldest and back', async () => {
  const { page, context } = await open('/en/blog/');
  const newest = await page.locator('.post-card h2 a').evaluateAll((links) => links.map((link) => link.pathname));
  const seen = [];
  await page.goto(new URL(newest.at(1), site.url).href);
  const beside = (words) => page.locator('.beside p', { hasText: words }).locator('a');
  /** Goes there, if there is a link, and waits until that page is whole. */
  const follow = async (words) => {
    const link = beside(words);
    if (!(await link.count())) return false;
    const to = await link.evaluate(({ pathname }) => pathname);
    await link.click();
    await page.waitForURL(({ pathname }) => pathname === to);
    return true;
  };
  while (await follow('Newer article'));
  do seen.push(new URL(page.url()).pathname);
  while (await follow('Older article'));
  assert.equal(new Set(seen).size, seen.length);
  assert.ok(seen.length >= 12 && newest.every((path) => seen.includes(path)), `${seen}`);
  await context.close();
});

test('on paper: the text with its author, day and address, nothing that only a screen can do', async () => {
  const { page, context } = await open('/blog/5/');
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.contents', '.beside', '[data-island=PostTools]', '.related-posts', '.post__back'])
    assert.equal(await page.locator(selector).first().isVisible(), false, selector);
  for (const selector of ['.post__title', '.post__byline', '.prose', '.post__end', '.footer__contact'])
    assert.ok(await page.locator(selector).isVisible(), selector);
  assert.equal(await page.locator('.post__source').innerText(), 'Mənbə: https://www.khazri.example/blog/5/');
  await page.emulateMedia({ media: 'screen' });
  assert.equal(await page.locator('.post__source').isVisible(), false);
  await context.close();
});

test('on paper a list is its posts alone, without what chooses and turns them', async () => {
  const { page, context } = await open('/blog/');
  await page.emulateMedia({ media: 'print' });
  const shown = await page
    .locator('main :is(a, button, summary):visible')
    .evaluateAll((all) => all.filter((one) => !one.closest('.post-card')).map((one) => one.outerHTML));
  assert.deepEqual(shown, []);
  assert.equal(await page.locator('.post-card:visible').count(), 5);
  await context.close();
});

test('on paper no place is kept for a picture that a post has not', async () => {
  const { page, context } = await open('/blog/11/');
  const none = page.locator('.post__figure--none');
  assert.equal(await none.isVisible(), true);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await none.isVisible(), false);
  await context.close();
});

describe('paper', () => {
  test("a service's figures and its card stand below the picture, dark on the sheet's white", async () => {
    const { page, context } = await open('/en/services/tax-legal/');
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    const [picture, ...parts] = await page.evaluate(() =>
      ['.service-figure__image', '.service-figure__stats', '.trust-card'].map((selector) => {
        const element = document.querySelector(selector);
        const { top, bottom, height } = element.getBoundingClientRect();
        return { top, bottom, height, color: getComputedStyle(element).color, ground: getComputedStyle(element).backgroundColor };
      }),
    );
    assert.ok(picture.height <= 270, `${picture.height}`);
    for (const { top, color, ground } of parts) {
      assert.ok(top >= picture.bottom - 1, `${top} < ${picture.bottom}`);
      assert.deepEqual([color, ground], ['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    }
    await context.close();
  });

  test('who wrote it and when is one line', async () => {
    const { page, context } = await open(LONG);
    await page.emulateMedia({ media: 'print' });
    const tops = await page.evaluate(() =>
      [...document.querySelectorAll('.post__byline > *')]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect().bottom),
    );
    assert.ok(tops.length >= 2 && Math.max(...tops) - Math.min(...tops) < 12, `${tops}`);
    await context.close();
  });
});

for (const [name, address, list] of [
  ['an author', '/ru/blog/author/ayten-selimli/', '.author-posts'],
  ['a service', '/ru/services/audit/', '.service-list--posts'],
])
  test(`the page of ${name}: dates are small and on one line, below the title on a phone and beside it on a desk`, async () => {
    for (const [options, beside] of [
      [phone, false],
      [desktop, true],
    ]) {
      const { page, context } = await open(address, options);
      const [title, date] = await page.evaluate(
        (place) =>
          ['a > span', 'a > time'].map((selector) => {
            const element = document.querySelector(`${place} ${selector}`);
            const { top, bottom } = element.getBoundingClientRect();
            return { top, bottom, size: parseFloat(getComputedStyle(element).fontSize) };
          }),
        list,
      );
      assert.ok(date.size < title.size * 0.8, `${date.size} beside ${title.size}`);
      assert.ok(date.bottom - date.top < date.size * 2);
      assert.equal(date.top < title.bottom, beside);
      await context.close();
    }
  });

describe('posts by year', () => {
  test('the first page of a list leads to the newest post of each year, also without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, context } = await open('/en/blog/', { javaScriptEnabled });
      const years = page.getByRole('navigation', { name: 'By year' });
      assert.deepEqual(await years.getByRole('link').allTextContents(), ['2026', '2025']);
      await years.getByRole('link', { name: '2025' }).click();
      await page.waitForURL(/#2025$/);
      const card = page.locator('[id="2025"]');
      assert.match(await card.locator('time').innerText(), /2025$/);
      await eventually(async () => {
        const { top, header } = await card.evaluate((post) => ({
          top: post.getBoundingClientRect().top,
          header: document.querySelector('header').getBoundingClientRect().bottom,
        }));
        assert.ok(top >= header && top < header + 60, `${top} below ${header}`);
      });
      await context.close();
    }
  });
});

test('the ring around what has the focus is whole in the margin, in a table and among footnotes', async () => {
  const rows = '<table><tbody><tr><td><a href="/faq/">ƏDV</a></td><td><a href="/faq/">18 %</a></td></tr></tbody></table>';
  const [{ id }] = await createPosts(site.cms, 1, () => ({
    content_az: `<h2>Bir</h2><p><a href="/faq/">Sual</a></p>${rows}<h2>İki</h2><h2>Üç</h2><p>Son</p>`,
  }));
  for (const options of [desktop, phone])
    for (const address of [`/blog/${id}/`, LONG]) {
      const { page, context } = await open(address, { ...options, reducedMotion: 'reduce' });
      const cut = await page.locator('article :is(a, [tabindex="0"])').evaluateAll((all) =>
        all.flatMap((element) => {
          element.focus({ focusVisible: true });
          const { outlineWidth, outlineOffset } = getComputedStyle(element);
          const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
          let most = 0;
          for (let around = element.parentElement; around !== document.body; around = around.parentElement) {
            if (getComputedStyle(around).overflowX === 'visible') continue;
            const { left, top } = around.getBoundingClientRect();
            const [x, y] = [left + around.clientLeft, top + around.clientTop];
            for (const box of element.getClientRects())
              most = Math.max(
                most,
                x - box.left + ring,
                y - box.top + ring,
                box.right + ring - x - around.clientWidth,
                box.bottom + ring - y - around.clientHeight,
              );
          }
          return most > 0.5 ? [`${element.textContent}: ${most}`] : [];
        }),
      );
      assert.deepEqual(cut, [], address);
      await context.close();
    }
});
