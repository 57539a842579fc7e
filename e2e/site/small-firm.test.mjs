// A firm that has less than the committed content: one service, of another name, and no question about tax.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { root } from '../support/cms.mjs';
import { buildSite, languages, prefix, services } from '../support/site.mjs';

const read = (name) => readFileSync(path.join(root, 'content', name), 'utf8');
const ofLanguage = (lang) => ({
  [`${lang}/services/it.toml`]: read(`${lang}/services/audit.toml`),
  [`${lang}/pages/home.toml`]: read(`${lang}/pages/home.toml`).replace(/target = "[^"]*"/g, 'target = "it"'),
  [`${lang}/pages/faq.toml`]: `tax = []\n${read(`${lang}/pages/faq.toml`).replace(/^\[\[tax\]\]\n(.+\n)+/gm, '')}`,
});

let site;
before(() => {
  const facts = read('site.toml').replace(/^services = .*$/m, 'services = ["it"]');
  const extra = Object.assign({ 'site.toml': facts, 'redirects.toml': '' }, ...languages.map(ofLanguage));
  const without = languages.flatMap((lang) => services.map((id) => `${lang}/services/${id}.toml`));
  site = buildSite({
    posts: [{ id: 1, category: 'it', author: 'A', date: '2025-12-01T08:00:00Z', title_az: 'Jurnal', content_az: '<p>Mətn</p>' }],
    extra,
    without,
  });
});
after(() => site.remove());
const page = (lang, name) => load(site.read(`${prefix[lang].slice(1)}${lang === 'az' ? '' : '/'}${name}`));

test('there is no heading of other services where there are none', () => {
  for (const lang of languages) {
    const $ = page(lang, 'services/it/index.html');
    assert.equal($('#others-title, .service-list:not(.service-list--posts)').length, 0, lang);
  }
});

test('the footer leads to the service that there is', () => {
  for (const lang of languages) {
    const links = page(
      lang,
      'index.html',
    )('nav[aria-labelledby=footer-services] a')
      .map((_, link) => link.attribs.href)
      .get();
    assert.deepEqual(links, [`${prefix[lang]}/services/`, `${prefix[lang]}/services/it/`]);
  }
});

test('a category without questions has no tab', () => {
  for (const lang of languages) {
    const $ = page(lang, 'faq/index.html');
    assert.deepEqual([$('.tabs__tab').length, $('.faq-browser__panel').length, $('main .faq-item').length], [2, 2, 3], lang);
  }
});
