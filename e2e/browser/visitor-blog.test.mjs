// The blog list: categories and pages that change in place, layouts, the drawer, the empty state.
import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, describe, test } from 'node:test';
import { phone } from '../support/browser.mjs';
import { startBlog } from '../support/blog.mjs';
import { alive, heldBack, locked, reachable, sameAddress, scrollTo } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => {
  site = await startBlog();
});
after(() => site?.stop());

let page;
async function open(address, options) {
  ({ page } = await site.open(address, options));
  await alive(page, 'BlogFilters');
  await page.evaluate(() => (window.sameDocument = true));
}
const close = () => page.context().close();
const titles = () => page.locator('[data-blog-region] article h2 .when-card').allTextContents();
const category = (id) => page.locator(`.blog-filters__panel a[href="/en/blog/${id ? `category/${id}/` : ''}"]`);
const current = () => page.locator('.blog-filters__panel a[aria-current]').getAttribute('href');
const heading = () => page.locator('h1').innerText();
const inPlace = () => page.evaluate(() => window.sameDocument === true);
const shows = (expected) =>
  eventually(async () =>
    assert.deepEqual(
      await titles(),
      expected.map((number) => `Post ${number}`),
    ),
  );

describe('103-105, 172-174, 216: categories', () => {
  beforeEach(() => open('/en/blog/'));
  afterEach(close);

  test('all at first: the featured post on top, four others, newest first', async () => {
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await current(), '/en/blog/');
  });

  test('a choice changes list, address, title, heading, breadcrumb and mark in place', async () => {
    const title = await page.title();
    await category('valuation').click();
    await sameAddress(page, '/en/blog/category/valuation/');
    await shows([12, 10, 8, 6]);
    assert.equal(await inPlace(), true);
    assert.equal(await current(), '/en/blog/category/valuation/');
    assert.equal(await heading(), 'Valuation Services: articles');
    assert.notEqual(await page.title(), title);
    assert.equal(await page.locator('.breadcrumbs [aria-current=page]').innerText(), 'Valuation Services');
    assert.equal(new URL(await page.locator('link[rel=canonical]').getAttribute('href')).pathname, '/en/blog/category/valuation/');
    assert.match(await page.locator('.blog-filters__status').textContent(), /Valuation Services/);
  });

  test('a choice resets to page 1 and scrolls up', async () => {
    await page.locator('[data-blog-region] a[rel=next]').click();
    await sameAddress(page, '/en/blog/page/2/');
    await shows([8, 7, 6, 5]);
    await scrollTo(page, 400);
    await category('audit').click();
    await sameAddress(page, '/en/blog/category/audit/');
    await shows([3, 11, 9, 7, 5]);
    await eventually(async () => assert.equal(await page.evaluate(() => scrollY), 0));
    assert.equal(await page.locator('.pagination [aria-current]').innerText(), '1');
    assert.equal(await inPlace(), true);
  });

  test('back and forward go through what was shown, without a reload', async () => {
    await category('audit').click();
    await shows([3, 11, 9, 7, 5]);
    await page.locator('[data-blog-region] a[rel=next]').click();
    await shows([1]);
    await page.goBack();
    await sameAddress(page, '/en/blog/category/audit/');
    await shows([3, 11, 9, 7, 5]);
    await page.goBack();
    await sameAddress(page, '/en/blog/');
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await current(), '/en/blog/');
    await page.goForward();
    await shows([3, 11, 9, 7, 5]);
    assert.equal(await heading(), 'Audit Services: articles');
    assert.equal(await inPlace(), true);
  });

  test('the switcher leads to the list that is shown', async () => {
    await category('valuation').click();
    await shows([12, 10, 8, 6]);
    await page.locator('.header__language summary').click();
    await page.locator('.header__language a[data-lang-choice=ru]').click();
    await sameAddress(page, '/ru/blog/category/valuation/');
  });

  test('a shown category reloads as itself', async () => {
    await category('valuation').click();
    await shows([12, 10, 8, 6]);
    await page.reload();
    await shows([12, 10, 8, 6]);
    assert.equal(await current(), '/en/blog/category/valuation/');
  });

  test('when the fetch fails the browser goes to the address itself', async () => {
    await page
      .context()
      .route('**/en/blog/category/audit/', (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
    await category('audit').click();
    await sameAddress(page, '/en/blog/category/audit/');
    await shows([3, 11, 9, 7, 5]);
    assert.equal(await inPlace(), false);
  });

  test('a list whose posts show pictures of another host is loaded, because this page may not show them', async () => {
    await page.context().route('**/en/blog/category/audit/', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace("img-src 'self'", "img-src 'self' https://cdn.example"),
      });
    });
    await category('audit').click();
    await sameAddress(page, '/en/blog/category/audit/');
    await shows([3, 11, 9, 7, 5]);
    assert.equal(await inPlace(), false);
    await category('').click();
    await sameAddress(page, '/en/blog/');
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await inPlace(), false, 'and from there, too');
  });
});

