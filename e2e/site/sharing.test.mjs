// Pictures for sharing: every page has one that is there, of the size and the type that it says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite, languageOf, languages, prefix } from '../support/site.mjs';

const origin = 'https://www.khazri.example/';
const long = {
  az: 'Məcburi audit: kimə aiddir və nə dəyişib, 2026-cı ildə müəssisələrin hazırlığı',
  en: 'What an auditor asks for first: a list of documents for companies in Azerbaijan',
  ru: 'Субъекты малого предпринимательства: налогообложение высококвалифицированных сотрудников',
};
const post = (id, more = {}) => ({
  id,
  category: 'tax-legal',
  author: 'Rauf Qarayev',
  date: `2025-12-0${id}T08:00:00Z`,
  ...Object.fromEntries(
    languages.flatMap((lang) => [
      [`title_${lang}`, long[lang]],
      [`content_${lang}`, '<p>x</p>'],
    ]),
  ),
  ...more,
});

let site;
let bare;
before(() => {
  site = buildSite();
  bare = buildSite({ posts: [post(1), post(2, { title_ru: '', content_ru: '' }), post(3, { image: 'https://cdn.example/a.jpg' })] });
});
after(() => {
  site.remove();
  bare.remove();
});

const shared = (from, file) => {
  const $ = load(from.read(file));
  const meta = (name) => $(`meta[property="og:image${name}"]`).attr('content');
  return {
    url: meta(''),
    width: Number(meta(':width')),
    height: Number(meta(':height')),
    type: meta(':type'),
    alt: meta(':alt'),
    card: $('meta[name="twitter:card"]').attr('content'),
    title: $('meta[property="og:title"]').attr('content'),
  };
};

/** Width and height of a PNG, by its header. */
const size = (bytes) => {
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('every page names a picture that is there, says how large it is and what it shows', () => {
  let drawn = 0;
  const firms = shared(site, 'index.html').url;
  for (const file of site.pages.filter((name) => site.read(name).includes('og:title'))) {
    const { url, width, height, type, alt, card } = shared(site, file);
    assert.ok(url.startsWith(`${origin}media/`), `${file}: ${url}`);
    const bytes = site.bytes(url.slice(origin.length));
    assert.ok(width >= 600 && height >= 315, `${file}: ${width} x ${height}`);
    assert.equal(type, url.endsWith('.png') ? 'image/png' : 'image/jpeg', file);
    // What an uploaded picture shows, nobody has said; on a drawn one stands the title.
    assert.equal(Boolean(alt?.trim()), url.endsWith('.png') || url === firms, file);
    assert.equal(card, 'summary_large_image', file);
    if (!url.endsWith('.png')) continue;
    drawn += 1;
    assert.deepEqual(size(bytes), [1200, 630], file);
    assert.deepEqual([width, height], [1200, 630], file);
    assert.ok(bytes.length <= 60 * 1024, `${file}: ${bytes.length}`);
  }
  assert.ok(drawn >= 3 * 12, `${drawn} pages with a drawn picture`);
});

test('a page has a picture in its own language, and the pages of a list have one', () => {
  for (const file of ['about/index.html', 'contact/index.html', 'blog/category/audit/index.html'])
    assert.equal(new Set(languages.map((lang) => shared(site, `${prefix[lang]}/${file}`.slice(1)).url)).size, 3, file);
  const list = site.pages.filter((name) => /^blog\/(page\/\d+\/)?index\.html$/.test(name));
  assert.ok(list.length > 1);
  assert.equal(new Set(list.map((name) => shared(site, name).url)).size, 1);
});

test('posts without a picture get one, posts with one keep theirs', () => {
  for (const lang of languages) {
    const file = `${prefix[lang]}/blog/1/index.html`.slice(1);
    const { url, alt, title } = shared(bare, file);
    assert.deepEqual(size(bare.bytes(url.slice(origin.length))), [1200, 630]);
    assert.equal(alt, long[lang]);
    assert.ok(title.startsWith(long[lang]));
    const [posting] = JSON.parse(load(bare.read(file))('script[type="application/ld+json"]').text())['@graph'].filter(
      (node) => node['@type'] === 'BlogPosting',
    );
    assert.equal(posting.image, url);
    assert.equal(languageOf(file), lang);
  }
  // Equal titles of one category and language: one file.
  assert.equal(shared(bare, 'blog/2/index.html').url, shared(bare, 'blog/1/index.html').url);
  // Not translated: the picture of the Azerbaijani title.
  assert.equal(shared(bare, 'ru/blog/2/index.html').url, shared(bare, 'blog/2/index.html').url);
  assert.equal(shared(bare, 'blog/3/index.html').url, 'https://cdn.example/a.jpg');
  // Of the sample posts one has none.
  const own = (file) => load(site.read(file))('.post__figure picture').length > 0;
  const posts = site.pages.filter((name) => /^blog\/\d+\//.test(name));
  assert.equal(posts.filter((file) => !own(file)).length, 1);
  for (const file of posts) assert.equal(shared(site, file).url.endsWith('.png'), !own(file), file);
});
