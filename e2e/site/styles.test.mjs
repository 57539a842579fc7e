// Each kind of page links the sheet of every page and one of its own: together they hold all that the page and its islands name.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite } from '../support/site.mjs';
import { closure } from '../support/weights.mjs';

const local = (url) => url.replace(/^\//, '');
const known = new Map();
let site;
before(() => (site = buildSite()));
after(() => site.remove());

/** The classes that a sheet has rules for. */
function ruled(file) {
  if (!known.has(file)) {
    const bare = site.read(file).replace(/url\([^)]*\)|"[^"]*"/g, '');
    known.set(file, new Set([...bare.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)));
  }
  return known.get(file);
}
const sheets = ($) =>
  $('link[rel=stylesheet][href^="/assets/"]')
    .map((_, link) => local($(link).attr('href')))
    .get();

test('a page has two style sheets at most: of every page, and of its kind', () => {
  const main = new Set();
  for (const file of site.pages) {
    const [first, ...own] = sheets(load(site.read(file)));
    main.add(first);
    assert.ok(own.length <= 1, `${file}: ${own}`);
  }
  assert.equal(main.size, 1);
});

test('no page names a class whose rules it does not load', () => {
  const all = new Set(site.files.filter((name) => name.endsWith('.css')).flatMap((name) => [...ruled(name)]));
  // React itself names no classes, and one file has what all islands share: each island that calls it names what it shows.
  const words = (text) => text.match(/[a-z][\w-]*/g) ?? [];
  for (const file of site.pages) {
    const $ = load(site.read(file));
    const loaded = new Set(sheets($).flatMap((name) => [...ruled(name)]));
    const named = new Set(
      $('[class]')
        .map((_, element) => words($(element).attr('class')))
        .get(),
    );
    for (const island of $('[data-src]')
      .map((_, element) => local($(element).attr('data-src')))
      .get())
      for (const module of closure(site, island))
        if (!/assets\/(react|shared|plain)-/.test(module))
          for (const name of words(site.read(module))) if (name.includes('__')) named.add(name);
    const missing = [...named].filter((name) => all.has(name) && !loaded.has(name));
    assert.deepEqual(missing, [], file);
  }
});

test('no width depends on the digit 0 of a face, whose file may come late', () => {
  const found = site.files
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => site.read(name).match(/[^{};]*[\d.]ch\b[^;}]*/g) ?? []);
  assert.deepEqual(found, []);
});
