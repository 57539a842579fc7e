// Links to the firm's own pages and posts, found by words in the panel of a link, on a desk and on a telephone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editor, openAdmin, showLanguage, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

let live, draft;
const started = startWithBrowser(prepare);
const html = (page, lang) => page.inputValue(`input[name=content_${lang}]`);

/** A post in Azerbaijani alone, and one that nobody has published. */
async function prepare() {
  const headers = { authorization: `Bearer ${await started.cms.token()}` };
  const send = async (path, fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const answer = await fetch(`${started.cms.url}/api/blog/${path}/`, { method: 'POST', headers, body });
    assert.ok(answer.ok, await answer.clone().text());
    return (await answer.json()).id;
  };
  live = await send('drafts', { title_az: 'Zeytun bağının vergisi', content_az: '<p>Mətn</p>', author: 'Leyla' });
  const published = await fetch(`${started.cms.url}/api/blog/posts/${live}/publish/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ languages: ['az'] }),
  });
  assert.ok(published.ok, await published.clone().text());
  draft = await send('drafts', { title_az: 'Zeytun: qaralama', title_ru: 'Оливки', content_az: '<p>Mətn</p>', author: 'Leyla' });
}

for (const [size, options] of [
  ['1440', desktop],
  ['390', phone],
]) {
  test(`by keyboard, ${size}: words find posts with what is to be known of them, and the site's own pages`, async () => {
    const { page, context } = await openAdmin(started, options);
    await showLanguage(page, 'ru');
    await editor(page, 'ru').click();
    await page.keyboard.type('Налог');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    const panel = page.locator('#pane-ru .floating');
    const field = panel.getByRole('combobox');
    await until(() => field.evaluate((element) => element === document.activeElement), 'the focus in the field');
    await page.keyboard.type('zeytun');
    const option = (id) => panel.getByRole('option').filter({ hasText: `/ru/blog/${id}/` });
    await option(live).getByText('Rus dilində saytda yoxdur').waitFor();
    await option(draft).getByText('Dərc olunmayıb').waitFor();
    await clean(page, `the list of a link, ${size}`);
    // It is whole within the window.
    const box = await panel.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= options.viewport.width, JSON.stringify(box));
    while (!(await option(live).getAttribute('aria-selected')).includes('true')) await page.keyboard.press('ArrowDown');
    assert.equal(await field.getAttribute('aria-activedescendant'), await option(live).getAttribute('id'));
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), `/ru/blog/${live}/`);
    await page.keyboard.press('Enter');
    await until(async () => (await html(page, 'ru')) === `<p><a href="/ru/blog/${live}/">Налог</a></p>`, 'the link');
    await context.close();
  });
}

test('every page of its own that is offered is there, in the language of the text', async () => {
  await started.cms.published();
  const { page, context } = await openAdmin(started);
  for (const [lang, prefix] of [
    ['az', '/'],
    ['en', '/en/'],
    ['ru', '/ru/'],
  ]) {
    await showLanguage(page, lang);
    await editor(page, lang).click();
    await page.keyboard.press('Control+k');
    const panel = page.locator(`#pane-${lang} .floating`);
    await panel.getByRole('combobox').press('ArrowDown');
    await panel.getByRole('option').first().waitFor();
    const addresses = await panel.locator('.address-field__address').allTextContents();
    assert.ok(addresses.length > 10 && addresses.every((address) => address.startsWith(prefix)), addresses.join(' '));
    for (const address of addresses) assert.equal((await fetch(started.cms.url + address)).status, 200, address);
    await panel.getByRole('combobox').press('Escape');
    await panel.getByRole('combobox').press('Escape');
    await panel.waitFor({ state: 'detached' });
  }
  await context.close();
});
