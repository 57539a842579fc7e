// Words and facts of the specification that the other checks of the generated files only count, and the site without posts.
// Numbers in test names are those of docs/specification-coverage.md.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { load } from 'cheerio';
import { binary, root, variantCache } from '../support/cms.mjs';
import { buildSite, languages, prefix } from '../support/site.mjs';

let site;
before(() => (site = buildSite()));
after(() => site.remove());

const folder = (lang) => prefix[lang].replace(/^\//, '') + (prefix[lang] ? '/' : '');
const page = (lang, name) => load(site.read(`${folder(lang)}${name}index.html`));
const plain = (words) => words.replace(/\s+/g, ' ').trim();
const text = (found) => plain(found.text());
const texts = ($, selector) => $(selector).map((_, one) => text($(one))).get();
const has = (words, part, where) => assert.ok(words.includes(part), `${where}: “${part}” is missing`);

/** A value of a content file, where the whole of TOML is not needed. */
const value = (file, key) => {
  const found = new RegExp(`^${key} = "(.*)"$`, 'm').exec(readFileSync(path.join(root, 'content', file), 'utf8'));
  return found ? plain(found[1]) : undefined;
};

describe('home', () => {
  test('25: the label is on the trending posts of the teaser and on no other', () => {
    for (const lang of languages) {
      const $ = page(lang, '');
      const label = value(`${lang}/pages/home.toml`, 'trending');
      const shown = $('[aria-labelledby=posts-title] article').map((_, card) => {
        const [id] = /\d+/.exec($(card).find('h3 a').attr('href'));
        assert.equal(text($(card)).includes(label), /^trending = true$/m.test(readFileSync(path.join(root, `content/posts/${id.padStart(2, '0')}.toml`), 'utf8')), id);
        return text($(card)).includes(label);
      }).get();
      assert.ok(shown.includes(true), lang);
    }
  });

  test('27-31: each certificate has its title, year, issuer, description and picture', () => {
    const expected = [['ISO 9001:2015', '2025', /certification body/i], ['ISO 14001:2015', '2025', /certification body/i],
      ['ISO 45001:2018', '2025', /certification body/i], ['Auditor licence', '2023', /National Chamber of Auditors/]];
    for (const lang of languages) {
      const $ = page(lang, '');
      const cards = $('[data-island=CertificateGallery] .certificate');
      assert.equal(cards.length, 4);
      cards.each((at, card) => {
        const [title, year, issuer] = expected[at];
        has(text($(card).find('.certificate__facts')), year, lang);
        assert.ok(text($(card).find('.certificate__text')).length > 20, `${lang}: description`);
        assert.ok(text($(card).find('.certificate__issuer')).length > 10, `${lang}: issuer`);
        assert.equal($(card).find('picture').length, 1);
        if (at < 3) has(text($(card).find('h3')), title, lang);
        if (lang === 'en') {
          has(text($(card).find('h3')), title, lang);
          assert.match(text($(card).find('.certificate__issuer')), issuer);
        }
      });
    }
  });

  test('324: the first slide is preloaded in the very files it will show', () => {
    for (const lang of languages) {
      const $ = page(lang, '');
      const preload = $('head link[rel=preload][as=image]');
      assert.equal(preload.length, 1, lang);
      const sources = $('.hero-slider__slide').first().find('source').map((_, source) => $(source).attr('srcset')).get();
      assert.ok(sources.includes(preload.attr('imagesrcset')), lang);
    }
  });
});

test('43, 44: the six sectors and the four values are those of the specification', () => {
  const $ = page('en', 'about/');
  assert.deepEqual(texts($, '.sector__title'), ['Oil and gas', 'Banking', 'Construction', 'Retail', 'Transport', 'Technology']);
  assert.deepEqual(texts($, '.value__title'), ['The client at the centre', 'Quality', 'Development', 'Ethics']);
});

test('152, 153: the categories have their names and their order', () => {
  const names = texts(page('en', 'blog/'), '.blog-filters__panel a span:first-child');
  assert.deepEqual(names, ['All Categories', 'Audit Services', 'Valuation Services', 'Tax and Legal Services', 'Consulting Services', 'Accounting Services', 'Human Resources Services']);
});

test('85, 88-90: the footer describes the firm, says how to reach it, and credits the builder', () => {
  for (const lang of languages) {
    const $ = page(lang, 'about/');
    const footer = text($('footer'));
    has(footer, value(`${lang}/firm.toml`, 'description'), lang);
    has(text($('footer address')), value(`${lang}/firm.toml`, 'address'), lang);
    has(text($('footer address')), value('site.toml', 'phone'), lang);
    has(text($('footer address')), value('site.toml', 'email'), lang);
    assert.match(text($('.footer__legal p').first()), /^© 2025 /);
    const credit = $('.footer__legal p').last().find('a');
    assert.deepEqual([text(credit), credit.attr('href')], ['Gilavar Studio', 'https://www.gilavar.example']);
  }
});

test('115, 116, 118: a post shows its picture or the placeholder, and the first letter of its author', () => {
  const numbers = readdirSync(path.join(root, 'content/posts')).filter((name) => name.endsWith('.toml')).map((name) => name.slice(0, 2));
  assert.ok(numbers.some((number) => !value(`posts/${number}.toml`, 'image')), 'one of them has no picture');
  for (const lang of languages)
    for (const number of numbers) {
      const $ = page(lang, `blog/${Number(number)}/`);
      const pictured = Boolean(value(`posts/${number}.toml`, 'image'));
      const where = `${lang} ${number}`;
      assert.equal($('.post__figure picture').length, pictured ? 1 : 0, where);
      assert.equal($('.post__figure .no-image').length, pictured ? 0 : 1, where);
      const author = value(`posts/${number}.toml`, 'author');
      assert.equal(text($('.post__name')), author, where);
      assert.equal(text($('.avatar')), [...author][0], where);
    }
});

test('306-310: an answer within 24 hours, support 24/7, the hours, the weekend, the Nasimi district', () => {
  const expected = {
    az: ['24 saat', '24/7', 'Bazar ertəsi – cümə, 9:00–18:00', 'Şənbə və bazar günləri bağlıdır', 'Nəsimi rayonu, Bakı'],
    en: ['24 hours', '24/7', 'Monday to Friday, 9:00 to 18:00', 'Closed at weekends', 'Nasimi district, Baku'],
    ru: ['24 часов', '24/7', 'Понедельник — пятница, 9:00–18:00', 'В субботу и воскресенье закрыто', 'Насиминский район, Баку'],
  };
  for (const lang of languages) {
    const main = text(page(lang, 'contact/')('main'));
    for (const part of expected[lang]) has(main, part, lang);
  }
});

test('136, 137: the legal page ends with a mail link and the notice of agreement', () => {
  const $ = page('en', 'terms/');
  const closing = $('.legal__closing');
  assert.equal(closing.find('a').attr('href'), `mailto:${value('site.toml', 'email')}`);
  assert.match(text(closing), /you confirm that you have read .* and that you agree to them\.$/);
});

test('140: the not-found page says in three languages that the page does not exist or has moved', () => {
  const $ = load(site.read('404.html'));
  assert.deepEqual(texts($, '[data-kind=page] .not-found__description'), [
    'Axtardığınız səhifə mövcud deyil və ya başqa ünvana köçürülüb.',
    'The page you are looking for does not exist or has been moved.',
    'Страница, которую вы ищете, не существует или перемещена.',
  ]);
});

test('316: hosts are told what never changes', () => {
  const headers = site.read('_headers');
  for (const where of ['/assets/*', '/media/*'])
    assert.match(headers, new RegExp(`^${where.replace('*', '\\*')}\\n\\s+Cache-Control: public, max-age=31536000, immutable$`, 'm'));
});

describe('109, 177, 268, 269: a site without posts', () => {
  let home;
  let read;
  before(() => {
    home = mkdtempSync(path.join(tmpdir(), 'no-posts-'));
    const posts = path.join(home, 'posts.json');
    writeFileSync(posts, '[]');
    const folders = { posts, content: path.join(root, 'content'), templates: path.join(root, 'templates'), out: path.join(home, 'dist'), cache: variantCache };
    execFileSync(binary('generator'), ['build', ...Object.entries(folders).flatMap(([name, folderPath]) => [`--${name}`, folderPath])], {
      cwd: root, stdio: ['ignore', 'ignore', 'inherit'],
    });
    read = (lang, name) => load(readFileSync(path.join(home, 'dist', folder(lang), name, 'index.html'), 'utf8'));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  test('the home page hides its blog section', () => {
    for (const lang of languages) {
      const $ = read(lang, '');
      assert.equal($('[aria-labelledby=posts-title]').length, 0, lang);
      assert.equal($('h1').length, 1);
    }
  });

  test('every list says that it is empty and offers all posts; there is no pager', () => {
    for (const lang of languages)
      for (const name of ['blog', 'blog/category/tax-legal']) {
        const $ = read(lang, name);
        const empty = $('[data-blog-region] .empty');
        assert.equal(text(empty.find('h2')), value(`${lang}/pages/blog.toml`, 'empty_title'));
        has(text(empty), value(`${lang}/pages/blog.toml`, 'empty_hint'), lang);
        assert.equal(empty.find('a').attr('href'), `${prefix[lang]}/blog/`);
        assert.equal(text(empty.find('a')), value(`${lang}/pages/blog.toml`, 'view_all'));
        assert.equal($('.pagination').length, 0);
      }
  });
});
