// The blog's search: by address, and by the field that a button opens.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { startBlog } from '../support/blog.mjs';
import { alive, heldBack, sameAddress } from '../support/visitor.mjs';
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
}
const close = () => page.context().close();
const category = (id) => page.locator(`.blog-filters__panel a[href="/en/blog/category/${id}/"]`);
const titles = () => page.locator('[data-blog-region] article h2 .when-card').allTextContents();
const shows = (expected) =>
  eventually(async () =>
    assert.deepEqual(
      await titles(),
      expected.map((number) => `Post ${number}`),
    ),
  );

describe('110, 111: the search by address', () => {
  afterEach(close);
  async function search(prefix, query) {
    const indexes = [];
    await open(`${prefix}/blog/?q=${encodeURIComponent(query)}`, {
      before: ({ page: fresh }) => fresh.on('request', (request) => /\/search\//.test(request.url()) && indexes.push(request.url())),
    });
    await page.locator('.blog-search [role=status]').waitFor();
    await eventually(async () => assert.doesNotMatch(await page.locator('.blog-search [role=status]').innerText(), /…/));
    const lang = prefix.slice(1) || 'az';
    assert.deepEqual(
      indexes.map((url) => new URL(url).pathname),
      [`/search/${lang}.json`, `/search/${lang}/0.json`],
    );
    assert.equal(await page.locator('[data-blog-region]').isVisible(), false, 'the results stand in the place of the list');
    return page.locator('.blog-search h3').allTextContents();
  }

  test('no input is shown and no index fetched without a question', async () => {
    const indexes = [];
    await open('/en/blog/', {
      before: ({ page: fresh }) => fresh.on('request', (request) => /\/search\//.test(request.url()) && indexes.push(request.url())),
    });
    assert.equal(await page.locator('main input').count(), 0);
    assert.deepEqual(indexes, []);
  });

  test('a question of nothing but spaces is none: the list stays', async () => {
    await open('/en/blog/?q=%20+');
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await page.locator('[data-blog-region]').isVisible(), true);
  });

  const cases = [
    ['a title, whatever the case', '/en', 'pOST 12', ['Post 12']],
    ['an excerpt', '/en', 'green LEDGER', ['Post 1']],
    ['Azerbaijani: istifadə finds İSTİFADƏ', '', 'istifadə', ['İSTİFADƏ qaydaları']],
    ['Azerbaijani: İSTİFADƏ QAYDALARI finds itself', '', 'İSTİFADƏ QAYDALARI', ['İSTİFADƏ qaydaları']],
    ['Azerbaijani: ıstehsal finds ISTEHSAL', '', 'ıstehsal', ['Kassa']],
    ['Azerbaijani: YAZI finds yazı', '', 'YAZI 7', ['Yazı 7']],
    ['Russian: отчет finds ОТЧЁТ', '/ru', 'отчет', ['Полугодовой ОТЧЁТ']],
    ['Russian: приём finds Приём', '/ru', 'ПРИЁМ', ['Приём денег']],
  ];
  for (const [name, prefix, query, expected] of cases) test(name, async () => assert.deepEqual(await search(prefix, query), expected));

  test('only the texts of the language are searched; nothing found is told', async () => {
    assert.deepEqual(await search('/en', 'Yazı'), ['No Results Found']);
    assert.match(await page.locator('.blog-search [role=status]').innerText(), /Try different keywords\.$/);
  });

  test('its link goes back to the whole list', async () => {
    await search('/en', 'Post 12');
    const layouts = page.locator('.layout-toggle');
    assert.equal(await layouts.isVisible(), false, 'it would change nothing of the results');
    await page.locator('.blog-search__head a').click();
    await sameAddress(page, '/en/blog/');
    await shows([3, 12, 11, 10, 9]);
    assert.equal(await page.locator('[data-blog-region]').isVisible(), true);
    assert.equal(await layouts.isVisible(), true);
  });
});

describe('the field that is opened', () => {
  afterEach(close);

  test('asks what is typed, and stands open beside the results', async () => {
    await open('/en/blog/');
    await alive(page, 'SearchField');
    await page.getByRole('button', { name: 'Search the blog' }).click();
    await page.keyboard.type('post 12');
    await page.keyboard.press('Enter');
    await page.locator('.blog-search h3').waitFor();
    assert.equal(new URL(page.url()).search, '?q=post+12');
    assert.deepEqual(await page.locator('.blog-search h3').allTextContents(), ['Post 12']);
    assert.equal(await page.getByRole('searchbox').inputValue(), 'post 12');
    await page.goBack();
    await shows([3, 12, 11, 10, 9]);
  });

  test('in a category it asks the whole blog, in the language of the page', async () => {
    await open('/ru/blog/category/audit/');
    await alive(page, 'SearchField');
    await page.locator('.search-field__open').click();
    await page.keyboard.type('отчет');
    await page.locator('.search-field button').click();
    await page.locator('.blog-search h3').waitFor();
    assert.equal(new URL(page.url()).pathname, '/ru/blog/');
  });

  test('is no promise where no script runs', async () => {
    ({ page } = await site.open('/en/blog/', { javaScriptEnabled: false }));
    assert.equal(await page.locator('.search-field__open').isVisible(), false);
    assert.equal(await page.locator('main input').count(), 0);
  });
});

describe('110: what answers a question is slow, or does not come', () => {
  afterEach(close);
  const list = () => page.locator('[data-blog-region]');
  const ask = async (before) => ({ page } = await site.open('/en/blog/?q=post', { before }));

  test('a word stands there until it is here, and goes with it', async () => {
    const late = heldBack('BlogSearch');
    await ask(late.before);
    const wait = page.locator('.blog-search__wait');
    await wait.waitFor();
    assert.equal(await wait.innerText(), 'Loading…');
    assert.equal(await list().isVisible(), false);
    late.release();
    await page.locator('.blog-search h3').first().waitFor();
    assert.equal(await wait.isVisible(), false);
  });

  for (const lost of ['BlogSearch', 'loader'])
    test(`without ${lost} the list stands there, at its place`, async () => {
      await ask(({ page: fresh }) => fresh.route(`**/assets/${lost}-*.js*`, (route) => route.abort()));
      await list().waitFor();
      const [top, bar] = await page.evaluate(() =>
        ['[data-blog-region]', '.blog__bar'].map((part) => document.querySelector(part).getBoundingClientRect().top),
      );
      assert.ok(top - bar < 200, `${top - bar} below the bar`);
    });

  test('without BlogSearch a sentence says that nothing was searched, until something else is shown; its link tries again', async () => {
    let lost = true;
    await ask(({ page: fresh }) => fresh.route('**/assets/BlogSearch-*.js*', (route) => (lost ? route.abort() : route.continue())));
    const told = page.locator('.blog-search__lost');
    await told.waitFor();
    assert.equal(await told.innerText(), 'The search could not be loaded. Try again');
    await alive(page, 'BlogFilters');
    await category('valuation').click();
    await shows([12, 10, 8, 6]);
    assert.equal(await told.isVisible(), false);
    await page.goBack();
    await told.waitFor();
    lost = false;
    await told.locator('a').click();
    await page.locator('.blog-search h3').first().waitFor();
    assert.equal(new URL(page.url()).search, '?q=post');
    assert.equal(await told.count(), 0);
  });

  test('what is searched does not come: the button says so, and the focus stays when it goes', async () => {
    let lost = true;
    await ask(({ page: fresh }) => fresh.route('**/search/**', (route) => (lost ? route.abort() : route.continue())));
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'status'));
    await again.waitFor();
    lost = false;
    await again.focus();
    await page.keyboard.press('Enter');
    await page.locator('.blog-search h3').first().waitFor();
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.closest('h3') !== null), true));
  });
});

test('a category in place of a search shows the list again', async () => {
  await open('/en/blog/?q=ledger');
  await page.locator('.blog-search h3').waitFor();
  await alive(page, 'SearchField');
  const asks = (words) => eventually(async () => assert.equal(await page.getByRole('searchbox').inputValue(), words));
  await asks('ledger');
  const named = (title) => eventually(async () => assert.equal(await page.title(), title));
  await named('ledger – Blog | Khazri');
  await category('valuation').click();
  await shows([12, 10, 8, 6]);
  await eventually(async () => assert.equal(await page.locator('.blog-search').count(), 0));
  assert.equal(await page.locator('[data-blog-region]').isVisible(), true);
  await asks('');
  await named('Valuation Services: articles | Khazri');
  await page.goBack();
  await page.locator('.blog-search h3').waitFor();
  await asks('ledger');
  await named('ledger – Blog | Khazri');
  await page.locator('.blog-search__head a').click();
  await sameAddress(page, '/en/blog/');
  await named('Blog | Khazri');
  await close();
});
