// Buttons of the trash on a phone, in the language with the longest words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin, startWithBrowser } from '../support/admin.mjs';
import { phone } from '../support/browser.mjs';
import { createPosts } from '../support/posts.mjs';

const started = startWithBrowser(async () => {
  const [{ id }] = await createPosts(started.cms, 1);
  const removed = await fetch(`${started.cms.url}/api/blog/posts/${id}/`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${await started.cms.token()}` },
  });
  assert.equal(removed.status, 204);
});

test('no word of a button in the trash is divided', async () => {
  const { page, context } = await openAdmin(started, phone);
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'ru'));
  await page.reload();
  await page.getByRole('button', { name: 'Корзина' }).click();
  const restore = page.getByRole('button', { name: /^Восстановить/ });
  await restore.waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const lines = await restore.evaluate((button) => {
    const words = document.createRange();
    words.selectNodeContents([...button.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE));
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  assert.equal(lines, 1);
  await context.close();
});
