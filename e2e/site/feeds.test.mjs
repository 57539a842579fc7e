// The feeds, by the rules that the W3C's validator applies to Atom (RFC 4287) and by those of JSON Feed 1.1.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite, languages, prefix, services } from '../support/site.mjs';

let site;
before(() => (site = buildSite()));
after(() => site.remove());

const origin = 'https://www.khazri.example';
const folder = (lang) => `${prefix[lang]}/`.slice(1);
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** Of a category, or of all. */
const atomFeeds = languages.flatMap((lang) =>
  [undefined, ...services].map((category) => ({
    lang,
    category,
    list: `${folder(lang)}blog/${category ? `category/${category}/` : ''}`,
    file: `${folder(lang)}${category ? `blog/category/${category}/` : ''}feed.xml`,
  })),
);

/** What RFC 4287 allows in an element: at most once unless it says `*`, at least once where it says `!`. */
const FEED = {
  author: '*',
  category: '*',
  contributor: '*',
  generator: '',
  icon: '',
  id: '!',
  link: '*',
  logo: '',
  rights: '',
  subtitle: '',
  title: '!',
  updated: '!',
  entry: '*',
};
const ENTRY = {
  author: '*',
  category: '*',
  content: '',
  contributor: '*',
  id: '!',
  link: '*',
  published: '',
  rights: '',
  source: '',
  summary: '',
  title: '!',
  updated: '!',
};

const iri = (text) => assert.ok(URL.canParse(text) && text === text.trim(), `${text} is no IRI`);

function checkChildren($, element, allowed) {
  const names = element
    .children()
    .map((_, child) => child.name)
    .get();
  for (const name of names) assert.ok(name in allowed, `<${name}> may not stand in <${element[0].name}>`);
  for (const [name, how] of Object.entries(allowed)) {
    const count = names.filter((other) => other === name).length;
    if (how !== '*') assert.ok(count <= 1, `<${name}> more than once`);
    if (how === '!') assert.equal(count, 1, `<${name}> is missing`);
  }
  for (const date of element.children('updated, published').get()) assert.match($(date).text(), RFC3339);
  for (const id of element.children('id').get()) iri($(id).text());
  const alternates = element
    .children('link')
    .get()
    .filter((link) => ($(link).attr('rel') ?? 'alternate') === 'alternate');
  assert.equal(
    new Set(alternates.map((link) => `${$(link).attr('type')} ${$(link).attr('hreflang')}`)).size,
    alternates.length,
    'alternates of one type and language',
  );
  for (const link of element.children('link').get()) {
    iri($(link).attr('href'));
    assert.match($(link).attr('type'), /^[\w.+-]+\/[\w.+-]+$/);
  }
  for (const person of element.children('author, contributor').get())
    assert.ok($(person).children('name').text().trim(), 'a person without a name');
  for (const category of element.children('category').get()) assert.ok($(category).attr('term'), 'a category without a term');
  for (const text of element.children('title, summary, subtitle, rights').get()) {
    assert.ok(['text', 'html', 'xhtml', undefined].includes($(text).attr('type')));
    assert.ok($(text).text().trim(), `<${text.name}> is empty`);
    assert.equal($(text).children().length, 0, 'markup in plain text');
    if (!$(text).attr('type')) assert.doesNotMatch($(text).text(), /<\w|&\w+;/, 'HTML in plain text');
  }
}

/** HTML that stands anywhere: nothing that runs, no address that depends on the place. */
function checkHtml(html, where) {
  const $ = load(html, null, false);
  assert.equal($('script, style, iframe, object, embed, form, link, meta, base').length, 0, where);
  for (const element of $('*').get())
    for (const [name, value] of Object.entries(element.attribs)) {
      assert.doesNotMatch(name, /^(on|style$|class$|data-)/, where);
      if (['href', 'src'].includes(name)) assert.match(value, /^(https?:|mailto:|tel:)/, `${where}: ${value}`);
      assert.notEqual(name, 'srcset', where);
    }
}

