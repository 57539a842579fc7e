// The cards of the admin stand in a grid. Numbers in test names are those of docs/specification-coverage.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture, editPost, openAdmin, speak, startWithBrowser } from '../support/admin.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';

const started = startWithBrowser(() => createPosts(started.cms, 6));

/** How many cards stand beside each other in each line, from the top. */
const lines = (page) =>
  page.locator('[data-post-id]').evaluateAll((cards) => {
    const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
    return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
  });

for (const [what, options, expected] of [
  ['desktop', desktop, [3, 3]],
  ['phone', phone, [1, 1, 1, 1, 1, 1]],
])
  test(`144: on the ${what} six cards are a grid, each with Edit and Delete`, async () => {
    const { context, page } = await openAdmin(started, options);
    await page.locator('[data-post-id]').nth(5).waitFor();
    assert.deepEqual(await lines(page), expected);
    for (const name of [/redaktə/i, /sil/i]) assert.equal(await page.locator('[data-post-id]').getByRole('button', { name }).count(), 6);
    await context.close();
  });

for (const [name, options] of Object.entries({ desktop, phone })) {
  test(`on the ${name} the first draft, which comes by itself, moves nothing of what is being written`, async () => {
    const { page, context } = await openAdmin(started, options);
    const tops = () =>
      page.evaluate(() =>
        ['category', 'title_az', 'content_az'].map(
          (name) => document.querySelector(`[name=${name}], #${name}`).getBoundingClientRect().top + scrollY,
        ),
      );
    const before = await tops();
    await page.fill('#title_az', 'Yeni yazı');
    await page.locator('.post-form__id').waitFor();
    await page.locator('.pane__status [data-state=draft]').first().waitFor();
    assert.deepEqual(await tops(), before);
    await context.close();
  });
}

for (const [name, options] of Object.entries({ desktop, phone })) {
  test(`on the ${name} the form’s buttons in a line are of one height, and that no file is chosen is said whole, in each language`, async () => {
    const { page, context } = await openAdmin(started, options);
    const image = new File([await drawPicture(page)], 'ofis.png', { type: 'image/png' });
    const [{ id }] = await createPosts(started.cms, 1, () => ({ image }));
    await page.reload();
    await editPost(page, id);
    await page.locator('.image-field img').waitFor();
    for (const lang of ['az', 'en', 'ru']) {
      await speak(page, lang);
      await page.locator(`html[lang=${lang}]`).waitFor();
      const buttons = await page
        .locator('.post-form__actions .button:visible')
        .evaluateAll((all) =>
          all
            .map((button) => button.getBoundingClientRect())
            .map(({ top, height }) => ({ top: Math.round(top), height: Math.round(height) })),
        );
      assert.ok(buttons.length >= 4);
      for (const one of buttons)
        for (const other of buttons)
          if (one.top < other.top + other.height && other.top < one.top + one.height) assert.deepEqual(one, other, lang);
      const cut = await page
        .locator('.file__name')
        .evaluateAll((all) => all.filter((words) => words.scrollWidth > words.clientWidth).map((words) => words.textContent));
      assert.deepEqual(cut, [], lang);
    }
    await context.close();
  });
}

test('no window between a phone’s and a desk’s is too narrow for the page, in any language', async () => {
  const { page, context } = await openAdmin(started, desktop);
  for (const lang of ['az', 'en', 'ru']) {
    await speak(page, lang);
    await page.locator(`html[lang=${lang}]`).waitFor();
    for (const width of [320, 390, 640, 641, 768, 844, 896, 897, 1024, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(beyond, 0, `${lang}: ${width} pixels`);
    }
  }
  await context.close();
});

/** Left edges of the words in the lines of the post's picture, by line: those of the first in each. */
const beginnings = (page) =>
  page.locator('.image-field').evaluate((field) => {
    const words = [...field.querySelectorAll('.field__label, .image-field__note span, .image-field__note button')].map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    });
    const first = words.filter(
      (box) => !words.some((other) => other.right <= box.left && other.top < box.bottom && other.bottom > box.top),
    );
    return first.map(({ left }) => Math.round(left - field.getBoundingClientRect().left));
  });

for (const [name, options] of Object.entries({ desktop, phone })) {
  test(`on the ${name} what is said and done about a post’s picture begins where its label does`, async () => {
    const { page, context } = await openAdmin(started, options);
    const image = new File([await drawPicture(page)], 'ofis.png', { type: 'image/png' });
    const [{ id }] = await createPosts(started.cms, 1, () => ({ image }));
    await page.reload();
    await editPost(page, id);
    await page.getByRole('button', { name: 'Şəkli təsvir edin…' }).waitFor();
    const all = await beginnings(page);
    assert.ok(all.length >= 4, `at least four lines: ${all}`);
    assert.deepEqual(
      all.filter((left) => left > 1),
      [],
    );
    await context.close();
  });
}
