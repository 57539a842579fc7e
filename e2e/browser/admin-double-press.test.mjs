// Whoever presses twice where once is meant: the second press does nothing that was not pressed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerted, openAdmin, showLanguage, startWithBrowser, submit } from '../support/admin.mjs';
import { phone } from '../support/browser.mjs';

const started = startWithBrowser(() => {});

for (const locale of ['az-AZ', 'en-US', 'ru-RU']) {
  test(`204, 277: on the phone (${locale}) Create pressed twice makes one post, and tells it as of a form that nobody has left`, async () => {
    const { context, page, alerts } = await openAdmin(started, { ...phone, locale });
    const title = `İki dəfə ${locale}`;
    await page.fill('[name=author]', 'Redaktor');
    for (const lang of ['az', 'en', 'ru']) {
      await showLanguage(page, lang);
      await page.fill(`#title_${lang}`, title);
    }
    let answer;
    const held = new Promise((resolve) => (answer = resolve));
    await page.route('**/api/blog/posts/', async (route) => {
      if (route.request().method() === 'POST') await held;
      return route.fallback();
    });
    const { x, y, width, height } = await submit(page).boundingBox();
    const press = async (clickCount) => {
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    };
    await press(1);
    await page.locator('form[data-mode] [type=submit][aria-disabled=true]').waitFor();
    await press(2);
    assert.equal(await page.inputValue('#title_az'), title);
    answer();
    await alerted(alerts, 'Bloq yazısı uğurla yaradıldı!');
    const posts = await (await fetch(`${started.cms.url}/api/blog/posts/`)).json();
    assert.equal(posts.filter((post) => post.title_az === title).length, 1);
    await context.close();
  });
}
