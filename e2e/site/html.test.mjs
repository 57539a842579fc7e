// Every generated page is valid HTML (Nu validator) and has the head that design.md, "Every page", asks for.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { address, buildSite, languageOf, languages } from '../support/site.mjs';

const vnu = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
let site;
before(() => (site = buildSite()));
after(() => site.remove());

/** CSS View Transitions, level 2, and a property of CSS Values, level 5, which this validator has not heard of. */
const UNHEARD_OF = ['CSS: Unrecognized at-rule “@view-transition”', "CSS: “interpolate-size”: Property “interpolate-size” doesn't exist."];

test('the Nu validator finds no error', () => {
  const run = spawnSync('java', ['-Xss4m', '-jar', vnu, '--errors-only', '--skip-non-html', '--format', 'json', site.dist], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  assert.ok(run.stderr.startsWith('{'), `the validator did not run: ${run.stderr || run.error}`);
  const errors = JSON.parse(run.stderr)
    .messages.filter(({ message }) => !UNHEARD_OF.includes(message))
    .map(({ url, lastLine, message }) => `${url.split('/dist/')[1]}:${lastLine} ${message}`);
  assert.deepEqual(errors, []);
});

/** Pages that people and crawlers are meant to find. */
const indexed = () => site.pages.filter((file) => !/<meta name="robots" content="[^"]*noindex/.test(site.read(file)));

test('every page names its language, its canonical address and its alternates', () => {
  for (const file of indexed()) {
    const $ = load(site.read(file));
    const lang = languageOf(file);
    assert.equal($('html').attr('lang'), lang, file);
    const canonical = $('link[rel=canonical]').attr('href');
    assert.equal(new URL(canonical).pathname, address(file), file);
    const alternates = $('link[rel=alternate][hreflang]')
      .map((_, link) => $(link).attr('hreflang'))
      .get()
      .sort();
    assert.deepEqual(alternates, [...languages, 'x-default'].sort(), file);
    assert.equal($(`link[hreflang=${lang}]`).attr('href'), canonical, file);
    assert.equal($('link[hreflang=x-default]').attr('href'), $('link[hreflang=az]').attr('href'), file);
  }
});

test('what leads a visitor to another language stands on every page with a bare address, but on no missing one', () => {
  for (const file of [...indexed(), '404.html']) {
    const leads = load(site.read(file))('script:not([src])').text().includes('navigator.languages');
    assert.equal(leads, languageOf(file) === 'az' && file !== '404.html', file);
  }
});

test('hreflang links are reciprocal and lead to pages that exist', () => {
  const alternatesOf = new Map();
  for (const file of indexed()) {
    const $ = load(site.read(file));
    const links = $('link[rel=alternate][hreflang]')
      .map((_, link) => $(link).attr('href'))
      .get();
    alternatesOf.set($('link[rel=canonical]').attr('href'), links);
  }
  for (const [page, links] of alternatesOf)
    for (const link of links) assert.ok(alternatesOf.get(link)?.includes(page), `${page} -> ${link} is not answered`);
});

test('every page has one h1, no skipped heading level, a title, a description and Open Graph', () => {
  for (const file of indexed()) {
    const $ = load(site.read(file));
    assert.equal($('h1').length, 1, `${file}: number of h1`);
    let last = 0;
    $('h1,h2,h3,h4,h5,h6').each((_, heading) => {
      const level = Number(heading.tagName[1]);
      assert.ok(level <= last + 1, `${file}: h${last} is followed by h${level} “${$(heading).text().trim()}”`);
      last = level;
    });
    assert.ok($('title').text().trim(), `${file}: title`);
    for (const name of [
      'meta[name=description]',
      'meta[property="og:title"]',
      'meta[property="og:image"]',
      'meta[property="og:url"]',
      'meta[name="twitter:card"]',
    ])
      assert.ok($(name).attr('content')?.trim(), `${file}: ${name}`);
  }
});

test('titles and descriptions are of their own', () => {
  const seen = new Map();
  for (const file of indexed()) {
    const $ = load(site.read(file));
    const key = `${languageOf(file)} ${$('title').text()}`;
    assert.ok(!seen.has(key), `${file} and ${seen.get(key)} have the same title`);
    seen.set(key, file);
  }
});

test('structured data parses and says what the page is', () => {
  const types = (file) =>
    load(site.read(file))('script[type="application/ld+json"]')
      .map((_, block) => JSON.parse(load(site.read(file))(block).text() || block.children[0].data))
      .get()
      .flatMap((data) => data['@graph'] ?? data)
      .map((item) => item['@type'])
      .flat();
  assert.ok(types('index.html').some((type) => /Organization|ProfessionalService|AccountingService/.test(type)));
  assert.ok(types('faq/index.html').includes('FAQPage'));
  assert.ok(types('en/services/audit/index.html').includes('Service'));
  assert.ok(types('ru/services/audit/index.html').includes('BreadcrumbList'));
  const post = site.pages.find((file) => /^blog\/\d+\/index\.html$/.test(file));
  assert.ok(types(post).includes('BlogPosting'));
});

test('a strict Content-Security-Policy allows inline scripts by hash alone', () => {
  for (const file of site.pages) {
    const policy = load(site.read(file))('meta[http-equiv="Content-Security-Policy"]').attr('content');
    assert.ok(policy, file);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/, file);
    assert.match(policy, /default-src 'none'|default-src 'self'/, file);
  }
});

test('raster pictures have their size and alternatives; those below the fold are lazy', () => {
  for (const file of site.pages) {
    const $ = load(site.read(file));
    $('img').each((_, img) => {
      const src = $(img).attr('src');
      assert.ok($(img).attr('alt') !== undefined, `${file}: ${src} has no alt`);
      if (/\.svg$/.test(src)) return;
      assert.ok($(img).attr('width') && $(img).attr('height'), `${file}: ${src} has no size`);
      if (src.startsWith('/media/')) assert.equal($(img).parent()[0].tagName, 'picture', `${file}: ${src}`);
    });
    const eager = $('picture img:not([loading=lazy])').length;
    assert.ok(eager <= 2, `${file}: ${eager} pictures are not lazy`);
  }
});
