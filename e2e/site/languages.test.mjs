// Texts are in the language of their page, and no key is left untranslated.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite, languageOf } from '../support/site.mjs';

let site;
before(() => (site = buildSite()));
after(() => site.remove());

/** What a person reads of a page in its own language. */
function words(file) {
  const $ = load(site.read(file));
  $('script,style,svg,[lang]:not(html),[hreflang],.visually-hidden').remove();
  return $('main').text().replace(/\s+/g, ' ');
}
const share = (text, letters) => (text.match(letters) ?? []).length / Math.max(1, (text.match(/\p{L}/gu) ?? []).length);
const normal = (file) => file !== '404.html' && !/(^|\/)terms\//.test(file) && !/(^|\/)services\/(tax|legal)\//.test(file);

test('texts are in the language of their page', () => {
  for (const file of site.pages.filter(normal)) {
    const text = words(file);
    const cyrillic = share(text, /\p{Script=Cyrillic}/gu);
    const azerbaijani = share(text, /[əƏğıİş]/gu);
    const language = languageOf(file);
    if (language === 'ru') assert.ok(cyrillic > 0.75, `${file}: ${Math.round(cyrillic * 100)} % Cyrillic`);
    if (language === 'az') assert.ok(cyrillic < 0.01 && azerbaijani > 0.06, `${file}: ${Math.round(azerbaijani * 100)} % of ə ğ ı ş`);
    if (language === 'en') assert.ok(cyrillic < 0.01 && azerbaijani < 0.02, `${file}: not English`);
  }
});

test('no untranslated key and no unfilled placeholder is left', () => {
  for (const file of site.pages) {
    const $ = load(site.read(file));
    $('script,style').remove();
    const text = $('body').text();
    assert.doesNotMatch(text, /\{\w+(\.\w+)*\}/, file);
    assert.doesNotMatch(text, /(^|\s)[a-z_]+\.[a-z_]+\.[a-z_]+(\s|$)/, file);
    assert.doesNotMatch(text, /\bundefined\b|\[object|\bNaN\b|[Ll]orem ipsum/, file);
  }
});

test('the legal page is English in every language and says so', () => {
  for (const file of ['terms/index.html', 'ru/terms/index.html', 'en/terms/index.html']) {
    const $ = load(site.read(file));
    const document = $('main [lang=en]').length ? $('main [lang=en]') : $('html[lang=en] main');
    assert.match(document.text(), /January 25, 2025/, file);
    assert.match(document.text(), /February 1, 2025/, file);
  }
});
