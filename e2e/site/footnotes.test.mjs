// Footnotes of a post, as an editor writes them and word processors paste them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSiteOfPost, prefix } from '../support/site.mjs';

const content = {
  az: '<p>Faiz dərəcəsi dəyişib [1] və tətbiq olunur [2].</p><h2>Nəticə</h2><p>Yenə [1].</p><p>[1] Vergi Məcəlləsi, maddə 13.</p><p>[2] Nazirlər Kabinetinin qərarı.</p>',
  en: '<p>The rate has changed [1].</p><p>[1] Tax Code, article 13.</p>',
  ru: '<p>Ставка изменилась [1] в [2025] году.</p><p>Источник: кодекс.</p>',
};
const names = { az: 'Qeydlər', en: 'Notes' };
let site;
before(() => (site = buildSiteOfPost(content)));
after(() => site.remove());
const page = (lang) => load(site.read(`${prefix[lang].slice(1)}${lang === 'az' ? '' : '/'}blog/1/index.html`));

test('marks and notes lead to each other, by names that are on the page once', () => {
  for (const [lang, count] of [
    ['az', 2],
    ['en', 1],
  ]) {
    const $ = page(lang);
    const notes = $('.prose > section.footnotes[role=doc-endnotes]');
    assert.equal(notes.attr('aria-label'), names[lang]);
    assert.equal(notes.find('li').length, count);
    for (const link of $('.footnote a, .footnotes__back').get())
      assert.equal($(`[id="${$(link).attr('href').slice(1)}"]`).length, 1, $(link).attr('href'));
    const ids = $('[id]')
      .map((_, element) => $(element).attr('id'))
      .get();
    assert.equal(new Set(ids).size, ids.length);
  }
  assert.equal(page('az')('.footnote a').length, 3);
  assert.equal(
    page('az')('.footnotes li')
      .first()
      .text()
      .replace(/\s*↩\ufe0e?$/, ''),
    'Vergi Məcəlləsi, maddə 13.',
  );
});

test('brackets without a note stay, and so do those of feeds', () => {
  assert.equal(page('ru')('.footnotes, .footnote').length, 0);
  assert.match(page('ru')('.prose').text(), /\[1\] в \[2025\] году/);
  assert.match(site.read('feed.xml'), /\[1\] Vergi Məcəlləsi/);
});
