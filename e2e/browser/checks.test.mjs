// What to look at before publishing: a list beside the button that leads to each place, and never stands in the way.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openAdmin, paste, speak, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

let admin;
// The other sites of this test are on this machine.
const started = startWithBrowser(
  async () => {
    admin = await openAdmin(started);
  },
  { env: { CMS_LINKS_PRIVATE: 'true' } },
);
const remarks = (page) => page.locator('.checks__button');

async function fill(page) {
  const titles = { az: 'ƏDV həddi', en: 'VAT threshold', ru: 'Порог НДС' };
  for (const [lang, title] of Object.entries(titles)) {
    const tab = page.getByRole('tab', { name: lang.toUpperCase() });
    if (await tab.count()) await tab.click();
    await page.fill(`[name=title_${lang}]`, title);
    await page.fill(`[name=excerpt_${lang}]`, title);
  }
  await page.fill('[name=author]', 'Leyla');
}
async function write(page, lang, html) {
  await page.locator(`#content_${lang}`).click();
  await paste(page, lang, { 'text/html': html });
}

test('remarks come while one writes, and each leads to its place by keyboard', async () => {
  const { page } = admin;
  await fill(page);
  assert.equal(await remarks(page).count(), 0);
  const long = '<p>Bir cümlə.</p>'.repeat(30);
  await write(page, 'az', `${long}<h3>Hədd</h3><p>200 000 manat, bax: <a href="/blog/99/">burada</a>.</p>`);
  await write(page, 'en', '<p>200,000 manats.</p>');
  await page.getByRole('button', { name: '3 qeyd' }).press('Enter');
  const list = page.locator('.checks__panel');
  await list.getByText('Saytda belə səhifə yoxdur').waitFor();
  await clean(page, 'checks, desktop');
  await list.getByRole('button', { name: /Saytda belə səhifə yoxdur/ }).press('Enter');
  const place = page.locator('#content_az').locator(':scope > *').last();
  await page.waitForFunction(() => {
    const block = document.querySelector('#content_az').lastElementChild;
    return (
      block.contains(getSelection().anchorNode) &&
      block.getBoundingClientRect().top > 0 &&
      block.getBoundingClientRect().bottom < innerHeight
    );
  });
  assert.ok(await place.isVisible());
  await page.keyboard.type('Yeni: ');
  await page.waitForFunction(() => document.querySelector('#content_az').lastElementChild.textContent.startsWith('Yeni: 200 000'));
});

test('a remark leads to its paragraph below lines that are empty in the editor', async () => {
  const { page } = admin;
  const text = page.locator('#content_az');
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#content_az').children[1].textContent === '');
  await page
    .locator('.checks__panel')
    .getByRole('button', { name: /Saytda belə səhifə yoxdur/ })
    .press('Enter');
  await page.waitForFunction(() => document.querySelector('#content_az').lastElementChild.contains(getSelection().anchorNode));
  await page.keyboard.press('Control+z');
});

