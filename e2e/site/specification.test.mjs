// The statements of the specification that can be read off the generated files, in all three languages.
// Numbers in test names are those of docs/specification-coverage.md.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite, languages, prefix, services } from '../support/site.mjs';

let site;
before(() => (site = buildSite()));
after(() => site.remove());

const folder = (lang) => prefix[lang].replace(/^\//, '') + (prefix[lang] ? '/' : '');
const page = (lang, path) => load(site.read(`${folder(lang)}${path}index.html`));
const text = (found) => found.text().replace(/\s+/g, ' ').trim();
const hrefs = ($, selector) =>
  $(selector)
    .map((_, link) => $(link).attr('href'))
    .get();
const each = (check) => languages.forEach(check);
/** The section that the heading with this id labels. */
const section = ($, id) => $(`[aria-labelledby=${id}]`);
const posts = (lang) => site.pages.filter((file) => new RegExp(`^${folder(lang)}blog/\\d+/index\\.html$`).test(file));

describe('home', () => {
  test('15, 93: a slider of four pictures', () =>
    each((lang) => assert.equal(page(lang, '')('[data-island=HeroSlider] picture').length >= 4, true, lang)));

  test('16-18: 450+ clients, 98 % and 15+ years', () =>
    each((lang) => {
      const about = text(section(page(lang, ''), 'about-title'));
      for (const figure of ['450+', '98%', '15+']) assert.ok(about.replace(/[\s\u00a0]%/, '%').includes(figure), `${lang} ${figure}`);
    }));

  test('19, 20: 24 partner logos, doubled for a seamless loop, the copy hidden from assistive technology', () =>
    each((lang) => {
      const $ = page(lang, '');
      const lists = section($, 'partners-title').find('ul');
      assert.deepEqual(lists.map((_, list) => $(list).find('img').length).get(), [24, 24]);
      assert.equal(lists.eq(1).attr('aria-hidden'), 'true');
      assert.ok(
        lists
          .eq(0)
          .find('img')
          .get()
          .every((img) => $(img).attr('alt')),
      );
      assert.ok(
        lists
          .eq(1)
          .find('img')
          .get()
          .every((img) => $(img).attr('alt') === ''),
      );
    }));

  test('22, 23, 92: three service cards to consulting, audit and tax', () =>
    each((lang) => {
      const $ = page(lang, '');
      assert.deepEqual(
        hrefs($, '[aria-labelledby=services-title] article a'),
        ['consulting', 'audit', 'tax'].map((id) => `${prefix[lang]}/services/${id}/`),
      );
    }));

  test('24, 25, 247, 291-293: three posts, featured first, cut at 15, dates in en-US numbers, a trending label', () =>
    each((lang) => {
      const $ = page(lang, '');
      const cards = section($, 'posts-title').find('article');
      assert.equal(cards.length, 3);
      cards.each((_, card) => {
        const title = text($(card).find('h3'));
        assert.ok([...title].length <= 16, title);
        assert.ok([...title].length <= 15 || title.endsWith('…'), title);
        assert.match(text($(card).find('time')), /^\d{1,2}\/\d{1,2}\/\d{4}$/);
      });
      const first = load(
        site.read(
          `${folder(lang)}${cards
            .eq(0)
            .find('h3 a')
            .attr('href')
            .slice(prefix[lang].length + 1)}index.html`,
        ),
      );
      assert.ok(first('.tag--solid').length > 0, 'the first is the featured post');
    }));

  test('26-31: four certificates with title, year, picture, issuer and description', () =>
    each((lang) => {
      const gallery = page(lang, '')('[data-island=CertificateGallery]');
      const words = text(gallery);
      for (const title of ['ISO 9001:2015', 'ISO 14001:2015', 'ISO 45001:2018']) assert.ok(words.includes(title), `${lang} ${title}`);
      assert.equal(words.match(/2025/g).length >= 3, true);
      assert.ok(words.includes('2023'));
      assert.ok(gallery.find('picture').length >= 4);
    }));

  test('32, 33, 301: six questions and a help card', () =>
    each((lang) => {
      const $ = page(lang, '');
      assert.equal(section($, 'faq-title').find('details').length, 6);
      const links = hrefs($, '[aria-labelledby=faq-title] a');
      assert.ok(links.includes(`${prefix[lang]}/contact/`));
      assert.ok(links.some((href) => href.startsWith('tel:')) && links.some((href) => href.startsWith('mailto:')));
    }));
});

describe('about', () => {
  test('42, 304: three stat cards: 15+, 450+, 800+', () =>
    each((lang) => {
      const words = text(section(page(lang, 'about/'), 'intro-title'));
      for (const figure of ['15+', '450+', '800+']) assert.ok(words.includes(figure), `${lang} ${figure}`);
    }));
  test('43, 44: six sectors and four values', () =>
    each((lang) => {
      const $ = page(lang, 'about/');
      assert.equal(section($, 'sectors-title').find('li').length, 6);
      assert.equal(section($, 'values-title').find('li').length, 4);
    }));
  test('45-47: mission, team, approach, call to action to contact and services, FAQ', () =>
    each((lang) => {
      const $ = page(lang, 'about/');
      for (const id of ['mission-title', 'team-title', 'approach-title', 'faq-title'])
        assert.equal(section($, id).length, 1, `${lang} ${id}`);
      const links = hrefs($, 'main a');
      assert.ok(links.includes(`${prefix[lang]}/contact/`) && links.includes(`${prefix[lang]}/services/`));
      assert.equal(section($, 'faq-title').find('details').length, 6);
    }));
});

describe('services', () => {
  test('48-51: six cards with features and a link, and a call to action', () =>
    each((lang) => {
      const $ = page(lang, 'services/');
      const cards = $('main article');
      assert.deepEqual(
        cards.map((_, card) => $(card).find('a').attr('href')).get(),
        services.map((id) => `${prefix[lang]}/services/${id}/`),
      );
      cards.each((_, card) => assert.ok($(card).find('li').length >= 2));
      assert.ok(hrefs($, 'main a').includes(`${prefix[lang]}/contact/`));
    }));

  const features = { audit: 4, valuation: 2, 'tax-legal': 3, consulting: 3, accounting: 3, hr: 5 };
  test('52-59, 160-163, 305: every service page', () =>
    each((lang) => {
      for (const id of services) {
        const $ = page(lang, `services/${id}/`);
        const where = `${lang} ${id}`;
        const title = text($('h1'));
        assert.equal(section($, 'features-title').find('li').length, features[id], where);
        assert.equal(section($, 'benefits-title').find('li').length, 6, where);
        section($, 'features-title')
          .find('li')
          .each((_, item) => {
            assert.ok(text($(item).find('h3')) && text($(item).find('p')), where);
          });
        const figure = text($('.service-figure')).replace(/[\s\u00a0]%/, '%');
        assert.ok(figure.includes('500+') && figure.includes('98%'), where);
        assert.equal($('.trust-card').length, 1, where);
        assert.ok(text($('.cta')).includes(title), `${where}: the call to action names the service`);
        const links = hrefs($, '.cta a');
        assert.ok(links.includes(`${prefix[lang]}/contact/`) && links.some((href) => href.startsWith('tel:')), where);
      }
    }));

  test('91: /services/tax and /services/legal lead to tax-legal', () =>
    each((lang) => {
      for (const id of ['tax', 'legal']) {
        assert.ok(site.read(`${folder(lang)}services/${id}/index.html`).includes(`${prefix[lang]}/services/tax-legal/`));
        assert.match(site.read('_redirects'), new RegExp(`${prefix[lang]}/services/${id}/?\\s+${prefix[lang]}/services/tax-legal/`));
      }
    }));
});

describe('shared layout', () => {
  test('75-78: the header has about, services, blog, FAQ, contact, six services and three languages', () =>
    each((lang) => {
      const links = hrefs(page(lang, ''), '[data-island=Header] a');
      for (const name of ['about', 'blog', 'faq', 'contact', ...services.map((id) => `services/${id}`)])
        assert.ok(links.includes(`${prefix[lang]}/${name}/`), `${lang} ${name}`);
      for (const other of languages) assert.ok(links.includes(`${prefix[other]}/`), `${lang} -> ${other}`);
    }));

  test('85-91: the footer', () =>
    each((lang) => {
      const $ = page(lang, '');
      const links = hrefs($, 'footer a');
      for (const name of ['about', 'services', 'faq', 'blog', 'contact', 'services/tax', 'services/legal'])
        assert.ok(links.includes(`${prefix[lang]}/${name}/`), `${lang} ${name}`);
      assert.equal($('nav[aria-labelledby=footer-services] a').length, 6);
      assert.match(text($('footer')), /2025/);
      assert.ok(
        links.some((href) => /^https:\/\//.test(href)),
        'credit link',
      );
      assert.ok(links.some((href) => href.startsWith('tel:')) && links.some((href) => href.startsWith('mailto:')));
    }));

  test('126, 138: page headers and the 404 page have a muted looping video', () => {
    for (const file of ['about/index.html', 'en/services/audit/index.html', 'ru/faq/index.html', '404.html']) {
      const $ = load(site.read(file));
      assert.equal($('[data-island=PageVideo]').length, 1, file);
      assert.ok($('[data-island=PageVideo] video').length === 0 || $('video[muted][loop][playsinline]').length === 1, file);
    }
  });

  test('127, 128: the breadcrumb starts with Home and is capitalised', () =>
    each((lang) => {
      const $ = page(lang, 'services/audit/');
      const crumbs = $('[class*=breadcrumb] li')
        .map((_, crumb) => text($(crumb)))
        .get();
      assert.equal(crumbs.length, 3);
      for (const crumb of crumbs) assert.match(crumb, /^\p{Lu}/u);
      assert.equal($('[class*=breadcrumb] a').first().attr('href'), `${prefix[lang]}/`);
    }));
});

describe('blog', () => {
  test('103, 104, 174: categories with “all” first and marked', () =>
    each((lang) => {
      const $ = page(lang, 'blog/');
      const links = hrefs($, '[data-island=BlogFilters] a');
      assert.ok(links.includes(`${prefix[lang]}/blog/`));
      for (const id of services) assert.ok(links.includes(`${prefix[lang]}/blog/category/${id}/`));
      assert.equal($('[data-island=BlogFilters] a[aria-current]').first().attr('href'), `${prefix[lang]}/blog/`);
    }));

  test('105, 287, 288: one featured post on top of four others', () =>
    each((lang) => {
      const $ = page(lang, 'blog/');
      const articles = $('[data-blog-region] article');
      assert.equal(articles.length, 5);
      assert.equal(articles.first().find('.tag--solid').length, 1);
      assert.equal($('[data-blog-region] .tag--solid').length, 1);
    }));

  test('108: previous and next', () =>
    each((lang) => {
      assert.equal(page(lang, 'blog/')('a[rel=next]').attr('href'), `${prefix[lang]}/blog/page/2/`);
      assert.equal(page(lang, 'blog/page/2/')('a[rel=prev]').attr('href'), `${prefix[lang]}/blog/`);
    }));

  test('110: no search input is shown', () =>
    each((lang) => assert.equal(page(lang, 'blog/')('input[type=search], input[name=q]').length, 0)));

  test('289, 290: titles cut at 80 and 50, excerpts at 150 and 100', () =>
    each((lang) => {
      const $ = page(lang, 'blog/');
      const longest = (selector) =>
        Math.max(
          ...$(selector)
            .map((_, one) => [...text($(one))].length)
            .get(),
        );
      assert.ok(longest('h2 .when-card') <= 81 && longest('h2 .when-wide') <= 51);
      assert.ok(longest('.post-card__excerpt .when-card') <= 151 && longest('.post-card__excerpt .when-wide') <= 101);
    }));

  test('294, 295: dates in the language of the page', () => {
    const pattern = {
      az: /^\d{1,2} \p{L}+ 20\d\d$/u,
      en: /^\p{L}+ \d{1,2}, 20\d\d$/u,
      ru: /^\d{1,2}[\s\u00a0]\p{L}+ 20\d\d[\s\u202f\u00a0]г\.$/u,
    };
    each((lang) => {
      for (const file of [`${folder(lang)}blog/index.html`, posts(lang)[0]]) {
        const $ = load(site.read(file));
        $('main time').each((_, time) => assert.match(text($(time)), pattern[lang], file));
        assert.ok($('main time').length > 0, file);
      }
    });
  });

  test('114-119: a post has its category, picture or placeholder, body, avatar letter and date', () =>
    each((lang) => {
      assert.ok(posts(lang).length >= 12);
      for (const file of posts(lang)) {
        const $ = load(site.read(file));
        assert.ok(text($('h1')), file);
        assert.ok(
          hrefs($, 'main a').some((href) => href.startsWith(`${prefix[lang]}/blog/category/`)),
          file,
        );
        assert.ok($('main picture').length > 0 || /no-image|placeholder/.test($('main').html()), file);
        assert.ok(text($('.prose')).length > 400, `${file}: body`);
        assert.ok($('main time').length >= 1, file);
        assert.equal([...text($('[class*=avatar]').first())].length, 1, `${file}: avatar`);
      }
    }));
});

describe('contact, FAQ, terms, 404', () => {
  test('63-66, 306-310: contact', () =>
    each((lang) => {
      const $ = page(lang, 'contact/');
      assert.equal($('.contact-card').length, 4);
      assert.equal($('form').length, 1);
      for (const name of ['name', 'email', 'subject', 'message']) assert.ok($(`form [name=${name}][required]`).length, `${lang} ${name}`);
      assert.ok($('form [name=phone]:not([required])').attr('placeholder').includes('+994 XX XXX XX XX'));
      assert.equal($('form [name=email]').attr('type'), 'email');
      assert.deepEqual(
        $('form [name=subject] option')
          .map((_, option) => $(option).attr('value'))
          .get()
          .filter(Boolean),
        ['audit', 'valuation', 'tax', 'consulting', 'accounting', 'hr'],
      );
      assert.ok($('.why li').length >= 3);
      assert.match(text($('main')), /9:00.*18:00/);
    }));

  test('120, 122-124, 302: FAQ tabs of 2, 1 and 3, stats, help card, tags', () =>
    each((lang) => {
      const $ = page(lang, 'faq/');
      assert.equal($('[data-island=FaqBrowser] details').length, 6);
      const stats = text($('.faq-stats'));
      for (const figure of ['6', '3', '24/7']) assert.ok(stats.includes(figure), `${lang} ${figure}`);
      assert.ok(hrefs($, 'main a').some((href) => href.startsWith('tel:')));
    }));

  test('129-137: terms', () => {
    const $ = page('en', 'terms/');
    for (const words of ['Privacy Policy', 'Terms of Service', 'January 25, 2025', 'February 1, 2025'])
      assert.ok(text($('main')).includes(words), words);
    const anchors = hrefs($, 'main nav a[href^="#"], main a[href^="#"]');
    assert.ok(anchors.length >= 12);
    assert.ok(hrefs($, 'main a').some((href) => href.startsWith('mailto:')));
  });

  test('139-141: 404 in English', () => {
    const $ = load(site.read('404.html'));
    const english = $('main [lang=en]');
    assert.ok(text(english).includes('404 - Page Not Found'));
    assert.ok(
      english
        .find('a')
        .get()
        .some((link) => text($(link)) === 'Back to Home' && $(link).attr('href') === '/en/'),
    );
    assert.ok(text(english).includes('Blog post not found'));
  });

  test('8. the error texts of section 8, word for word in English (those of an empty list are in details.test.mjs)', () => {
    const faq = site.read('en/faq/index.html');
    const contact = site.read('en/contact/index.html');
    assert.ok(faq.includes('No Results Found'));
    assert.ok(faq.includes('Try searching with different keywords or browse our categories.'));
    assert.ok(contact.includes('Failed to send message. Please try again later.'));
    assert.ok(contact.includes('Sending...'));
  });
});
