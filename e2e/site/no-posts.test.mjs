// A firm whose blog has nothing yet, and one whose posts are all of one service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { buildSite, languages, prefix, services } from '../support/site.mjs';

const post = { id: 1, category: 'audit', author: 'A', date: '2025-12-01T08:00:00Z', title_az: 'Yoxlama', content_az: '<p>Mətn</p>' };
let none, one;
before(() => {
  none = buildSite({ posts: [] });
  one = buildSite({ posts: [post] });
});
after(() => [none, one].forEach((site) => site.remove()));
const page = (site, lang, name) => load(site.read(`${prefix[lang]}/${name}index.html`.slice(1)));

test('the page of a service leads to its posts where there are any', () => {
  for (const lang of languages) {
    assert.equal(page(one, lang, 'services/audit/')('.service-posts a').attr('href'), `${prefix[lang]}/blog/category/audit/`);
    for (const [site, all] of [
      [one, services.filter((id) => id !== 'audit')],
      [none, services],
    ])
      for (const id of all) assert.equal(page(site, lang, `services/${id}/`)('main a[href*="/blog/"]').length, 0, `${lang} ${id}`);
  }
});

test('an empty category has the button to all posts', () => {
  for (const site of [none, one])
    for (const lang of languages) {
      const buttons = page(site, lang, 'blog/category/hr/')('.empty a');
      assert.deepEqual([buttons.length, buttons.attr('href')], [1, `${prefix[lang]}/blog/`]);
    }
});
