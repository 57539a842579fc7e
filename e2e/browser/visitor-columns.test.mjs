// Long words, as Azerbaijani and Russian have them, and the columns they stand in: at no width does one reach beyond its place.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';
import { startSite } from '../support/visitor.mjs';

let site;
let post;
let signed;
before(async () => {
  site = await startSite();
  [signed] = await createPosts(site.cms, 1, () => ({ author: 'Qarayevlər'.repeat(20) }));
  [post] = await createPosts(site.cms, 1, () => ({
    category: 'tax-legal',
    author: 'Rauf Qarayev',
    title_az: 'Qeyri-rezidentlərin vergiləndirilməsindəki dəyişikliklərin konsolidasiyalaşdırılması',
    title_ru: 'Налогообложение нерезидентов: частнопредпринимательская деятельность и высокопроизводительность',
    // an address whole: what is cut for a list is its longest word still
    excerpt_az: `https://www.taxes.example/${'elektronxidmetler'.repeat(8)}`,
    excerpt_ru: `https://www.taxes.example/ru/${'elektronxidmetler'.repeat(8)}`,
    content_az:
      '<h2>Birinci</h2><h3>İçəridə</h3><p>https://www.taxes.example/elektronxidmetlerveonlarinistifadeqaydalariuzuntarif</p><h2>İkinci</h2><p>Son</p>',
    content_ru: '<h2>Самообязательствование налогоплательщиков-нерезидентов</h2><p>Текст</p>',
  }));
});
after(() => site?.stop());

/** The page beyond the screen, and boxes of its text that are wider than what they stand in. */
const beyond = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const out = scrollWidth > clientWidth ? [`the page: ${scrollWidth}`] : [];
    for (const box of document.querySelectorAll('main :is(h1, h2, h3, p, a, span, div, nav)')) {
      const { display, position } = getComputedStyle(box);
      const around = getComputedStyle(box.parentElement);
      if (
        box.closest('.table, .partners, .hero-slider, .visually-hidden, picture') ||
        display === 'inline' ||
        position !== 'static' ||
        around.display === 'inline'
      )
        continue;
      const over = box.getBoundingClientRect().right - box.parentElement.getBoundingClientRect().right + parseFloat(around.paddingRight);
      if (box.clientWidth > 0 && over > 3)
        out.push(`${box.className || box.localName} in ${box.parentElement.className}: ${Math.round(over)}`);
    }
    return out;
  });

const WIDTHS = [320, 390, 640, 768, 992, 1100];

for (const [name, addresses] of Object.entries({
  'the pages’ own words': () => ['/', '/about/', '/services/', '/services/tax-legal/', '/contact/', '/faq/'],
  'the longest words of a post': () => [
    '/',
    `/blog/${post.id}/`,
    `/blog/${signed.id}/`,
    '/blog/',
    '/blog/?q=taxes',
    '/blog/category/tax-legal/',
    '/blog/author/rauf-qarayev/',
    '/services/tax-legal/',
  ],
}))
  test(`${name} stay in their columns`, async () => {
    const { page, context } = await site.open('/', { reducedMotion: 'reduce' });
    for (const prefix of ['', '/ru'])
      for (const address of addresses()) {
        await page.goto(site.url + prefix + address);
        if (address.includes('?q=')) await page.locator('.result-card').first().waitFor();
        await page.evaluate(() => document.fonts.ready);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await beyond(page), [], `${prefix}${address} at ${width}`);
        }
      }
    await context.close();
  });

