// A firm that grows: one of everything more than the committed content has, rendered by the site's own templates.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { root } from '../support/cms.mjs';
import { buildSite, languages, prefix, services } from '../support/site.mjs';

const read = (name) => readFileSync(path.join(root, 'content', name), 'utf8');
/** The file with each part replaced, which must be there. */
function changed(name, ...changes) {
  let text = read(name);
  for (const [from, to] of changes) {
    assert.ok(text.includes(from), `${name}: ${from}`);
    text = text.replace(from, to);
  }
  return text;
}
const title = { az: 'İT auditi və kibertəhlükəsizlik', en: 'IT audit and cyber security', ru: 'ИТ-аудит и кибербезопасность' };
const grown = services.toSpliced(1, 0, 'it-audit');
const ofLanguage = (lang) => ({
  [`${lang}/services/it-audit.toml`]: read(`${lang}/services/audit.toml`)
    .replace(/^title = .*$/m, `title = "${title[lang]}"`)
    .replace(/^short_title = .*$/m, `short_title = "${title[lang]}"`),
  [`${lang}/pages/home.toml`]: changed(
    `${lang}/pages/home.toml`,
    ['[[hero.slides]]', '[[hero.slides]]\ntitle = "0"\nalt = "0"\n\n[[hero.slides]]'],
    [
      '[certificates.items.',
      '[certificates.items.iso-27001]\ntitle = "ISO/IEC 27001:2022"\nissuer = "X"\ndescription = "Y"\n\n[certificates.items.',
    ],
  ),
  [`${lang}/pages/faq.toml`]: changed(`${lang}/pages/faq.toml`, ['[[audit]]', '[[audit]]\nquestion = "Q7?"\nanswer = "A7."\n\n[[audit]]']),
  [`${lang}/pages/contact.toml`]: changed(`${lang}/pages/contact.toml`, [
    '[form.subjects]',
    `[form.subjects]\nit-audit = "${title[lang]}"`,
  ]),
});

let site;
before(() => {
  const facts = changed(
    'site.toml',
    ['"audit", "valuation"', '"audit", "it-audit", "valuation"'],
    ['hero = [', 'hero = ["hero/1.jpg", '],
    ['[[partners]]', '[[partners]]\nname = "Yeni tərəfdaş"\nlogo = "partners/01.svg"\n\n[[partners]]'],
    ['[[certificates]]', '[[certificates]]\nid = "iso-27001"\nyear = 2026\nimage = "certificates/iso-9001.jpg"\n\n[[certificates]]'],
  );
  const extra = Object.assign({ 'site.toml': facts }, ...languages.map(ofLanguage));
  site = buildSite({
    posts: [{ id: 1, category: 'it-audit', author: 'A', date: '2025-12-01T08:00:00Z', title_az: 'Jurnal', content_az: '<p>Mətn</p>' }],
    extra,
  });
});
after(() => site.remove());
const page = (lang, name) => load(site.read(`${prefix[lang].slice(1)}${lang === 'az' ? '' : '/'}${name}`));

test('the seventh service is in the menus, the index, the blog and on a page of its own', () => {
  for (const lang of languages) {
    const own = `${prefix[lang]}/services/it-audit/`;
    const $ = page(lang, 'services/index.html');
    const listed = $('main .service-row__more')
      .map((_, link) => $(link).attr('href'))
      .get();
    assert.deepEqual(
      listed,
      grown.map((id) => `${prefix[lang]}/services/${id}/`),
    );
    const menu = $('.header__services a')
      .map((_, link) => $(link).attr('href'))
      .get();
    assert.deepEqual(menu, [...listed, `${prefix[lang]}/services/`]);
    assert.equal(page(lang, 'services/it-audit/index.html')('h1').text().trim(), title[lang]);
    const filter = page(lang, 'blog/index.html');
    assert.equal(filter(`a[href="${prefix[lang]}/blog/category/it-audit/"]`).length > 0, true);
    assert.ok(site.read('sitemap.xml').includes(`${own}</loc>`));
  }
});

test('lists on the pages are one longer', () => {
  for (const lang of languages) {
    const $ = page(lang, 'index.html');
    assert.equal($('.partners__list:not([aria-hidden]) li').length, 25, lang);
    assert.equal($('.hero__media picture, .hero__media img').length >= 5, true, lang);
    assert.equal($('.certificates__list > li').length, 5, lang);
    assert.equal($('[data-island="FaqAccordion"]').text().includes('Q7?'), true, lang);
    assert.ok(page(lang, 'faq/index.html')('main').text().includes('Q7?'));
    const subjects = page(lang, 'contact/index.html')('select[name=subject] option');
    assert.deepEqual(subjects.map((_, option) => option.attribs.value).get(), [
      '',
      'audit',
      'valuation',
      'tax',
      'consulting',
      'accounting',
      'hr',
      'it-audit',
    ]);
  }
});