test('what is mended is gone from the list, and what is left does not keep a post from the site', async () => {
  const { page, alerts } = admin;
  await write(page, 'ru', '<p>20 000 манатов.</p>');
  const figures = page.locator('.checks__finding', { hasText: 'Rəqəmlər' });
  await figures.waitFor();
  assert.match(await figures.innerText(), /AZ: 200 000 · RU: 20 000/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('200 000 манатов.');
  await figures.waitFor({ state: 'detached' });
  const saved = page.waitForEvent('dialog');
  await page.keyboard.press('Control+s');
  await saved;
  assert.match(alerts.at(-1), /uğurla/);
});

test('remarks of another post are its own', async () => {
  const { page } = admin;
  await page.getByRole('button', { name: 'Ləğv et' }).click();
  await remarks(page).waitFor({ state: 'detached' });
});

for (const [name, options] of [
  ['desktop', desktop],
  ['phone', phone],
]) {
  test(`the list fits a ${name} in three languages, and leads to another tab`, async () => {
    const { page, context } = await openAdmin(started, options);
    await fill(page);
    if (name === 'phone') await page.getByRole('tab', { name: 'EN' }).tap();
    await write(page, 'en', '<h3>Deep</h3><p>Налог на прибыль</p>');
    if (name === 'phone') await page.getByRole('tab', { name: 'RU' }).tap();
    for (const language of ['EN', 'RU', 'AZ']) {
      await speak(page, language);
      await remarks(page).waitFor();
      if ((await remarks(page).getAttribute('aria-expanded')) === 'false') await remarks(page).click();
      await clean(page, `checks, ${name}, ${language}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
    await page.locator('.checks__finding', { hasText: 'Başqa dildə sözlər var' }).click();
    await page.waitForFunction(() => document.querySelector('#content_en').lastElementChild.contains(getSelection().anchorNode));
    assert.ok(await page.locator('#content_en').isVisible());
    assert.equal(await page.locator('.checks__panel').isVisible(), name === 'desktop');
    await context.close();
  });
}

test('on a phone a panel of the text lies above the open list, not under it', async () => {
  const { page, context } = await openAdmin(started, phone);
  await fill(page);
  await page.getByRole('tab', { name: 'AZ' }).tap();
  await write(page, 'az', '<h3>Deep</h3><p>Налог на прибыль</p><p>Söz</p>');
  await remarks(page).tap();
  await page.locator('.checks__panel').waitFor();
  const words = page.getByText('Söz', { exact: true });
  await words.dblclick();
  await words.evaluate((block) =>
    window.scrollBy({
      top: block.getBoundingClientRect().bottom + 40 - document.querySelector('.post-form__footer').getBoundingClientRect().top,
      behavior: 'instant',
    }),
  );
  await page.keyboard.press('Control+k');
  await page.locator('#pane-az .floating').waitFor();
  const covered = () =>
    page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      return box('#pane-az .floating').bottom - box('.post-form__footer').top;
    });
  await until(async () => (await covered()) <= 0, 'the panel above the footer').catch(async () =>
    assert.fail(`${await covered()} px of the panel are covered`),
  );
  await context.close();
});

/** Another site on this machine; questions to `/slow` wait until they are let go. */
async function otherSite() {
  const waiting = [];
  const server = createServer((request, response) => {
    const [status, location] = { '/there': [200], '/moved': [301, '/there'], '/robots': [403] }[request.url] ?? [404];
    const answer = () => response.writeHead(status, location ? { location } : {}).end();
    if (request.url === '/slow') waiting.push(answer);
    else answer();
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    waiting,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('links to other sites are looked at when one wishes, by keyboard, and what leads nowhere is a remark', async () => {
  const site = await otherSite();
  const { page, context } = await openAdmin(started);
  const button = page.locator('.checks__foreign button');
  const status = page.locator('.checks__foreign [role=status]');
  const list = page.locator('.checks__list');
  try {
    await fill(page);
    const link = (address) => `<p><a href="${site.base}${address}">${address.slice(1)}</a></p>`;
    await write(page, 'az', link('/there'));
    for (const language of ['en', 'ru']) await write(page, language, '<p>-</p>');
    // Nothing else is to be said: the links alone are there to be looked at.
    await page.getByRole('button', { name: 'Başqa saytlara keçidlər' }).press('Enter');
    await button.press('Enter');
    await status.getByText('hamısı işləyir').waitFor();
    assert.equal(await list.locator('li').count(), 0);
    await clean(page, 'links, all there');

    await write(page, 'az', ['/nothing', '/moved', '/robots'].map(link).join(''));
    await page.getByRole('button', { name: '3 keçidi yoxla' }).press('Enter');
    await list.getByText('Həmin saytda belə səhifə yoxdur').waitFor();
    await list.getByText(`Səhifənin ünvanı həmişəlik dəyişib: ${site.base}/there`).waitFor();
    await list.getByText('dəqiq cavab vermir (403)').waitFor();
    await clean(page, 'links, remarks');
    await list.getByRole('button', { name: /belə səhifə yoxdur/ }).press('Enter');
    await page.waitForFunction(() => {
      const blocks = [...document.querySelector('#content_az').children];
      return blocks.find((block) => block.contains(getSelection().anchorNode))?.textContent.includes('nothing');
    });

    // Whoever leaves while the other site thinks about it meets no answer in another post.
    await write(page, 'en', link('/slow'));
    await page.getByRole('button', { name: '1 keçidi yoxla' }).press('Enter');
    await status.getByText('Keçidlər yoxlanılır').waitFor();
    await until(() => site.waiting.length > 0, 'the question');
    await page.getByRole('button', { name: 'Ləğv et' }).click();
    await remarks(page).waitFor({ state: 'detached' });
    for (const answer of site.waiting) answer();
    assert.equal(await remarks(page).count(), 0);
  } finally {
    site.close();
    await context.close();
  }
});
