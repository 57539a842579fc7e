// The menu of screens: names of windows, and on a phone the button behind which it lies; the form's buttons there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, openMenu, speak, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { phone } from '../support/browser.mjs';
import { until } from '../support/waiting.mjs';

const started = startWithBrowser(async () => {
  const answer = await fetch(`${started.cms.url}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      template_params: { from_name: 'İlqar', from_email: 'ilqar@example.az', phone: '', subject: 'tax', message: 'Salam' },
    }),
  });
  assert.ok(answer.ok);
});

const button = (page) => page.locator('.menu-of-screens__button');
const closed = (page) => until(async () => (await button(page).getAttribute('aria-expanded')) === 'false', 'the menu to close');
const focused = (page, selector) => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);

for (const [device, options] of [
  ['desk', {}],
  ['phone', phone],
]) {
  test(`on a ${device} every screen names its window, in three languages`, async () => {
    const { page, context } = await openAdmin(started, options);
    for (const language of ['az', 'en', 'ru']) {
      await speak(page, language);
      const links = await page
        .locator('.sidebar__nav a')
        .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.childNodes[1].textContent]));
      assert.equal(links.length, 9, 'all there are for an owner');
      for (const [href, name] of links) {
        await openMenu(page);
        await page.locator(`.sidebar__nav a[href="${href}"]`).click();
        await page.waitForURL(`${started.cms.url}${href}`);
        const title = href === '/admin' ? 'Blog Management' : `${name} · Blog Management`;
        await until(
          async () => (await page.title()) === title,
          () => `the title ${title}`,
        );
        if (device === 'phone') {
          await closed(page);
          assert.equal(await page.locator('.menu-of-screens__here').textContent(), name);
        }
      }
    }
    await context.close();
  });
}

test('on a phone the menu is one bar, and opens over the page', async () => {
  const { page, context } = await openAdmin(started, phone);
  for (const language of ['az', 'en', 'ru'])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await speak(page, language);
      const before = await page.evaluate(() =>
        ['.sidebar', '#content'].map((one) => document.querySelector(one).getBoundingClientRect().bottom),
      );
      assert.ok(before[0] <= 64, `${language}, ${width}: ${before[0]} px`);
      await button(page).tap();
      await page.locator('.sidebar__nav').waitFor();
      const after = await page.evaluate(() =>
        ['.sidebar', '#content'].map((one) => document.querySelector(one).getBoundingClientRect().bottom),
      );
      assert.deepEqual(after, before, 'nothing has moved');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language);
      await clean(page, `menu, ${language}, ${width}`);
      // A press on the page closes it.
      await page.touchscreen.tap(width / 2, 800);
      await closed(page);
    }
  await context.close();
});

test('the menu by keyboard: it says what it is, Escape gives the focus back, and what lies under it gets no focus while it is open', async () => {
  const { page, context } = await openAdmin(started, phone);
  const name = page.getByRole('button', { name: /^Menyu: Blogs 1 oxunmamış mesaj$/ });
  await name.waitFor();
  await name.focus();
  await page.keyboard.press('Enter');
  await page.locator('.sidebar__nav').waitFor();
  assert.equal(await name.getAttribute('aria-expanded'), 'true');
  assert.ok(
    await page.evaluate(
      (id) => document.getElementById(id).contains(document.querySelector('.sidebar__nav')),
      await name.getAttribute('aria-controls'),
    ),
  );
  await page.keyboard.press('Tab');
  assert.ok(await focused(page, '.sidebar__link[href="/admin"]'));
  await page.keyboard.press('Escape');
  await closed(page);
  assert.ok(await focused(page, '.menu-of-screens__button'));
  // The help gives the focus back to what led to it.
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Kömək' }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await focused(page, '.menu-of-screens__button'));
  await page.keyboard.press('Enter');
  await page.locator('.segments__item', { hasText: 'RU' }).first().focus();
  await page.keyboard.press('Tab');
  await closed(page);
  assert.ok(await focused(page, '#content *'));
  await context.close();
});

test('on a phone the form’s buttons take little of the window, and what is read once is not among them', async () => {
  const { page, context } = await openAdmin(started, phone);
  await page.fill('[name=title_az]', 'Başlıq');
  for (const language of ['az', 'en', 'ru'])
    for (const [width, high] of [
      [390, 96],
      [320, 120],
    ]) {
      await page.setViewportSize({ width, height: 844 });
      await speak(page, language);
      const footer = page.locator('.post-form__footer');
      const { height } = await footer.boundingBox();
      assert.ok(height <= high, `${language}, ${width}: ${height} px`);
      assert.equal(await footer.locator('.post-form__outlook').count(), 0);
      await page.locator('.post-form__outlook:not(:empty)').waitFor();
    }
  await page.setViewportSize({ width: 700, height: 844 });
  await page.locator('.post-form__footer .post-form__outlook').waitFor();
  await context.close();
});

test('the menu that was open when somebody went back is not open when they come again', async () => {
  const { page, context } = await openAdmin(started, phone);
  await openMenu(page);
  await page.locator('.sidebar__nav a[href="/admin/pictures"]').click();
  await page.waitForURL('**/admin/pictures');
  await closed(page);
  await openMenu(page);
  await page.goBack();
  await closed(page);
  await page.goForward();
  await page.waitForURL('**/admin/pictures');
  await page.waitForFunction(() => document.title.includes('·'));
  assert.equal(await button(page).getAttribute('aria-expanded'), 'false');
  await context.close();
});