describe('the scroll on a slow line', () => {
  /** Everything that is fetched from now on waits for this. */
  async function slow() {
    let open;
    const gate = new Promise((resolve) => (open = resolve));
    await page.context().route('**/en/blog/**', (route) => gate.then(() => route.continue()));
    return open;
  }
  const top = () => page.evaluate(() => Math.round(scrollY));
  const room = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);

  test('Back and Forward bring it back with the list it belongs to', async () => {
    await open('/en/blog/');
    await shows([3, 12, 11, 10, 9]);
    const far = await room();
    await scrollTo(page, far);
    await category('hr').click(); // nothing there: a much shorter page
    await page.locator('[data-blog-region] .empty').waitFor();
    await eventually(async () => assert.equal(await top(), 0));
    assert.ok((await room()) < far);
    await scrollTo(page, 33);
    const answer = await slow();
    await page.evaluate(() => history.back());
    await sameAddress(page, '/en/blog/');
    await eventually(async () => assert.equal(await page.locator('[data-blog-region]').getAttribute('aria-busy'), 'true'));
    assert.equal(await top(), 33, 'the list that is still seen stays where it is');
    answer();
    await shows([3, 12, 11, 10, 9]);
    await eventually(async () => assert.equal(await top(), far));
    await page.goForward();
    await page.locator('[data-blog-region] .empty').waitFor();
    await eventually(async () => assert.equal(await top(), 33));
    await close();
  });

  test('Back, and Forward before the answer: the list stays the one of the address', async () => {
    await open('/en/blog/');
    await category('audit').click();
    await shows([3, 11, 9, 7, 5]);
    const answer = await slow();
    await page.evaluate(() => history.back());
    await sameAddress(page, '/en/blog/');
    await page.evaluate(() => history.forward());
    await sameAddress(page, '/en/blog/category/audit/');
    answer();
    await eventually(async () => assert.equal(await page.locator('[data-blog-region][aria-busy]').count(), 0));
    await shows([3, 11, 9, 7, 5]);
    await close();
  });

  test('whoever goes elsewhere meanwhile is not brought back', async () => {
    await open('/en/blog/');
    const answer = await slow();
    await category('audit').click();
    await page.locator('.header__nav a[href="/en/faq/"]').first().click();
    await sameAddress(page, '/en/faq/');
    answer();
    await page.goBack();
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await page.locator('[data-blog-region][aria-busy]').count(), 0);
    await close();
  });
});

describe('108, 287: pagination', () => {
  test('previous, numbers and next change in place', async () => {
    await open('/en/blog/page/2/');
    await shows([8, 7, 6, 5]);
    await page.locator('[data-blog-region] a[rel=next]').click();
    await sameAddress(page, '/en/blog/page/3/');
    await shows([4, 2, 1]);
    assert.equal(await page.locator('a[rel=next]').count(), 0);
    await page.locator('[data-blog-region] a[rel=prev]').click();
    await sameAddress(page, '/en/blog/page/2/');
    await page.locator('.pagination a', { hasText: '1' }).click();
    await sameAddress(page, '/en/blog/');
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await inPlace(), true);
    await close();
  });
});

describe('109, 269: the empty category', () => {
  test('says so and its button shows all posts', async () => {
    await open('/en/blog/');
    await category('hr').click();
    await sameAddress(page, '/en/blog/category/hr/');
    const region = page.locator('[data-blog-region]');
    await region.locator('.empty').waitFor();
    assert.equal(await region.locator('h2').innerText(), 'No Posts Found in This Category');
    assert.ok(
      (await region.innerText()).includes(
        'There are currently no articles in the selected category. Try exploring other categories or check back later.',
      ),
    );
    await region.getByRole('link', { name: 'View all posts' }).click();
    await sameAddress(page, '/en/blog/');
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await inPlace(), true);
    await close();
  });

  test('one line stands between it and what the list is chosen by', async () => {
    await open('/en/blog/category/hr/');
    const lines = await page.locator('main').evaluate((main) => {
      const [from, to] = ['[data-island=LayoutToggle]', '.empty h2'].map((place) => main.querySelector(place).getBoundingClientRect().top);
      const edges = [...main.querySelectorAll('section, div')].flatMap((box) => {
        const { left, top, bottom, right } = box.getBoundingClientRect();
        const { borderTopWidth, borderBottomWidth } = getComputedStyle(box);
        return right - left < 300 || left < main.querySelector('.empty').getBoundingClientRect().left - 1
          ? []
          : [
              [borderTopWidth, top],
              [borderBottomWidth, bottom],
            ];
      });
      return edges.filter(([width, at]) => width !== '0px' && at > from && at < to).length;
    });
    assert.equal(lines, 1);
    await close();
  });
});

