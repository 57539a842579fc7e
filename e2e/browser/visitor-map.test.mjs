// The map: the only foreign content, fetched when it is about to be seen, never needed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alive, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

test('65, 259, 329: the frame comes when the visitor comes near it, and nothing foreign before', async () => {
  for (const lang of ['az', 'en', 'ru']) {
    const { page, context, foreign } = await site.open(`${lang === 'az' ? '' : `/${lang}`}/contact/`);
    await alive(page, 'Header');
    const map = page.locator('[data-island=MapEmbed]');
    assert.equal(await map.locator('iframe').count(), 0);
    assert.deepEqual(foreign, []);
    const box = await map.locator('.map-embed__frame').boundingBox();
    await map.scrollIntoViewIfNeeded();
    await alive(page, 'MapEmbed');
    const frame = map.locator('iframe');
    await frame.waitFor();
    await eventually(() => assert.equal(foreign.length, 1));
    assert.equal(new URL(foreign[0]).hostname, 'www.openstreetmap.org');
    assert.ok(await frame.getAttribute('title'));
    assert.equal((await map.locator('.map-embed__frame').boundingBox()).height, box.height, 'its room was kept');
    assert.equal(await map.locator('a').getAttribute('rel'), 'noopener noreferrer');
    assert.ok((await map.innerText()).includes('43'), 'the address as text');
    await context.close();
  }
});

test('the map is marked while the keyboard is in it, and only then', async () => {
  const { page, context } = await site.open('/en/contact/');
  await alive(page, 'MapEmbed');
  const box = page.locator('.map-embed__frame');
  const map = page.frameLocator('main iframe').getByRole('button');
  await map.waitFor();
  const outline = () => box.evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(await outline(), 'none');
  await map.focus();
  await eventually(async () => assert.equal(await outline(), 'solid'));
  await page.locator('.map-embed__address a').focus();
  await eventually(async () => assert.equal(await outline(), 'none'));
  await page.evaluate(() => dispatchEvent(new FocusEvent('blur')));
  assert.equal(await outline(), 'none');
  await context.close();
});

test('who comes by keyboard before the map has arrived passes it by and keeps the focus; afterwards it is a stop', async () => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const { page, context } = await site.open('/en/contact/', {
    before: ({ context: fresh }) =>
      fresh.route(/openstreetmap/, async (route) => {
        await arrived;
        await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>map</title><button>+</button>' });
      }),
  });
  for (const island of ['ContactForm', 'MapEmbed']) await alive(page, island);
  await page.locator('main iframe').waitFor();
  const [send, link] = ['.contact-form__send', '.map-embed__address a'].map((selector) => page.locator(selector));
  const holds = (place) =>
    eventually(async () => assert.equal(await place.evaluate((element) => element === document.activeElement), true));
  await send.focus();
  await page.keyboard.press('Tab');
  await holds(link);
  arrive();
  await page.locator('main iframe:not([tabindex])').waitFor();
  await holds(link);
  await send.focus();
  await page.keyboard.press('Tab');
  await holds(page.locator('main iframe'));
  await context.close();
});
