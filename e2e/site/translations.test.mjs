// Posts that have no text in some language: their pages are there for visitors, and nobody is told that they are translations.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { address, buildSite, languageOf, languages, prefix } from '../support/site.mjs';

const texts = {
  az: { title: 'Vergi təqvimi', excerpt: 'Müddətlər və sənədlər.', content: '<p>Bəyannamə aprelin 20-dək verilir.</p>' },
  en: { title: 'The tax calendar', excerpt: 'Deadlines and documents.', content: '<p>The return is due by 20 April.</p>' },
  ru: { title: 'Налоговый календарь', excerpt: 'Сроки и документы.', content: '<p>Декларация подаётся до 20 апреля.</p>' },
};
/** A post with texts in these languages, as the API gives it. */
function post(id, own, more = {}) {
  const fields = languages.flatMap((lang) =>
    Object.entries(texts[lang]).map(([name, text]) => [
      `${name}_${lang}`,
      own.includes(lang) ? (name === 'title' ? `${text} ${id}` : text) : '',
    ]),
  );
  return { id, category: 'tax-legal', author: 'Rauf Qarayev', date: `2025-12-0${id}T08:00:00Z`, ...Object.fromEntries(fields), ...more };
}
const own = { 1: ['az', 'en', 'ru'], 2: ['az', 'en'], 3: ['az'], 4: ['az', 'ru'] };
const updated = { 2: '2025-12-09T21:30:00Z', 3: '2025-12-03T19:59:00Z' };

let site;
before(
  () =>
    (site = buildSite({
      posts: Object.entries(own).map(([id, langs]) => post(Number(id), langs, updated[id] && { updated: updated[id] })),
    })),
);
after(() => site.remove());

const page = (id, lang) => load(site.read(`${prefix[lang].slice(1)}${lang === 'az' ? '' : '/'}blog/${id}/index.html`));
const claimed = ($) =>
  $('link[rel=alternate][hreflang]')
    .map((_, link) => $(link).attr('hreflang'))
    .get();
const posts = Object.keys(own).flatMap((id) => languages.map((lang) => [id, lang]));
const graph = ($) => JSON.parse($('script[type="application/ld+json"]').text())['@graph'];

test('a page claims the languages that have a text; one without a text is the Azerbaijani page once more', () => {
  for (const [id, lang] of posts) {
    const $ = page(id, lang);
    const translated = own[id].includes(lang);
    const canonical = new URL($('link[rel=canonical]').attr('href')).pathname;
    assert.equal(canonical, `${translated ? prefix[lang] : ''}/blog/${id}/`, `${lang} ${id}`);
    assert.deepEqual(claimed($), translated ? [...own[id], 'x-default'] : [], `${lang} ${id}`);
    assert.equal($('meta[property="og:url"]').attr('content'), $('link[rel=canonical]').attr('href'));
    const posting = graph($).find((item) => item['@type'] === 'BlogPosting');
    assert.equal(posting.inLanguage, translated ? lang : 'az', `${lang} ${id}`);
    assert.equal(new URL(posting['@id']).pathname, canonical);
  }
});

test('what is shown instead says that it is Azerbaijani', () => {
  for (const [id, lang] of posts.filter(([id, lang]) => !own[id].includes(lang))) {
    const $ = page(id, lang);
    assert.equal($('html').attr('lang'), lang);
    for (const [part, text] of [
      ['h1', `${texts.az.title} ${id}`],
      ['.post__excerpt', texts.az.excerpt],
      ['.prose p', texts.az.content.slice(3, -4)],
    ]) {
      assert.equal($(part).text(), text);
      assert.equal($(part).closest('[lang]').attr('lang'), 'az', `${lang} ${id}: ${part}`);
    }
  }
});

test('the switcher leads to every page all the same', () => {
  for (const [id, lang] of posts) {
    const $ = page(id, lang);
    for (const other of languages)
      assert.ok($(`a[data-lang-choice=${other}][href="${prefix[other]}/blog/${id}/"]`).length, `${lang} ${id} -> ${other}`);
  }
});

test('hreflang links are reciprocal, between canonical pages alone, and the sitemap says the same', () => {
  const alternates = new Map();
  for (const file of site.pages.filter((name) => !/<meta name="robots" content="[^"]*noindex/.test(site.read(name)))) {
    const $ = load(site.read(file));
    const canonical = $('link[rel=canonical]').attr('href');
    if (new URL(canonical).pathname !== address(file)) {
      assert.deepEqual(claimed($), [], file);
      continue;
    }
    const links = $('link[rel=alternate][hreflang]')
      .map((_, link) => `${$(link).attr('hreflang')} ${$(link).attr('href')}`)
      .get();
    assert.ok(links.includes(`${languageOf(file)} ${canonical}`), file);
    alternates.set(canonical, links);
  }
  for (const [canonical, links] of alternates)
    for (const link of links) assert.deepEqual(alternates.get(link.split(' ')[1]), links, `${canonical} -> ${link} is not answered`);
  const $ = load(site.read('sitemap.xml'), { xml: true });
  const listed = $('url')
    .get()
    .map((url) => [
      $(url).children('loc').text(),
      $(url)
        .children('xhtml\\:link')
        .get()
        .map((link) => `${$(link).attr('hreflang')} ${$(link).attr('href')}`),
    ]);
  for (const [loc, links] of listed) assert.deepEqual(alternates.get(loc), links, loc);
  const canonicalPosts = [...alternates.keys()].filter((url) => /\/blog\/\d+\/$/.test(url)).sort();
  assert.deepEqual(
    listed
      .map(([loc]) => loc)
      .filter((loc) => /\/blog\/\d+\/$/.test(loc))
      .sort(),
    canonicalPosts,
  );
});

test('a change that readers saw is told: to them from the next day on, to machines at once', () => {
  const words = { az: 'Yenilənib: 10 dekabr 2025', en: 'Updated December 10, 2025', ru: 'Обновлено 10 декабря 2025\u202fг.' };
  for (const lang of languages) {
    const line = page(2, lang)('.post__byline p').filter((_, p) => load(p)('time').attr('datetime') === updated[2]);
    assert.equal(line.text(), words[lang]);
    assert.equal(page(3, lang)('.post__byline time').length, 1);
  }
  assert.equal(graph(page(2, 'en')).find((item) => item['@type'] === 'BlogPosting').dateModified, updated[2]);
  const $ = load(site.read('sitemap.xml'), { xml: true });
  const modified = Object.fromEntries(
    $('url')
      .get()
      .map((url) => [new URL($(url).children('loc').text()).pathname, $(url).children('lastmod').text()]),
  );
  assert.deepEqual([modified['/en/blog/2/'], modified['/blog/3/'], modified['/blog/1/']], [updated[2], updated[3], '2025-12-01T08:00:00Z']);
});

test('an entry of a feed says which language it is in, and when it changed', () => {
  const $ = load(site.read('ru/feed.xml'), { xml: true });
  assert.equal($('feed > updated').text(), updated[2]);
  const entries = Object.fromEntries(
    $('entry')
      .get()
      .map((entry) => [$(entry).children('id').text().split('/').at(-2), $(entry)]),
  );
  for (const id of Object.keys(own)) {
    assert.equal(entries[id].attr('xml:lang'), own[id].includes('ru') ? undefined : 'az', id);
    assert.equal(entries[id].children('updated').text(), updated[id] ?? entries[id].children('published').text());
  }
});