describe('lines', () => {
  test('what the list is filtered by is one line on a phone, and is told as what it is', async () => {
    const { page, context } = await site.open('/blog/', phone);
    const summary = page.locator('.blog-filters__toggle summary');
    assert.ok((await summary.boundingBox()).height <= 48.5);
    assert.equal((await summary.textContent()).trim(), 'Kateqoriyalar: Bütün kateqoriyalar');
    await context.close();
  });

  test('a title that is cut for the home page is not broken as well', async () => {
    const { page, context } = await site.open('/ru/', { locale: 'ru-RU' });
    const title = page.locator('.teaser .post-card__title', { hasText: /Налогообложение/ });
    await page.evaluate(() => document.fonts.ready);
    for (const width of [320, 390, 768, 1024, 1180, 1232, 1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await title.evaluate((heading) => heading.clientHeight / parseFloat(getComputedStyle(heading).lineHeight));
      assert.equal(Math.round(lines), 1, `at ${width}`);
    }
    await context.close();
  });

  test('links of the footer that take two lines stand apart from the next', async () => {
    const { page, context } = await site.open('/ru/', { viewport: { width: 320, height: 640 } });
    const gaps = await page.locator('.footer__list a').evaluateAll((links) =>
      links.map((link) => {
        const words = document.createRange();
        words.selectNodeContents(link);
        return link.getBoundingClientRect().bottom - words.getBoundingClientRect().bottom;
      }),
    );
    assert.ok(
      gaps.every((gap) => gap >= 4),
      gaps.join(),
    );
    await context.close();
  });

  test('the days that the firm is open stay together, and so does the time', async () => {
    const { page, context } = await site.open('/ru/contact/', { locale: 'ru-RU' });
    await page.evaluate(() => document.fonts.ready);
    const card = page.locator('.contact-card').last();
    for (const width of [320, 360, 390, 430, 768, 1200, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const [days, ...others] = await card.evaluate((around) =>
        ['Понедельник — пятница', '9:00–18:00', 'и воскресенье', 'по договорённости'].map((phrase) => {
          const texts = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
          const place = () => texts.currentNode.data?.replaceAll('\u00a0', ' ').indexOf(phrase) ?? -1;
          while (place() < 0 && texts.nextNode());
          const range = document.createRange();
          range.setStart(texts.currentNode, place());
          range.setEnd(texts.currentNode, place() + phrase.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }),
      );
      assert.deepEqual([days === 1 || width === 1200, ...others], [true, 1, 1, 1], `at ${width}`); // at 1200 the days are wider than a quarter
    }
    await context.close();
  });

  test('the parts of a post are numbered, what is in them is not', async () => {
    const { page, context } = await site.open(`/blog/${post.id}/`);
    const marks = await page
      .locator('.contents ol')
      .evaluate((list) => [...list.children].map((item) => getComputedStyle(item).listStyleType));
    assert.deepEqual(marks, ['decimal', 'none', 'decimal']);
    await context.close();
  });

  test('each partner’s role follows the name, however long the text beside them', async () => {
    const { page, context } = await site.open('/about/');
    const gaps = await page.locator('.person').evaluateAll((people) =>
      people.map((person) => {
        const [name, role] = ['.person__name', '.person__role'].map((part) => person.querySelector(part).getBoundingClientRect());
        return Math.round(role.top - name.top);
      }),
    );
    assert.deepEqual([gaps.length, new Set(gaps).size], [4, 1], gaps.join());
    await context.close();
  });
});

test('a figure in a cell is never broken, whichever blanks its groups have; long words beside it still are', async () => {
  const cells = (text) => `<table><tbody><tr><td>${text}</td><td>1 234 567,89</td><td>12 345 678,90 ₼</td></tr>
    <tr><td>x</td><td>-1&nbsp;234&nbsp;567,89</td><td>1,234,567.89</td></tr></tbody></table>`;
  const [{ id }] = await createPosts(site.cms, 1, () => ({
    content_az: cells('Vergitutma məqsədləri üçün konsolidasiyalaşdırılmış hesabatlılıq göstəriciləri'),
    content_en: cells('Consolidated internationalisation of counterproductive responsibilities'),
    content_ru: cells('Консолидированная высокопроизводительность частнопредпринимательской деятельности'),
  }));
  const { page, context } = await site.open('/', phone);
  for (const prefix of ['', '/en', '/ru'])
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${site.url}${prefix}/blog/${id}/`);
      await page.evaluate(() => document.fonts.ready);
      const broken = await page.locator('.table :is(th, td)').evaluateAll((all) =>
        all.flatMap(({ firstChild: words }) => {
          const part = document.createRange();
          const figures = [...words.data.matchAll(/[\d.,\u00a0 -]*\d/g)].filter(({ index, 0: { length } }) => {
            part.setStart(words, index);
            part.setEnd(words, index + length);
            return new Set([...part.getClientRects()].map(({ top }) => top)).size > 1;
          });
          return figures.map(([figure]) => figure);
        }),
      );
      assert.deepEqual(broken, [], `${prefix} at ${width}`);
      const lines = await page
        .locator('.table th')
        .first()
        .evaluate((cell) => cell.clientHeight / parseFloat(getComputedStyle(cell).lineHeight));
      assert.ok(lines > 2, `${lines} lines of words`);
    }
  await context.close();
});

test('the wide layout of the blog is shorter on a phone, too: a small picture, or the mark in its place, beside the title', async () => {
  const { page, context } = await site.open('/', phone);
  for (const prefix of ['', '/en', '/ru'])
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${site.url}${prefix}/blog/`);
      const measure = (layout) =>
        page.evaluate((wanted) => {
          document.documentElement.dataset.blogLayout = wanted;
          const side = (element) => element.getBoundingClientRect();
          const cards = [...document.querySelectorAll('.post-grid .post-card')];
          return {
            height: side(document.querySelector('.post-grid')).height,
            beside: cards.every((card) => {
              const media = side(card.querySelector('.post-card__media'));
              const [title] = card.querySelector('.post-card__title a').getClientRects(); // its first line
              return title.left >= media.right && title.top < media.bottom && media.width < 100;
            }),
            bare: cards.filter((card) => card.querySelector('.no-image')).length,
          };
        }, layout);
      const [card, wide] = [await measure('card'), await measure('wide')];
      assert.ok(wide.height < 0.75 * card.height, `${prefix} at ${width}: ${wide.height} instead of ${card.height}`);
      assert.deepEqual([card.beside, wide.beside], [false, true], `${prefix} at ${width}`);
      assert.ok(wide.bare > 0 && wide.bare < 4, 'with and without a picture');
      assert.deepEqual(await beyond(page), [], `${prefix} at ${width}`);
    }
  await context.close();
});

test('a step of the way here that begins a line begins at its edge', async () => {
  const { page, context } = await site.open('/', phone);
  let wrapped = 0;
  for (const address of [
    `/blog/${post.id}/`,
    `/ru/blog/${post.id}/`,
    '/ru/services/tax-legal/',
    '/en/blog/category/tax-legal/',
    '/blog/5/',
  ]) {
    await page.goto(site.url + address);
    await page.evaluate(() => document.fonts.ready);
    const { edge, steps } = await page.locator('.breadcrumbs__list').evaluate((list) => ({
      edge: list.getBoundingClientRect().left,
      steps: [...list.children].map(({ firstElementChild: step }) => {
        const { left, top } = step.getBoundingClientRect();
        return { left, top };
      }),
    }));
    const first = steps.filter(({ top }, at) => at > 0 && top > steps[at - 1].top + 12);
    wrapped += first.length;
    for (const { left } of first) assert.ok(left - edge < 1, `${address}: ${left} instead of ${edge}`);
  }
  assert.ok(wrapped > 0, 'nothing had to be wrapped');
  await context.close();
});

test('two related posts fill their row as three do, one is as wide as text', async () => {
  const widths = [];
  for (const count of [1, 2, 3]) {
    if (count > 1) await createPosts(site.cms, 1, () => ({ category: 'hr' }));
    const { page, context } = await site.open('/blog/5/');
    assert.equal(await page.locator('.related > *').count(), count);
    widths.push(
      await page.evaluate(() => {
        const [row, last] = [document.querySelector('.related'), document.querySelector('.related > :last-child')];
        return Math.round(row.getBoundingClientRect().right - last.getBoundingClientRect().right);
      }),
    );
    await context.close();
  }
  assert.deepEqual(widths.slice(1), [0, 0]);
  assert.ok(widths[0] > 400);
});
