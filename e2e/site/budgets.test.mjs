// The budgets of the public site, measured on the generated files (issue "Everything that moves", "Budgets").
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { load } from 'cheerio';
import { buildSite, languageOf, languages } from '../support/site.mjs';
import { closure } from '../support/weights.mjs';

let site;
before(() => (site = buildSite()));
after(() => site.remove());

const known = new Map(); // many pages have the same files
const brotli = (file) => known.get(file) ?? known.set(file, brotliCompressSync(site.bytes(file)).length).get(file);
const local = (url) => url.replace(/^\//, '');

test('the loader is at most 1.5 KB', () => {
  const $ = load(site.read('index.html'));
  const loader = $('script[type=module][src]').attr('src');
  assert.ok(site.bytes(local(loader)).length <= 1536, `${site.bytes(local(loader)).length} bytes`);
});

test('no page loads React before an island asks for it', () => {
  for (const file of site.pages) {
    const $ = load(site.read(file));
    const scripts = $('script[src]')
      .map((_, script) => $(script).attr('src'))
      .get();
    assert.ok(scripts.length <= 1, `${file}: ${scripts}`);
    assert.equal($('link[rel=modulepreload]').length, 0, file);
  }
});

test('all JavaScript of a page, every island hydrated, is at most 80 KB brotli', () => {
  for (const file of site.pages) {
    const $ = load(site.read(file));
    const modules = new Set();
    for (const url of $('script[src],[data-src]')
      .map((_, element) => $(element).attr('src') ?? $(element).attr('data-src'))
      .get())
      if (url.endsWith('.js')) closure(site, local(url), modules);
    const total = [...modules].reduce((sum, name) => sum + brotli(name), 0);
    assert.ok(total <= 80 * 1024, `${file}: ${total} bytes`);
  }
});

test('styles are at most 12 KB brotli per page, on any but home 9.5', () => {
  for (const file of site.pages) {
    const $ = load(site.read(file));
    const total = $('link[rel=stylesheet]')
      .map((_, link) => brotli(local($(link).attr('href'))))
      .get()
      .reduce((a, b) => a + b, 0);
    const most = /^(\w\w\/)?index\.html$/.test(file) ? 12 : 9.5;
    assert.ok(total > 0 && total <= most * 1024, `${file}: ${total} bytes`);
  }
});

test('the picture before a film, the largest thing that most pages paint, is at most 32 KB', () => {
  const posters = new Set(
    site.pages.flatMap((file) =>
      load(site.read(file))('video[poster]')
        .map((_, video) => video.attribs.poster)
        .get(),
    ),
  );
  assert.equal(posters.size, 2, [...posters].join());
  for (const url of posters) assert.ok(site.bytes(local(url)).length <= 32 * 1024, `${url}: ${site.bytes(local(url)).length} bytes`);
});

/** Does a CSS unicode-range cover a code point? */
const covers = (range, point) =>
  range.split(',').some((part) => {
    const [from, to] = part.trim().replace(/^U\+/i, '').split('-');
    const wild = (text, digit) => parseInt(text.replaceAll('?', digit), 16);
    return point >= wild(from, '0') && point <= wild(to ?? from, 'F');
  });

test('fonts are at most 60 KB per language', () => {
  const css = site.read(local(load(site.read('index.html'))('link[rel=stylesheet]').attr('href')));
  const faces = [...css.matchAll(/@font-face\s*{([^}]*)}/g)]
    .map(([, body]) => ({
      file: /url\(["']?([^"')]+)/.exec(body)?.[1],
      range: /unicode-range:\s*([^;}]+)/.exec(body)?.[1],
    }))
    .filter(({ file }) => file);
  assert.ok(faces.length > 0);
  for (const lang of languages) {
    const points = new Set(
      site.pages
        .filter((file) => languageOf(file) === lang && file !== '404.html')
        .flatMap((file) => [...load(site.read(file))('body').text()].map((letter) => letter.codePointAt(0))),
    );
    const files = new Set(faces.filter(({ range }) => !range || [...points].some((point) => covers(range, point))).map(({ file }) => file));
    const total = [...files].reduce((sum, file) => sum + site.bytes(local(file)).length, 0);
    assert.ok(total <= 60 * 1024, `${lang}: ${total} bytes in ${[...files]}`);
  }
});

test('videos are under 400 KB', () => {
  const videos = site.files.filter((file) => /\.(webm|mp4)$/.test(file));
  assert.ok(videos.length >= 4);
  for (const file of videos) assert.ok(site.bytes(file).length < 400 * 1024, `${file}: ${site.bytes(file).length}`);
});

test('assets and media are hashed', () => {
  for (const file of site.files.filter((name) => /^(assets|media)\//.test(name)))
    assert.match(file, /[-.][\w-]{8,}[-.]|\/[0-9a-f]{8,}/, file);
});
