// One table of addresses (page x language, `generator/src/routes/`): whoever names a page names it as the page itself does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { address, buildSite, languageOf, languages, prefix } from '../support/site.mjs';

const origin = 'https://www.khazri.example';
const post = (id, langs) => ({
  id,
  category: 'audit',
  author: 'Rauf Qarayev',
  date: `2025-12-0${id}T08:00:00Z`,
  ...Object.fromEntries(
    languages.flatMap((lang) =>
      ['title', 'excerpt', 'content'].map((name) => [`${name}_${lang}`, langs.includes(lang) ? `<p>${name} ${lang} ${id}</p>` : '']),
    ),
  ),
});
const rules = [
  ['/old.html', '/about/'],
  ['/en/old/', '/en/blog/1/'],
  ['/köhnə/', '/services/tax-legal/'],
];

let site;
/** Canonical address by path, of every page that has one. */
const canonical = new Map();
/** Paths that only lead on. */
const aliases = new Set();
before(() => {
  const redirects = rules.map(([from, to]) => `[[redirects]]\nfrom = "${from}"\nto = "${to}"\nstatus = 301\n`).join('\n');
  site = buildSite({ posts: [post(1, languages), post(2, ['az', 'en']), post(3, ['az'])], extra: { 'redirects.toml': redirects } });
  for (const file of site.pages.filter((name) => name !== '404.html')) {
    const html = site.read(file);
    if (/<meta name="robots" content="[^"]*noindex/.test(html)) aliases.add(address(file));
    else canonical.set(address(file), new URL(load(html)('link[rel=canonical]').attr('href')).pathname);
  }
});
after(() => site.remove());

/** The page that an own address names, with the words for a failure. */
const known = (url, where) => {
  const { pathname } = new URL(url, origin);
  assert.ok(canonical.has(pathname), `${where} names ${pathname}, which is no page`);
  return pathname;
};
const isCanonical = (url, where) => {
  const path = known(url, where);
  assert.equal(canonical.get(path), path, `${where} names ${path}, which is ${canonical.get(path)} once more`);
};
// Whoever follows a feed stays in its language, also where a post has no text in it; the address is the entry's identity and never changes.
const sameLanguage = (url, file) => assert.equal(languageOf(known(url, file).slice(1)), languageOf(file), file);
const inLanguage = (path, lang) => `${prefix[lang]}${path.slice(prefix[languageOf(path.slice(1))].length)}`;

test('a canonical address is its own canonical address', () => {
  assert.ok(canonical.size > 60);
  for (const [path, named] of canonical) assert.equal(canonical.get(named), named, path);
});

test('the switcher leads to the same page in each language', () => {
  for (const path of canonical.keys()) {
    const $ = load(site.read(`${path.slice(1)}index.html`));
    for (const lang of languages) {
      const links = $(`a[data-lang-choice=${lang}]`)
        .map((_, link) => $(link).attr('href'))
        .get();
      assert.ok(links.length > 0, path);
      for (const link of links) assert.equal(known(link, path), inLanguage(path, lang), path);
    }
  }
});

test('menus, crumbs, cards and texts link to pages that there are, in the language of their page', () => {
  for (const path of canonical.keys()) {
    const $ = load(site.read(`${path.slice(1)}index.html`));
    const lang = languageOf(path.slice(1));
    for (const link of $('a[href^="/"]:not([data-lang-choice]):not([hreflang])').get()) {
      const { pathname } = new URL($(link).attr('href'), origin);
      if (/\.\w+$/.test(pathname)) assert.ok(site.files.includes(pathname.slice(1)), `${path} -> ${pathname}`);
      else assert.ok(canonical.has(pathname) || aliases.has(pathname), `${path} -> ${pathname}`);
      if (!/\.\w+$/.test(pathname)) assert.equal(languageOf(pathname.slice(1)), lang, `${path} -> ${pathname}`);
    }
  }
});

test('structured data and Open Graph name pages by their canonical addresses, feeds by those of their language', () => {
  for (const path of canonical.keys()) {
    const $ = load(site.read(`${path.slice(1)}index.html`));
    assert.equal($('meta[property="og:url"]').attr('content'), `${origin}${canonical.get(path)}`, path);
    const graph = JSON.parse($('script[type="application/ld+json"]').text());
    const visit = (value, key) => {
      if (Array.isArray(value)) value.forEach((item) => visit(item, key));
      else if (value && typeof value === 'object') Object.entries(value).forEach(([name, item]) => visit(item, name));
      else if (typeof value === 'string' && ['url', 'item', 'mainEntityOfPage', '@id'].includes(key) && value.startsWith(`${origin}/`)) {
        const { pathname } = new URL(value);
        if (!/\.\w+$/.test(pathname) && !value.includes('/#')) known(value, `${path}: ${key}`);
      }
    };
    visit(graph);
    const posting = graph['@graph'].find((item) => item['@type'] === 'BlogPosting');
    if (posting) isCanonical(posting.url ?? posting['@id'], path);
    const own = (href) => href.startsWith(`${origin}/`) || href.startsWith('/');
    for (const link of $('link[rel=alternate][type]').get()) {
      const href = $(link).attr('href');
      if (own(href)) assert.ok(site.files.includes(new URL(href, origin).pathname.slice(1)), `${path}: feed ${href}`);
    }
  }
  for (const file of site.files.filter((name) => name.endsWith('feed.xml'))) {
    const $ = load(site.read(file), { xml: true });
    for (const entry of $('entry').get())
      sameLanguage($(entry).children('link[rel=alternate]').attr('href') ?? $(entry).children('link').attr('href'), file);
    assert.ok(known($('feed > link[rel=alternate]').attr('href'), file));
  }
  for (const file of site.files.filter((name) => name.endsWith('feed.json'))) {
    const feed = JSON.parse(site.read(file));
    known(feed.home_page_url, file);
    for (const item of feed.items) sameLanguage(item.url, file);
  }
});

test('old addresses lead to pages, whatever the host reads', () => {
  const targets = {
    _redirects: (text) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(/\s+/)[1]),
    '_redirects.nginx': (text) => [...text.matchAll(/return \d+ "([^"$]+)/g)].map(([, to]) => to),
    '_redirects.caddy': (text) => [...text.matchAll(/^redir @old\d+ "([^"{]+)/gm)].map(([, to]) => to),
    'redirects.json': (text) => Object.values(JSON.parse(text)),
  };
  for (const [file, read] of Object.entries(targets)) {
    const named = read(site.read(file));
    for (const [, to] of rules) assert.ok(named.includes(to), `${file} lacks ${to}`);
    for (const to of named) isCanonical(to, file);
  }
});

test('the not-found page says which service answers for those that there are not', () => {
  const $ = load(site.read('404.html'));
  const named = languages.map((lang) => $(`[data-not-found=${lang}][data-service]`).attr('data-service'));
  assert.deepEqual(
    named,
    languages.map((lang) => `${prefix[lang]}/services/audit/`),
  );
  for (const address of named) isCanonical(address, '404.html');
});
