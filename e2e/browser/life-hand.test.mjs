// The life of a post by keyboard alone, and checked by axe: every dialog, menu, drawer and notice of the desk.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editPost, openAdmin, showLanguage, startWithBrowser } from '../support/admin.mjs';
import { clean } from '../support/axe.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { dialogs, prepareLife } from '../support/life-states.mjs';
import { changePost, createPosts } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let id;
const started = startWithBrowser(async () => (id = await prepareLife(started.cms)));

const focusIn = (page, selector) => page.evaluate((part) => document.activeElement?.closest(part) !== null, selector);

for (const [width, options] of [
  ['1440 px', desktop],
  ['390 px', phone],
])
  describe(`at ${width}`, () => {
    let page;
    const ready = async () => {
      if (page) return;
      ({ page } = await openAdmin(started, options));
      await editPost(page, id);
      await showLanguage(page, 'en');
      await page.locator('.stale:visible').first().waitFor();
    };

    test('the form with its states and the list are clean', async () => {
      await ready();
      await clean(page, 'page');
    });

    test('the menu takes the focus, Esc gives it back', async () => {
      await ready();
      await page.locator('.menu__button').focus();
      await page.keyboard.press('Enter');
      assert.ok(await focusIn(page, '[role=menuitem]'));
      await clean(page, 'menu', '.menu');
      await page.keyboard.press('Escape');
      assert.ok(await focusIn(page, '.menu__button'));
      assert.equal(await page.locator('.menu__list').isVisible(), false);
    });

    for (const { name, from, open, ready: there } of dialogs)
      test(`the dialog ${name} takes the focus, is clean, and gives the focus back at Esc`, async () => {
        await ready();
        await open(page);
        await page.locator(there).first().waitFor({ state: 'attached' });
        await until(() => focusIn(page, 'dialog'), 'the focus in the dialog');
        const named = await page.locator('dialog[open]').getAttribute('aria-labelledby');
        assert.notEqual((await page.locator(`[id="${named}"]`).textContent()).trim(), '');
        await clean(page, name, 'dialog[open]');
        for (let step = 0; step < 40; step++) {
          await page.keyboard.press('Tab');
          assert.ok(
            await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
            'the focus stays in the dialog',
          );
        }
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
        assert.ok(await focusIn(page, from), `the focus is back on ${from}`);
      });

    test('what changed in the source opens and closes where it is', async () => {
      await ready();
      const button = page.locator('.stale button[aria-expanded]:visible').first();
      await button.focus();
      await page.keyboard.press('Enter');
      await page.locator('.stale mark').first().waitFor();
      assert.equal(await button.getAttribute('aria-expanded'), 'true');
      await clean(page, 'stale', '.stale');
      await page.keyboard.press('Enter');
      await page.locator('.stale mark').first().waitFor({ state: 'detached' });
    });

    test('a cancelled form says that its words are a draft; they can be thrown away again', async () => {
      await ready();
      await page.fill('[name=author]', 'Ləğv olunan');
      await page.locator('.post-form__footer').getByRole('button', { name: 'Ləğv et' }).click();
      assert.equal(await page.inputValue('[name=author]'), '');
      const notice = page.locator('[data-notice=draftKept]');
      await notice.waitFor();
      assert.equal(await notice.getAttribute('role'), 'status');
      await clean(page, 'notice', '[data-notice]');
      await notice.getByRole('button').nth(1).focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-notice=draftDropped]').waitFor();
      const draft = await (
        await fetch(`${started.cms.url}/api/blog/posts/${id}/draft/`, { headers: { authorization: `Bearer ${await started.cms.token()}` } })
      ).json();
      assert.deepEqual(draft.author, 'Aysel Quliyeva');
    });

    test('the trash is a list with names on its buttons', async () => {
      await ready();
      await page.getByRole('button', { name: 'Zibil qutusu' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-trashed-id]').first().waitFor();
      await until(() => focusIn(page, '#list-title'), 'the focus on the heading');
      await clean(page, 'trash', '.list');
    });

    test('nothing is wider than the window', async () => {
      await ready();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    });
  });

test('at 390 px nothing in the history is wider than its drawer, however long a word', async () => {
  const [post] = await createPosts(started.cms, 1, () => ({ title_az: 'Uzun', content_az: `<p>${'söz'.repeat(40)}</p>` }));
  const headers = { authorization: `Bearer ${await started.cms.token()}`, 'content-type': 'application/json' };
  // The longest name that a version has, in the list of those to compare with.
  const off = await fetch(`${started.cms.url}/api/blog/posts/${post.id}/unpublish/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ languages: ['en'] }),
  });
  assert.ok(off.ok, `${off.status}`);
  await changePost(started.cms, post.id, { title_az: 'Qısa', content_az: '<p>söz</p>' });
  const { page, context } = await openAdmin(started, phone);
  await editPost(page, post.id);
  await page.getByRole('button', { name: 'Tarixçə' }).click();
  await page.locator('[data-revision]').last().click();
  await page.locator('.versions mark').first().waitFor();
  const wider = await page.locator('dialog[open]').evaluate((drawer) => {
    const edge = Math.min(drawer.getBoundingClientRect().right, screen.width);
    return [...drawer.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > edge + 0.5)
      .map((part) => `${part.tagName} ${part.className} ${part.getBoundingClientRect().right}`);
  });
  assert.deepEqual(wider, []);
  await context.close();
});
