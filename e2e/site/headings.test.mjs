// Headings of a text as the editor's toolbar makes them: 1 to 3, below a title that is the page's only first one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSiteOfPost, languages, prefix } from '../support/site.mjs';

const content = {
  az: '<h1>Giriş</h1><p>Söz.</p><h2>Nə dəyişib</h2><h3>Kimə aiddir</h3><p>Söz.</p><h1>Nəticə</h1>',
  en: '<h2>What has changed</h2><p>Words.</p><h3>For whom</h3><h2>Result</h2>',
  ru: '<h1>Введение</h1><p>Слова.</p><h1>Итог</h1>',
};
const shown = {
  az: [
    ['h2', 's-girish', 'Giriş'],
    ['h3', 's-ne-deyishib', 'Nə dəyişib'],
    ['h4', 's-kime-aiddir', 'Kimə aiddir'],
    ['h2', 's-netice', 'Nəticə'],
  ],
  en: [
    ['h2', 's-what-has-changed', 'What has changed'],
    ['h3', 's-for-whom', 'For whom'],
    ['h2', 's-result', 'Result'],
  ],
  ru: [
    ['h2', 's-vvedenie', 'Введение'],
    ['h2', 's-itog', 'Итог'],
  ],
};
let site;
before(() => (site = buildSiteOfPost(content)));
after(() => site.remove());
const page = (lang) => load(site.read(`${prefix[lang]}/blog/1/index.html`.slice(1)));

test('stand below the title, each with its name, in every language', () => {
  for (const lang of languages) {
    const $ = page(lang);
    assert.equal($('h1').text(), 'T', lang);
    const headings = $('.prose :is(h1, h2, h3, h4)').get();
    assert.deepEqual(
      headings.map((heading) => [heading.name, heading.attribs.id, $(heading).text()]),
      shown[lang],
    );
  }
});

test('contents lead to them and set those in that stand below others', () => {
  for (const [lang, inner] of [
    ['az', [false, true, true, false]],
    ['en', [false, true, false]],
  ]) {
    const $ = page(lang);
    const entries = $('.contents li').get();
    assert.deepEqual(
      entries.map((entry) => [$(entry).find('a').attr('href'), $(entry).text()]),
      shown[lang].map(([, id, text]) => [`#${id}`, text]),
    );
    assert.deepEqual(
      entries.map((entry) => $(entry).hasClass('contents__inner')),
      inner,
    );
  }
});

test('feeds have them as they were typed', () => {
  for (const lang of languages) {
    const text = load(site.read(`${prefix[lang]}/feed.xml`.slice(1)), { xml: true })('entry content').text();
    assert.ok(text.includes(content[lang]), lang);
  }
});