test('every list is followed by a valid Atom feed, whole texts and all', () => {
  assert.equal(atomFeeds.length, 21);
  for (const { lang, category, list, file } of atomFeeds) {
    const xml = site.read(file);
    assert.ok(xml.startsWith('<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"'), file);
    const $ = load(xml, { xml: true });
    const feed = $('feed');
    assert.equal(feed.attr('xml:lang'), lang);
    checkChildren($, feed, FEED);
    const address = `${origin}/${file}`;
    assert.deepEqual([feed.children('id').text(), feed.children('link[rel=self]').attr('href')], [address, address]);
    assert.equal(feed.children('link[rel=alternate]').attr('href'), `${origin}/${list}`);
    const entries = $('entry')
      .get()
      .map((entry) => $(entry));
    assert.equal(new Set(entries.map((entry) => entry.children('id').text())).size, entries.length, 'ids are unique');
    const updated = entries.map((entry) => entry.children('updated').text());
    assert.equal(feed.children('updated').text(), [...updated].sort().at(-1), `${file}: as new as its newest entry`);
    for (const entry of entries) {
      checkChildren($, entry, ENTRY);
      if (category) assert.equal(entry.children('category').attr('term'), category);
      const url = entry.children('link[rel=alternate]').attr('href');
      assert.ok(site.files.includes(`${url.slice(origin.length + 1)}index.html`), url);
      const content = entry.children('content');
      assert.deepEqual([content.attr('type'), content.children().length], ['html', 0]);
      checkHtml(content.text(), url);
      const page = load(site.read(`${url.slice(origin.length + 1)}index.html`));
      const words = (text) => text.replace(/\s+/g, ' ').trim();
      assert.equal(words(load(content.text()).text()), words(page('.prose').text()), `${url}: the whole text`);
    }
  }
});

test('a category has its posts, the blog all of them, newest first', () => {
  for (const lang of languages) {
    const ids = (category) => {
      const $ = load(site.read(atomFeeds.find((feed) => feed.lang === lang && feed.category === category).file), { xml: true });
      const published = $('entry > published')
        .map((_, one) => $(one).text())
        .get();
      assert.deepEqual(published, [...published].sort().reverse());
      return $('entry > id')
        .map((_, one) => $(one).text())
        .get();
    };
    assert.deepEqual(services.flatMap(ids).sort(), [...ids()].sort(), lang);
    assert.ok(ids().length >= 12);
  }
});

describe('JSON Feed', () => {
  test('says what the Atom feed of the language says', () => {
    for (const lang of languages) {
      const file = `${folder(lang)}feed.json`;
      const feed = JSON.parse(site.read(file));
      const $ = load(site.read(`${folder(lang)}feed.xml`), { xml: true });
      assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
      assert.deepEqual([feed.feed_url, feed.home_page_url, feed.language], [`${origin}/${file}`, `${origin}/${folder(lang)}blog/`, lang]);
      assert.equal(feed.title, $('feed > title').text());
      assert.deepEqual(
        feed.items.map(({ id }) => id),
        $('entry > id')
          .map((_, one) => $(one).text())
          .get(),
      );
      for (const [at, item] of feed.items.entries()) {
        const entry = $($('entry')[at]);
        const of = (name) => entry.children(name).text();
        assert.deepEqual([item.title, item.url, item.content_html, item.summary], [of('title'), of('id'), of('content'), of('summary')]);
        assert.deepEqual([item.date_published, item.date_modified], [of('published'), of('updated')]);
        const author = (one) => ({
          name: one.find('author > name').text(),
          ...(one.find('author > uri').length && { url: one.find('author > uri').text() }),
        });
        assert.deepEqual([item.authors, item.tags], [[author(entry)], [entry.children('category').attr('label')]]);
        assert.match(item.date_published, RFC3339);
        if (item.image) assert.ok(site.files.includes(item.image.slice(origin.length + 1)), item.image);
      }
    }
  });
});

test('a list names the feeds that follow it', () => {
  for (const { lang, category, list } of atomFeeds) {
    const $ = load(site.read(`${list}index.html`));
    const named = $('link[rel=alternate][type$=xml], link[rel=alternate][type$=json]')
      .map((_, link) => [[$(link).attr('type'), $(link).attr('href')]])
      .get();
    const [all, other] = [
      ['application/atom+xml', `${prefix[lang]}/feed.xml`],
      category ? ['application/atom+xml', `/${list}feed.xml`] : ['application/feed+json', `${prefix[lang]}/feed.json`],
    ];
    assert.deepEqual([...named].sort(), [all, other].sort(), list);
    assert.ok(
      $('link[rel=alternate][title]')
        .get()
        .every((link) => !/[{}]/.test($(link).attr('title'))),
    );
  }
});