describe('a list that nobody has touched', () => {
  test('the pointer over it wakes what changes it in place', async () => {
    ({ page } = await site.open('/en/blog/'));
    await alive(page, 'ScrollTop');
    await page.evaluate(() => (window.sameDocument = true));
    await page.locator('[data-blog-region] a[rel=next]').hover();
    await page.waitForSelector('[data-island=BlogFilters][data-hydrated]', { state: 'attached' });
    await page.locator('[data-blog-region] a[rel=next]').click();
    await shows([8, 7, 6, 5]);
    assert.equal(await inPlace(), true);
    await close();
  });

  test('the history leads to the lists that were shown in place before the page was loaded again', async () => {
    await open('/en/blog/');
    await page.locator('[data-blog-region] a[rel=next]').click();
    await shows([8, 7, 6, 5]);
    await page.reload();
    await shows([8, 7, 6, 5]);
    assert.equal(await page.locator('[data-island=BlogFilters][data-hydrated]').count(), 0);
    await page.evaluate(() => history.back());
    await sameAddress(page, '/en/blog/');
    await shows([3, 12, 11, 10, 9]);
    await page.evaluate(() => history.forward());
    await sameAddress(page, '/en/blog/page/2/');
    await shows([8, 7, 6, 5]);
    await close();
  });
});

describe('106, 175: layouts', () => {
  test('cards first; wide is remembered, also over pages and visits, and comes without a flash', async () => {
    await open('/en/blog/');
    await alive(page, 'LayoutToggle');
    const layout = () => page.getAttribute('html', 'data-blog-layout');
    const [card, wide] = await page.locator('.layout-toggle button').all();
    assert.deepEqual([await layout(), await card.getAttribute('aria-pressed')], [null, 'true']);
    await wide.click();
    assert.deepEqual(
      [await layout(), await wide.getAttribute('aria-pressed'), await card.getAttribute('aria-pressed')],
      ['wide', 'true', 'false'],
    );
    await page.locator('[data-blog-region] h2 .when-wide').first().waitFor({ state: 'visible' });
    assert.equal(await page.locator('[data-blog-region] h2 .when-card').first().isVisible(), false);
    await category('audit').click();
    await shows([3, 11, 9, 7, 5]);
    assert.equal(await layout(), 'wide');
    await page.context().addInitScript(() => {
      addEventListener('DOMContentLoaded', () => (window.firstLayout = document.documentElement.dataset.blogLayout));
    });
    await page.goto(`${site.url}/en/blog/page/2/`);
    assert.equal(await page.evaluate(() => window.firstLayout), 'wide');
    await eventually(async () => assert.equal(await page.locator('.layout-toggle button').nth(1).getAttribute('aria-pressed'), 'true'));
    await page.locator('.layout-toggle button').first().click();
    assert.equal(await layout(), null);
    await close();
  });
});

describe('107: the drawer on a phone', () => {
  let drawer;
  let panel;
  beforeEach(async () => {
    await open('/en/blog/', phone);
    drawer = page.locator('.blog-filters__toggle');
    panel = page.locator('.blog-filters__panel');
    assert.equal(await panel.isVisible(), false);
    await drawer.locator('summary').tap();
    await panel.waitFor({ state: 'visible' });
    await eventually(async () => assert.equal(await locked(page), true));
  });
  afterEach(close);
  const closed = () => eventually(async () => assert.deepEqual([await panel.isVisible(), await locked(page)], [false, false]));

  test('has the focus, and its button closes it', async () => {
    await eventually(async () => assert.equal(await panel.evaluate((element) => element.contains(document.activeElement)), true));
    await panel.locator('.blog-filters__close').tap();
    await closed();
    assert.equal(await drawer.locator('summary').evaluate((element) => element === document.activeElement), true);
  });
  test('leaves nothing else to be reached, and all of it afterwards', async () => {
    assert.deepEqual(await reachable(page), ['blog-filters', 'blog-filters__panel']);
    await page.keyboard.press('Escape');
    await closed();
    assert.ok((await reachable(page)).includes('main'));
  });
  test('Escape closes it', async () => {
    await page.keyboard.press('Escape');
    await closed();
  });
  test('a choice closes it, filters in place and is told by its label', async () => {
    await category('valuation').tap();
    await closed();
    await shows([12, 10, 8, 6]);
    assert.equal(await inPlace(), true);
    assert.match(await drawer.innerText(), /Valuation Services/);
  });
});

test('a drawer that was open before its code came has the focus when it comes, and closes by Escape', async () => {
  const { before: hold, release } = heldBack('BlogFilters');
  const { page, context } = await site.open('/en/blog/', { ...phone, before: hold });
  await alive(page, 'ScrollTop'); // the loader has run
  const drawer = page.locator('.blog-filters__toggle');
  await drawer.locator('summary').click();
  assert.equal(await drawer.evaluate(({ open }) => open), true);
  release();
  await page.waitForFunction(() => document.activeElement?.matches('.blog-filters__close'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.blog-filters__toggle').open);
  await context.close();
});
