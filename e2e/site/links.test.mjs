// No broken link, anchor or asset in dist, and no request to a foreign host but the map.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { address, buildSite, languages, prefix, services } from '../support/site.mjs';

let site;
let known;
const anchors = new Map();
before(() => {
  site = buildSite();
  known = new Set(site.files.map((file) => `/${file}`));
  for (const file of site.pages) {
    const $ = load(site.read(file));
    anchors.set(
      address(file),
      new Set(
        $('[id]')
          .map((_, element) => $(element).attr('id'))
          .get(),
      ),
    );
  }
});
after(() => site.remove());

const rules = () =>
  site
    .read('_redirects')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/)[0]);

/** Addresses that the CMS or its API serves, not the generated site. */
const served = (pathname) => pathname.startsWith('/api/');

function exists(pathname) {
  if (served(pathname)) return true;
  if (known.has(pathname) || known.has(`${pathname}index.html`)) return true;
  return rules().some((rule) => rule === pathname || rule === pathname.replace(/\/$/, ''));
}

function references($) {
  const found = [];
  $('[href],[src],[poster],[data-src],[action]').each((_, element) => {
    for (const name of ['href', 'src', 'poster', 'data-src', 'action']) {
      const value = $(element).attr(name);
      if (value) found.push({ value, element, name });
    }
  });
  $('[srcset],[imagesrcset]').each((_, element) => {
    for (const part of ($(element).attr('srcset') ?? $(element).attr('imagesrcset')).split(','))
      found.push({ value: part.trim().split(/\s+/)[0], element, name: 'srcset' });
  });
  return found;
}

test('every link, anchor and asset leads somewhere', () => {
  const broken = [];
  for (const file of site.pages) {
    const here = address(file);
    const $ = load(site.read(file));
    const origin = new URL($('link[rel=canonical]').attr('href') ?? 'https://none.example/').origin;
    for (const { value } of references($)) {
      if (/^(mailto:|tel:|data:)/.test(value)) continue;
      const url = new URL(value, `${origin}${here}`);
      if (url.origin !== origin) continue;
      if (!exists(url.pathname)) broken.push(`${here} -> ${value}`);
      else if (url.hash && anchors.has(url.pathname) && !anchors.get(url.pathname).has(decodeURIComponent(url.hash.slice(1))))
        broken.push(`${here} -> ${value} (no such anchor)`);
    }
  }
  assert.deepEqual([...new Set(broken)], []);
});

test('internal links have the trailing slash of their page: no redirect on the way', () => {
  for (const file of site.pages) {
    const $ = load(site.read(file));
    $('a[href^="/"]').each((_, link) => {
      const { pathname } = new URL($(link).attr('href'), 'https://x.example');
      assert.ok(/\/$|\.\w+$/.test(pathname), `${file} -> ${pathname}`);
    });
  }
});

test('nothing but the map is fetched from a foreign host', () => {
  const foreign = new Set();
  for (const file of site.pages) {
    const $ = load(site.read(file));
    const origin = new URL($('link[rel=canonical]').attr('href') ?? 'https://none.example/').origin;
    $('script[src],img[src],link[rel=stylesheet],link[rel=preload],source,video,iframe[src]').each((_, element) => {
      const value = $(element).attr('src') ?? $(element).attr('href');
      if (value && new URL(value, origin).origin !== origin) foreign.add(value);
    });
  }
  assert.deepEqual(
    [...foreign].filter((url) => !url.includes('openstreetmap.org')),
    [],
  );
});

test('every address of the table is on disk, in three languages', () => {
  const names = [
    '',
    'about/',
    'services/',
    'blog/',
    'blog/page/2/',
    'contact/',
    'faq/',
    'terms/',
    ...services.map((id) => `services/${id}/`),
    ...services.map((id) => `blog/category/${id}/`),
    'services/tax/',
    'services/legal/',
  ];
  for (const lang of languages) {
    for (const name of names) assert.ok(known.has(`${prefix[lang]}/${name}index.html`), `${prefix[lang]}/${name}`);
    assert.ok(known.has(`${prefix[lang]}/feed.xml`), `${lang} feed`);
  }
  for (const name of ['404.html', 'sitemap.xml', 'robots.txt', '_headers', '_redirects']) assert.ok(known.has(`/${name}`), name);
});

test('the sitemap lists every canonical page with its alternates', () => {
  const $ = load(site.read('sitemap.xml'), { xml: true });
  const listed = new Set(
    $('url > loc')
      .map((_, loc) => $(loc).text())
      .get(),
  );
  for (const file of site.pages) {
    const page = load(site.read(file));
    if (/noindex/.test(page('meta[name=robots]').attr('content') ?? '')) continue;
    if (/\/page\/\d+\//.test(address(file))) continue;
    const canonical = page('link[rel=canonical]').attr('href');
    assert.ok(listed.has(canonical), canonical);
  }
  $('url').each((_, url) => assert.equal($(url).find('xhtml\\:link').length, 4, $(url).find('loc').text()));
});

test('no page links to the admin or its sign-in', () => {
  for (const file of site.pages) assert.doesNotMatch(site.read(file), /href="\/(admin|login)/, file);
});
