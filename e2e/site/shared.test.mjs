// A link for approval, with the project's own templates: the real page in every language, and its secret nowhere else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { languages } from '../support/site.mjs';
import { startCms } from '../support/cms.mjs';
import { until } from '../support/waiting.mjs';

let cms, url;
before(async () => {
  cms = await startCms({ seed: false, env: { CMS_LOG: 'debug' } });
  await until(async () => (await (await fetch(`${cms.url}/api/site/`)).json()).last_build, 'the first generation', { timeout: 200_000 });
  const authorization = `Bearer ${await cms.token()}`;
  const form = new FormData();
  for (const [name, value] of Object.entries({
    title_az: 'Gizli yazı',
    content_az: '<p>Hələ dərc olunmayıb.</p>',
    title_en: 'Not yet',
    content_en: '<p>Still a draft.</p>',
    author: 'Leyla',
  }))
    form.append(name, value);
  const draft = await (await fetch(`${cms.url}/api/blog/drafts/`, { method: 'POST', headers: { authorization }, body: form })).json();
  const link = await (await fetch(`${cms.url}/api/blog/posts/${draft.id}/share/`, { method: 'POST', headers: { authorization } })).json();
  url = link.url;
});
after(() => cms.stop());

const visit = async (path) => {
  const answer = await fetch(cms.url + path);
  return { answer, $: load(await answer.text()) };
};

test('the pages of a link lead to each other in every language', async () => {
  assert.match(url, /^\/shared\/[\w-]{43}\/$/);
  const paths = { az: url, en: `${url}en/`, ru: `${url}ru/` };
  const titles = { az: 'Gizli yazı', en: 'Not yet', ru: 'Gizli yazı' };
  for (const lang of languages) {
    const { answer, $ } = await visit(paths[lang]);
    assert.equal(answer.status, 200);
    assert.equal($('html').attr('lang'), lang);
    assert.equal($('h1').text(), titles[lang]);
    assert.equal($('h1').attr('lang'), lang === 'ru' ? 'az' : undefined);
    for (const other of languages) assert.ok($(`a[data-lang-choice=${other}][href="${paths[other]}"]`).length, `${lang} -> ${other}`);
    assert.equal($('link[rel=canonical], link[hreflang], meta[property="og:url"]').length, 0, lang);
    assert.match($('meta[name=robots]').attr('content'), /noindex/);
  }
});

test('everything that a page of a link shows is there', async () => {
  const { $ } = await visit(url);
  const files = $('link[rel=stylesheet], link[rel=preload], link[rel=icon]')
    .map((_, link) => $(link).attr('href'))
    .get();
  assert.ok(files.length >= 4);
  for (const file of files) assert.equal((await fetch(cms.url + file)).status, 200, file);
});

test('the log knows nothing of the secret', async () => {
  await visit(`${url}en/`);
  const secret = url.split('/')[2];
  assert.match(cms.log(), /path="?\/shared\//);
  assert.ok(!cms.log().includes(secret));
});

test("another secret is the site's page of what is missing", async () => {
  const { answer, $ } = await visit(`/shared/${'a'.repeat(43)}/`);
  assert.equal(answer.status, 404);
  assert.match(answer.headers.get('x-robots-tag'), /noindex/);
  assert.ok($('[data-not-found]').length);
});
