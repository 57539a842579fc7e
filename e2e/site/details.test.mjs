// Words and facts of the specification that the other checks of the generated files only count, and the site without posts.
// Numbers in test names are those of docs/specification-coverage.md.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { load } from 'cheerio';
import { root } from '../support/cms.mjs';
import { buildSite, languages, prefix, services } from '../support/site.mjs';

let site;
before(() => (site = buildSite()));
after(() => site.remove());

const folder = (lang) => prefix[lang].replace(/^\//, '') + (prefix[lang] ? '/' : '');
const page = (lang, name) => load(site.read(`${folder(lang)}${name}index.html`));
const plain = (words) => words.replace(/\s+/g, ' ').trim();
const text = (found) => plain(found.text());
const texts = ($, selector) =>
  $(selector)
    .map((_, one) => text($(one)))
    .get();
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
      const shown = $('[aria-labelledby=posts-title] article')
        .map((_, card) => {
          const [id] = /\d+/.exec($(card).find('h3 a').attr('href'));
          assert.equal(
            text($(card)).includes(label),
            /^trending = true$/m.test(readFileSync(path.join(root, `content/posts/${id.padStart(2, '0')}.toml`), 'utf8')),
            id,
          );
          return text($(card)).includes(label);
        })
        .get();
      assert.ok(shown.includes(true), lang);
    }
  });

  test('32, 33: who has not found an answer finds the help card after the questions', () => {
    for (const lang of languages) {
      const order = page(
        lang,
        '',
      )('[aria-labelledby=faq-title] details, [aria-labelledby=faq-title] .help-card')
        .map((_, one) => one.name)
        .get();
      assert.deepEqual(order, [...Array(6).fill('details'), 'aside'], lang);
    }
  });

  test('27-31: each certificate has its title, year, issuer, description and picture', () => {
    const expected = [
      ['ISO 9001:2015', '2025', /certification body/i],
      ['ISO 14001:2015', '2025', /certification body/i],
      ['ISO 45001:2018', '2025', /certification body/i],
      ['Auditor licence', '2023', /National Chamber of Auditors/],
    ];
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

  test('23: the three cards are financial consulting, audit and assurance, tax advisory', () =>
    assert.deepEqual(texts(page('en', ''), '.service-column__title'), ['Financial consulting', 'Audit and assurance', 'Tax advisory']));

  test('94: a slide is a picture; its placeholder title is its name and not on the page', () => {
    const slides = page('en', '')('.hero-slider__slide').get();
    slides.forEach((slide, at) => {
      const $ = load(slide);
      assert.match(slide.attribs['aria-label'], new RegExp(`: Slide ${at + 1}$`));
      assert.equal(text($.root()), '');
    });
    assert.equal(slides.length, 4);
  });

  test('324: the first slide is preloaded in the very files it will show', () => {
    for (const lang of languages) {
      const $ = page(lang, '');
      const preload = $('head link[rel=preload][as=image]');
      assert.equal(preload.length, 1, lang);
      const sources = $('.hero-slider__slide')
        .first()
        .find('source')
        .map((_, source) => $(source).attr('srcset'))
        .get();
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
  assert.deepEqual(names, [
    'All categories',
    'Audit Services',
    'Valuation Services',
    'Tax and Legal Services',
    'Consulting Services',
    'Accounting Services',
    'Human Resources Services',
  ]);
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
  const numbers = readdirSync(path.join(root, 'content/posts'))
    .filter((name) => name.endsWith('.toml'))
    .map((name) => name.slice(0, 2));
  assert.ok(
    numbers.some((number) => !value(`posts/${number}.toml`, 'image')),
    'one of them has no picture',
  );
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

test('52: a service has its subtitle under its title and a description', () => {
  for (const lang of languages)
    for (const id of services) {
      const $ = page(lang, `services/${id}/`);
      const subtitle = value(`${lang}/services/${id}.toml`, 'subtitle');
      assert.equal(text($('.page-header__lead')), subtitle, `${lang} ${id}`);
      assert.ok(text($('.service-intro__text > p').first()).length > 100, `${lang} ${id}: description`);
    }
});

test('114: the header of a post is the label of its category, its title the first heading', () => {
  for (const lang of languages) {
    const $ = page(lang, 'blog/13/');
    assert.equal(text($('.page-header__title')), value(`${lang}/services/audit.toml`, 'title'));
    assert.ok(text($('h1')).length > 20);
  }
});

test('a service leads to its articles from its benefits, and not as one of the other services', () => {
  for (const lang of languages)
    for (const id of services) {
      const $ = page(lang, `services/${id}/`);
      const link = `a[href="${prefix[lang]}/blog/category/${id}/"]`;
      assert.deepEqual(
        [$(`[aria-labelledby=benefits-title] ${link}`).length, $(`[aria-labelledby=others-title] ${link}`).length],
        [1, 0],
        `${lang} ${id}`,
      );
    }
});

test('the page of a category is told from that of its service', () => {
  for (const lang of languages)
    for (const id of services) {
      const $ = page(lang, `blog/category/${id}/`);
      const service = text(page(lang, `services/${id}/`)('h1'));
      assert.notEqual(text($('h1')), service);
      assert.ok(text($('title')).startsWith(text($('h1'))), `${lang} ${id}`);
    }
});

test('times of day are not broken', () => {
  for (const lang of languages) {
    const hours = page(lang, 'about/')('.footer__contact').children().last();
    assert.equal(text(hours), value(`${lang}/firm.toml`, 'hours_weekdays'));
    assert.match(text(hours.find('.nowrap')), /^9:00.+18:00$/);
  }
});

test('123: the help card of the FAQ leads to the form, the phone and the mailbox', () => {
  for (const lang of languages) {
    const links = page(
      lang,
      'faq/',
    )('.help-card a')
      .map((_, link) => link.attribs.href)
      .get();
    assert.deepEqual(links, [`${prefix[lang]}/contact/`, 'tel:+994125550180', 'mailto:info@khazri.example']);
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

test('315: a feed per language, with what Atom demands, newest first, every entry a page', () => {
  for (const lang of languages) {
    const $ = load(site.read(`${folder(lang)}feed.xml`), { xml: true });
    const demanded = (element, where) => {
      for (const name of ['id', 'title', 'updated']) assert.equal(element.children(name).length, 1, `${where}: ${name}`);
      assert.ok(element.children('author').children('name').text(), `${where}: author`);
      assert.match(element.children('updated').text(), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    };
    const feed = $('feed');
    assert.deepEqual([feed.attr('xmlns'), feed.attr('xml:lang')], ['http://www.w3.org/2005/Atom', lang]);
    demanded(feed, lang);
    assert.ok(feed.children('link[rel=self]').attr('href').endsWith(`${prefix[lang]}/feed.xml`));
    const entries = $('entry')
      .get()
      .map((entry) => $(entry));
    assert.ok(entries.length >= 12);
    const updated = entries.map((entry) => entry.children('updated').text());
    assert.deepEqual(updated, [...updated].sort().reverse());
    assert.equal(new Set(entries.map((entry) => entry.children('id').text())).size, entries.length);
    for (const entry of entries) {
      demanded(entry, lang);
      const { pathname } = new URL(entry.children('link[rel=alternate]').attr('href'));
      assert.ok(site.files.includes(`${pathname.slice(1)}index.html`), pathname);
    }
  }
});

/** The site with these posts (the API's JSON) instead of the samples; `read(lang, path)` gives a page. */
function siteWith(posts) {
  const { read, remove } = buildSite({ posts });
  return { read: (lang, name) => load(read(path.posix.join(folder(lang), name, 'index.html'))), remove };
}

describe('109, 177, 268, 269: a site without posts', () => {
  let other;
  before(() => (other = siteWith([])));
  after(() => other.remove());

  test('the home page hides its blog section', () => {
    for (const lang of languages) {
      const $ = other.read(lang, '');
      assert.equal($('[aria-labelledby=posts-title]').length, 0, lang);
      assert.equal($('h1').length, 1);
    }
  });

  test('every list says that it is empty and offers all posts; there is no pager', () => {
    for (const lang of languages)
      for (const name of ['blog', 'blog/category/tax-legal']) {
        const $ = other.read(lang, name);
        const empty = $('[data-blog-region] .empty');
        assert.equal(text(empty.find('h2')), value(`${lang}/pages/blog.toml`, 'empty_title'));
        has(text(empty), value(`${lang}/pages/blog.toml`, 'empty_hint'), lang);
        assert.equal(empty.find('a').attr('href'), `${prefix[lang]}/blog/`);
        assert.equal(text(empty.find('a')), value(`${lang}/pages/blog.toml`, 'view_all'));
        assert.equal($('.pagination').length, 0);
      }
    const words = text(other.read('en', 'blog/category/hr')('[data-blog-region]'));
    has(words, 'No Posts Found in This Category', 'word for word');
    has(
      words,
      'There are currently no articles in the selected category. Try exploring other categories or check back later.',
      'word for word',
    );
  });
});

describe('147, 150, 151, 289-292: one post with long texts, in Azerbaijani only, and a foreign picture', () => {
  const letters = (count) => 'ə'.repeat(count);
  const cut = (count) => `${letters(count)}…`;
  let other;
  before(
    () =>
      (other = siteWith([
        {
          id: 1,
          category: 'hr',
          featured: true,
          trending: false,
          author: 'Əli',
          date: '2025-03-05T08:00:00Z',
          image_id: null,
          image: 'https://pictures.example/a.jpg',
          title: letters(200),
          excerpt: letters(300),
          title_az: letters(200),
          excerpt_az: letters(300),
          content_az: '<p>Mətn</p>',
        },
      ])),
  );
  after(() => other.remove());

  test('lists cut titles at 80 and 50, excerpts at 150 and 100, the home page both at 15', () => {
    for (const lang of languages) {
      const $ = other.read(lang, 'blog');
      assert.deepEqual(texts($, 'h2 .when-card, h2 .when-wide'), [cut(80), cut(50)]);
      assert.deepEqual(texts($, '.post-card__excerpt .when-card, .post-card__excerpt .when-wide'), [cut(150), cut(100)]);
      const home = other.read(lang, '');
      assert.deepEqual(texts(home, '[aria-labelledby=posts-title] h3, [aria-labelledby=posts-title] .post-card__excerpt'), [
        cut(15),
        cut(15),
      ]);
      assert.equal(text(other.read(lang, 'blog/1')('h1')), letters(200));
    }
  });

  test('the Azerbaijani texts stand in for the missing ones and are marked as Azerbaijani', () => {
    const $ = other.read('ru', 'blog/1');
    assert.equal($('h1').attr('lang'), 'az');
    assert.equal(text($('.prose [lang=az]')), 'Mətn');
  });

  test('the fallback address of its picture is used, and allowed by the policy', () => {
    const $ = other.read('en', 'blog/1');
    assert.equal($('.post__figure img').attr('src'), 'https://pictures.example/a.jpg');
    assert.match($('meta[http-equiv="Content-Security-Policy"]').attr('content'), /img-src 'self' https:\/\/pictures\.example;/);
  });
});
