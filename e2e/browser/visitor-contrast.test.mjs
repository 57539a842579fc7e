// Visitors who choose the colours: those of the system alone, or more contrast.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { alive, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

describe('with the colours of the system alone (high contrast)', () => {
  /** What is chosen, and its like that is not. */
  const choices = [
    ['/en/', 'HeroSlider', '.hero-slider__dot[aria-current]', '.hero-slider__dot:not([aria-current])'],
    ['/en/faq/', 'FaqBrowser', '.tabs__tab[aria-selected=true]', '.tabs__tab[aria-selected=false]'],
    ['/en/faq/', 'FaqBrowser', '.topic[aria-pressed=true]', '.topic[aria-pressed=false]'],
    ['/terms/', 'LegalTabs', '.tabs__tab[aria-selected=true]', '.tabs__tab[aria-selected=false]'],
    ['/en/blog/', 'LayoutToggle', '.layout-toggle__button[aria-pressed=true]', '.layout-toggle__button[aria-pressed=false]'],
    ['/en/blog/', 'BlogFilters', '.blog-filters__panel a[aria-current]', '.blog-filters__panel a:not([aria-current])'],
    ['/en/blog/', 'LayoutToggle', '.pagination__link[aria-current]', 'a.pagination__link:not([aria-current])'],
    ['/en/about/', 'ScrollTop', '.header__list > li > a[aria-current]', '.header__list > li > a:not([aria-current])'],
    ['/en/services/hr/', 'ScrollTop', '.header__services.is-current > summary', '.header__language > summary'],
  ];
  for (const [address, island, chosen, other] of choices)
    test(`${address}: ${chosen} looks otherwise than the rest`, async () => {
      const { page, context } = await site.open(address, { forcedColors: 'active' });
      await alive(page, island);
      if (chosen.startsWith('.topic')) await page.locator('.topic').first().click();
      const look = (selector) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(element);
            return [backgroundColor, color, forcedColorAdjust];
          });
      const [usual, words] = await look(other);
      await eventually(async () => {
        // colours change over a moment
        const [background, ink, adjust] = await look(chosen);
        assert.equal(adjust, 'none', 'no ground is laid between the words and the one they are read on');
        assert.notEqual(background, usual);
        assert.notEqual(background, ink, 'the words are read on it');
        assert.notEqual(ink, words);
      });
      await context.close();
    });

  test('no drawing lies under words; what marks the head of a section, and the points of a list, is seen', async () => {
    const { page, context } = await site.open('/en/services/', { forcedColors: 'active' });
    assert.equal(await page.locator('.cta .ornament').isVisible(), false);
    for (const marked of ['.eyebrow', '.service-row__features li']) {
      const [mark, ground] = await page
        .locator(marked)
        .first()
        .evaluate((element) =>
          [getComputedStyle(element, '::before'), getComputedStyle(document.body)].map((style) => style.backgroundColor),
        );
      assert.ok(![ground, 'rgba(0, 0, 0, 0)'].includes(mark), `${marked}: ${mark}`);
    }
    await context.close();
  });

  test('every slide has a line by which it is seen', async () => {
    const { page, context } = await site.open('/en/', { forcedColors: 'active' });
    await alive(page, 'HeroSlider');
    const dots = await page.locator('.hero-slider__dot').evaluateAll((all) =>
      all.map((dot) => {
        const { borderTopColor, borderTopStyle } = getComputedStyle(dot, '::before');
        const ground = dot.ariaCurrent ? dot : dot.closest('.hero-slider__bar');
        return [borderTopStyle, borderTopColor, getComputedStyle(ground).backgroundColor];
      }),
    );
    assert.ok(dots.length > 1);
    for (const [style, line, ground] of dots) {
      assert.equal(style, 'solid');
      assert.notEqual(line, ground);
    }
    await context.close();
  });
});

describe('who asks for more contrast', () => {
  for (const colorScheme of ['light', 'dark'])
    test(`reads what else is quiet in the colour of the text, and sees the lines between things (${colorScheme})`, async () => {
      const look = async (contrast) => {
        const { page, context } = await site.open('/en/blog/', { contrast, colorScheme });
        const colours = await page.evaluate(() => {
          const of = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
          return { text: of('body', 'color'), quiet: of('.post-card__excerpt', 'color'), line: of('.pagination', 'borderTopColor') };
        });
        await context.close();
        return colours;
      };
      const [usual, more] = [await look('no-preference'), await look('more')];
      assert.notEqual(usual.quiet, usual.text);
      assert.equal(more.quiet, more.text);
      assert.notEqual(more.line, usual.line);
    });
});
