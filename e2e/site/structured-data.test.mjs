// What machines are told, by schema.org's own definitions (schema-org.json): every type and property exists, stands where it may, and holds what it may.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite, languages, prefix } from '../support/site.mjs';

const { types, properties } = JSON.parse(readFileSync(new URL('schema-org.json', import.meta.url), 'utf8'));
const origin = 'https://www.khazri.example';
let site;
before(() => (site = buildSite()));
after(() => site.remove());

const graph = (file) => {
  const text = load(site.read(file))('script[type="application/ld+json"]').text();
  return text ? JSON.parse(text) : { '@graph': [] };
};
const isA = (type, wanted) => type === wanted || types[type].some((parent) => isA(parent, wanted));
const all = (value) => [value].flat();

/** Whether a value without a type of its own is one of these. */
const plain = {
  Text: (value) => typeof value === 'string' && value.trim() !== '',
  URL: (value) => typeof value === 'string' && URL.canParse(value),
  Integer: Number.isInteger,
  Number: Number.isFinite,
  DateTime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  Time: (value) => /^\d\d:\d\d$/.test(value),
  DayOfWeek: (value) => /^(https:\/\/schema\.org\/)?(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/.test(value),
};

/** Checks a node and all in it; `named` are the types of whatever has an `@id` anywhere on the site. */
function check(node, where, named) {
  for (const type of all(node['@type'])) assert.ok(type in types, `${where}: schema.org has no ${type}`);
  for (const [name, value] of Object.entries(node).filter(([key]) => !key.startsWith('@'))) {
    const known = properties[name];
    assert.ok(known, `${where}: schema.org has no ${name}`);
    assert.ok(
      all(node['@type']).some((type) => known.of.some((domain) => isA(type, domain))),
      `${where}: ${name} is none of ${node['@type']}`,
    );
    for (const one of all(value)) {
      if (one && typeof one === 'object') {
        const type = one['@type'] ?? named.get(one['@id']);
        assert.ok(type, `${where}: ${name} leads to ${one['@id']}, which is nowhere`);
        assert.ok(
          known.is.some((range) => range in types && all(type).some((own) => isA(own, range))),
          `${where}: ${name} may not be a ${type}`,
        );
        if (one['@type']) check(one, `${where} ${name}`, named);
      } else
        assert.ok(
          known.is.some((range) => plain[range]?.(one)),
          `${where}: ${name} may not be ${JSON.stringify(one)}`,
        );
    }
  }
}

test('every page says what schema.org knows, of what exists', () => {
  const pages = site.pages.map((file) => [file, graph(file)]);
  const named = new Map(
    pages
      .flatMap(([, data]) => data['@graph'])
      .filter((node) => node['@id'])
      .map((node) => [node['@id'], node['@type']]),
  );
  let nodes = 0;
  for (const [file, data] of pages)
    for (const node of data['@graph']) {
      assert.equal(data['@context'], 'https://schema.org');
      check(node, file, named);
      nodes += 1;
    }
  assert.ok(nodes > 150);
});

test('the check itself sees what is wrong', () => {
  const named = new Map([['https://x.example/#firm', 'ProfessionalService']]);
  const post = {
    '@type': 'BlogPosting',
    headline: 'A',
    author: { '@type': 'Person', name: 'B' },
    publisher: { '@id': 'https://x.example/#firm' },
  };
  check(post, 'right', named);
  for (const change of [
    { '@type': 'BlogPost' },
    { heading: 'x' },
    { serviceType: 'x' },
    { author: { '@type': 'Country', name: 'C' } },
    { author: 'B' },
    { publisher: { '@id': '#x' } },
    { datePublished: 'today' },
    { wordCount: '12' },
    { headline: ' ' },
    { workTranslation: ['https://x.example/'] },
  ])
    assert.throws(() => check({ ...post, ...change }, 'wrong', named), /wrong/, JSON.stringify(change));
});

test('a post has its length, its language and its translations, each leading to the others', () => {
  for (const file of site.pages.filter((name) => /^blog\/\d+\/index\.html$/.test(name))) {
    const posts = Object.fromEntries(
      languages.map((lang) => [lang, graph(`${prefix[lang]}/${file}`.slice(1))['@graph'].find((node) => node['@type'] === 'BlogPosting')]),
    );
    const id = (lang) => `${origin}${prefix[lang]}/${file.replace('index.html', '')}#post`;
    for (const lang of languages) {
      assert.deepEqual([posts[lang]['@id'], posts[lang].inLanguage], [id(lang), lang]);
      const words = load(site.read(`${prefix[lang]}/${file}`.slice(1)))('.prose :is(p, li, h2, h3)')
        .map((_, one) => load(one).text())
        .get()
        .join(' ')
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word));
      assert.equal(posts[lang].wordCount, words.length, `${lang} ${file}`);
    }
    assert.deepEqual(posts.az.workTranslation, [{ '@id': id('en') }, { '@id': id('ru') }]);
    for (const lang of ['en', 'ru'])
      assert.deepEqual([posts[lang].translationOfWork, posts[lang].workTranslation], [{ '@id': id('az') }, undefined]);
  }
});

test('an author is one person on the own page and on those of posts', () => {
  const pages = site.pages.filter((name) => name.includes('blog/author/'));
  assert.ok(pages.length >= 3 * 7, `${pages.length} pages of authors`);
  for (const file of pages) {
    const profile = graph(file)['@graph'].find((node) => node['@type'] === 'ProfilePage');
    const person = profile.mainEntity;
    const $ = load(site.read(file));
    assert.equal(person.name, $('h1').text(), file);
    assert.equal(person.url, $('link[rel=canonical]').attr('href'), file);
    assert.equal(profile.inLanguage, $('html').attr('lang'), file);
    assert.ok($('main').text().includes(person.jobTitle), file);
    const posts = $('main a')
      .map((_, one) => $(one).attr('href'))
      .get()
      .filter((href) => /\/blog\/\d+\/$/.test(href));
    assert.ok(posts.length > 0, file);
    for (const href of posts) {
      const post = load(site.read(`${href.slice(1)}index.html`));
      const { author } = graph(`${href.slice(1)}index.html`)['@graph'].find((node) => node['@type'] === 'BlogPosting');
      assert.deepEqual(author, Object.fromEntries(['@type', 'name', 'url', 'jobTitle'].map((key) => [key, person[key]])), href);
      assert.equal(post('.post__name a').attr('href'), `/${file.replace('index.html', '')}`, href);
    }
  }
});
