// The desk on a phone whose owner has set large letters: lists, buttons and dialogs stay of use.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMenu, signIn } from '../support/admin.mjs';
import { launch, openPage, phone } from '../support/browser.mjs';
import { startCms } from '../support/cms.mjs';
import { createPosts } from '../support/posts.mjs';

let cms;
before(async () => {
  cms = await startCms();
  await createPosts(cms, 3);
});
after(() => cms?.stop());

/** Words of buttons and titles of dialogs that are divided between two lines. */
const divided = (page) =>
  page.locator('button, .modal__title').evaluateAll((places) =>
    places
      .filter((place) => place.checkVisibility())
      .flatMap((place) => {
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode())
          for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\p{L}\d]+/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
          }
        return found;
      }),
  );

/** What of the list and its tools does not end within the window. */
const outside = (page) =>
  page
    .locator('.list, .list__header *, .card, .card__actions *, .menu-of-screens *')
    .evaluateAll((parts) =>
      parts
        .filter(
          (part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 0.5 && !part.matches('.visually-hidden'),
        )
        .map((part) => part.className || part.tagName),
    );

for (const letters of [21, 24, 32])
  for (const [language, menu] of [
    ['az', 'Əsas menyu'],
    ['ru', 'Главное меню'],
  ])
    test(`letters of ${letters} pixels in ${language}`, async () => {
      const browser = await launch({ letters });
      try {
        const { page } = await openPage(browser, phone);
        await signIn(page, cms.url);
        await page.evaluate((chosen) => localStorage.setItem('i18nextLng', chosen), language);
        await page.goto(`${cms.url}/admin/account`);
        await page.locator('main .people__panel .segments').first().waitFor();
        assert.deepEqual(await divided(page), [], 'on the page of the account');
        await openMenu(page);
        await page.getByRole('navigation', { name: menu }).waitFor();
        assert.deepEqual(await divided(page), [], 'in the menu');
        assert.deepEqual(await outside(page), []);

        await page.goto(`${cms.url}/admin`);
        await page.locator('form[data-mode]').waitFor();
        await page.locator('.tick').first().waitFor();
        assert.deepEqual(await outside(page), []);
        assert.deepEqual(await divided(page), [], 'in the list');

        // Several posts: the next card is to be reached beside the bar.
        await page.locator('.tick').nth(0).click();
        await page.locator('.selection').waitFor();
        await page.locator('.tick').nth(1).click();
        for (const size of [{ width: 320, height: 568 }, phone.viewport]) {
          await page.setViewportSize(size);
          const high = await page.locator('.selection').evaluate((bar) => bar.getBoundingClientRect().height);
          assert.ok(high < size.height / 3, `${high} of ${size.height}`);
        }
        await page.locator('.selection .button--quiet').last().click();

        await page.locator('[data-post-id] .card__actions button').first().click();
        await page.locator('form[data-mode=edit]').waitFor();
        await page.locator('.menu__button').focus();
        await page.keyboard.press('Enter');
        await page.locator('[role=menuitem]:focus').waitFor();
        await page.keyboard.press('Enter');
        // With the keyboard of the phone, too: each choice can be brought into view, and is not covered there.
        const choice = page.locator('dialog [name=publish_ru]');
        await choice.waitFor();
        assert.deepEqual(await divided(page), [], 'in the dialog');
        for (const height of [844, 450]) {
          await page.setViewportSize({ width: 390, height });
          assert.ok(
            await choice.evaluate((box) => {
              box.scrollIntoView({ block: 'nearest' });
              const { left, top, width, height: high } = box.getBoundingClientRect();
              return document.elementFromPoint(left + width / 2, top + high / 2) === box;
            }),
            `the last choice is covered at ${height}`,
          );
        }
      } finally {
        await browser.close();
      }
    });
