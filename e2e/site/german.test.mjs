// A new language is a folder and its code in site.toml: German, whole, by the site's own templates.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { german } from '../support/german.mjs';
import { buildSite } from '../support/site.mjs';

const all = ['az', 'en', 'ru', 'de'];
const origin = 'https://www.khazri.example';
const texts = (lang, title) => ({ [`title_${lang}`]: title, [`excerpt_${lang}`]: `${title}.`, [`content_${lang}`]: `<p>${title}!</p>` });
const post = (id, ...words) => ({
  id,
  category: 'audit',
  author: 'Rauf Qarayev',
  date: `2025-03-0${id}T08:00:00Z`,
  ...Object.assign({}, ...words),
});

let site;
before(() => {
  const posts = [post(1, texts('az', 'Vergi'), texts('en', 'Tax'), texts('de', 'Steuern für Anfänger')), post(2, texts('az', 'Audit'))];
  site = buildSite({ posts, extra: german() });
});
after(() => site.remove());

const page = (name) => load(site.read(name));
const ofAz = () => site.pages.filter((name) => name !== '404.html' && !/^(en|ru|de)\//.test(name));
const noindex = (name) => /<meta name="robots" content="noindex/.test(site.read(name));

test('every page is there in German', () => {
  assert.ok(ofAz().length > 25);
  for (const name of ofAz()) {
    const html = site.read(`de/${name}`);
    assert.match(html, /<html lang="de"/, name);
    if (noindex(name)) continue;
    const $ = load(html);
    assert.equal($('meta[property="og:locale"]').attr('content'), 'de_DE', name);
    assert.match($('header').text(), /Leistungen.*Über uns|Über uns.*Leistungen/s, name);
    assert.equal(
      $('link[as=font][href*="-az."], link[as=font][href*="-cyrillic."]').length,
      0,
      `${name}: German needs no face but the Latin one`,
    );
  }
});

test('the pages of all four languages name each other, and Azerbaijani for everybody else', () => {
  for (const name of ofAz().filter((file) => !noindex(file) && file !== 'blog/1/index.html' && file !== 'blog/2/index.html')) {
    const path = `/${name.replace(/index\.html$/, '')}`;
    const expected = [...all.map((lang) => [lang, `${origin}${lang === 'az' ? '' : `/${lang}`}${path}`]), ['x-default', origin + path]];
    for (const lang of all) {
      const $ = page(lang === 'az' ? name : `${lang}/${name}`);
      const named = $('link[rel=alternate][hreflang]')
        .map((_, link) => [[$(link).attr('hreflang'), $(link).attr('href')]])
        .get();
      assert.deepEqual(named, expected, `${lang} ${name}`);
      const links = $('.header a[data-lang-choice]')
        .map((_, link) => $(link).attr('data-lang-choice'))
        .get();
      assert.deepEqual([...new Set(links)], all, `${lang} ${name}`);
    }
  }
  const choice = page('index.html')('.header a[data-lang-choice=de]').first();
  assert.deepEqual([choice.attr('href'), choice.attr('hreflang'), choice.text().includes('DE')], ['/de/', 'de', true]);
  assert.match(site.read('index.html'), /Deutsch/);
});

test('links of German pages stay in German and lead somewhere', () => {
  for (const name of site.pages.filter((file) => file.startsWith('de/'))) {
    const $ = page(name);
    for (const link of $('a[href^="/"]:not([data-lang-choice])').get()) {
      const { pathname } = new URL($(link).attr('href'), origin);
      assert.match(pathname, /^\/de\//, name);
      assert.ok(site.files.includes(pathname.slice(1) + (pathname.endsWith('/') ? 'index.html' : '')), `${name} -> ${pathname}`);
    }
  }
});

test('a post is German where somebody wrote it so, and Azerbaijani elsewhere', () => {
  const own = page('de/blog/1/index.html');
  assert.equal(own('h1').text(), 'Steuern für Anfänger');
  assert.match(own('main time').first().text(), /1\. März 2025/);
  assert.equal(own('link[rel=canonical]').attr('href'), `${origin}/de/blog/1/`);
  assert.deepEqual(
    own('link[hreflang]')
      .map((_, link) => own(link).attr('hreflang'))
      .get()
      .sort(),
    ['az', 'de', 'en', 'x-default'],
  );
  const graph = JSON.stringify(JSON.parse(own('script[type="application/ld+json"]').text()));
  assert.match(graph, /"inLanguage":"de"/);
  assert.match(graph, /"translationOfWork":\{"@id":"https:\/\/www\.khazri\.example\/blog\/1\/#post"\}/);
  const other = page('de/blog/2/index.html');
  assert.equal(other('link[rel=canonical]').attr('href'), `${origin}/blog/2/`);
  assert.equal(other('main [lang=az]').length > 0, true);
  assert.equal(other('link[hreflang]:not([type])').length, 0);
  const list = page('de/blog/index.html');
  assert.match(list('main').text(), /Steuern für Anfänger/);
});

test('the files beside the pages know the language', () => {
  const sitemap = site.read('sitemap.xml');
  assert.match(sitemap, /<loc>https:\/\/www\.khazri\.example\/de\/services\/audit\/<\/loc>/);
  assert.match(sitemap, /hreflang="de" href="https:\/\/www\.khazri\.example\/de\/about\/"/);
  assert.doesNotMatch(sitemap, /de\/blog\/2\//);
  assert.match(site.read('de/feed.xml'), /xml:lang="de"/);
  assert.match(site.read('de/feed.xml'), /Steuern für Anfänger/);
  assert.equal(JSON.parse(site.read('de/feed.json')).language, 'de');
  assert.ok(site.files.includes('search/de.json'));
  assert.match(site.read('_redirects'), /^\/de\/services\/tax \/de\/services\/tax-legal\/ 301$/m);
  assert.match(site.read('_redirects'), /^\/de\/services\/\* \/de\/services\/audit\/ 200$/m);
  const lost = page('404.html');
  assert.equal(lost('html').attr('data-languages'), 'az en ru de');
  assert.equal(lost('main [data-not-found=de]').length, 1);
});
