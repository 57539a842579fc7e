// The committed table of what pages weigh (weights.json, made by bench/weights.mjs --write), and the goals that it stands under.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite } from '../support/site.mjs';
import { closure, kinds, weigh, weights } from '../support/weights.mjs';

const held = JSON.parse(readFileSync(new URL('weights.json', import.meta.url), 'utf8'));
const KB = 1024;
/** The goals are 12 KB raw and 4 KB transferred; what is left above them is said in docs/decisions.md. */
const POST = { raw: 15.75 * KB, brotli: 4.4 * KB };
let site;
before(() => (site = buildSite()));
after(() => site.remove());

test('no kind of page is heavier than the table', () => {
  assert.deepEqual(Object.keys(held), Object.keys(kinds));
  for (const [kind, figures] of Object.entries(weights(site)))
    for (const [name, bytes] of Object.entries(figures))
      assert.ok(bytes <= held[kind][name], `${kind}: ${name} is ${bytes}, at most ${held[kind][name]}`);
});

test('JavaScript before any gesture is at most 6 KB, on the home page 70 KB', () => {
  for (const [kind, { script }] of Object.entries(held)) assert.ok(script <= (kind === 'home' ? 70 : 6) * KB, `${kind}: ${script}`);
});

test('who only reads any page but home downloads no React', () => {
  for (const file of site.pages.filter((name) => !/^(\w\w\/)?index\.html$/.test(name))) {
    const $ = load(site.read(file));
    for (const island of $('[data-src]:not([data-hydrate=interaction]):not([data-hydrate^=query])').get()) {
      const modules = [...closure(site, $(island).attr('data-src').slice(1))];
      assert.ok(!modules.some((name) => name.startsWith('assets/react-')), `${file}: ${$(island).attr('data-island')}`);
    }
  }
});

test('every post is a light page around its text', () => {
  const posts = site.pages.filter((name) => /^(\w\w\/)?blog\/\d+\/index\.html$/.test(name));
  assert.ok(posts.length >= 30);
  for (const file of posts) {
    const { raw, brotli } = weigh(site, file);
    assert.ok(raw <= POST.raw && brotli <= POST.brotli, `${file}: ${raw} bytes, ${brotli} as brotli`);
  }
});

test('icons, header props and the organisation are not said twice', () => {
  for (const file of site.pages) {
    const html = site.read(file);
    const $ = load(html);
    assert.equal($('[data-island=Header] + script[data-props]').length, 0, file);
    assert.doesNotMatch(html, /stroke-linecap|xmlns=/, file);
    const firm =
      $('script[type="application/ld+json"]')
        .text()
        .match(/"@type":"ProfessionalService"/g) ?? [];
    assert.equal(firm.length, /^(\w\w\/)?index\.html$/.test(file) ? 1 : 0, file);
  }
});
