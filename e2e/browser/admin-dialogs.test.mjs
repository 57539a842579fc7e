// Dialogs of the posts where a browser lays them out and gives the focus: where it is at the beginning, and the buttons below.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editPost, openAdmin, speak, startWithBrowser } from '../support/admin.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { dialogs, prepareLife } from '../support/life-states.mjs';
import { until } from '../support/waiting.mjs';

let id;
const started = startWithBrowser(async () => (id = await prepareLife(started.cms)));

const dialog = (name) => dialogs.find((one) => one.name === name);
const headers = async () => ({ authorization: `Bearer ${await started.cms.token()}` });
const share = async (method) => {
  const answer = await fetch(`${started.cms.url}/api/blog/posts/${id}/share/`, { method, headers: await headers() });
  assert.ok(answer.ok, `${method} ${answer.status}`);
};

/** Opens one of them by keyboard. */
async function open(page, name) {
  const { open: enter, ready } = dialog(name);
  await enter(page);
  await page.locator(ready).first().waitFor({ state: 'attached' });
}

async function leave(page) {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

test('a dialog opens in its first field, or at its title, and Enter there closes nothing', async () => {
  const { page, context } = await openAdmin(started);
  await editPost(page, id);
  const focus = () => page.evaluate(() => document.activeElement.name || document.activeElement.className);
  for (const [name, place] of [
    ['publish', 'publish_az'],
    ['take-off', 'take_off'],
    ['plans', 'modal__title'],
    ['share', 'modal__title'],
    ['history', 'modal__title'],
    ['delete', 'redirect_to'],
  ]) {
    await open(page, name);
    assert.equal(await focus(), place, name);
    if (place === 'modal__title') {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Space');
      assert.equal(await focus(), place, `${name} after Enter and a space`);
    }
    await leave(page);
  }
  await context.close();
});

for (const [width, options] of [
  ['1440 px', desktop],
  ['390 px', phone],
])
  describe(`at ${width}`, () => {
    test('the buttons of a link for approval stand in one row, in three languages', async () => {
      await share('POST');
      const { page, context } = await openAdmin(started, options);
      await editPost(page, id);
      for (const lang of ['az', 'en', 'ru']) {
        await speak(page, lang);
        await until(() => page.evaluate((to) => document.documentElement.lang === to, lang), `the admin in ${lang}`);
        await open(page, 'share');
        await page.locator('.share__until').waitFor();
        const tops = await page
          .locator('.modal__actions button')
          .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
        assert.equal(tops.length, 2);
        assert.equal(new Set(tops).size, 1, `${lang}: ${tops}`);
        await leave(page);
      }
      await context.close();
    });
  });

test('a link that somebody else has revoked while it is shown goes, whether another one was made or not', async () => {
  const { page, context } = await openAdmin(started);
  await editPost(page, id);
  await share('DELETE');
  for (const another of [true, false]) {
    await open(page, 'share');
    await page.locator('.modal__actions .button').first().click();
    await page.getByRole('textbox', { name: 'Keçid', exact: true }).waitFor();
    await share('DELETE');
    if (another) await share('POST');
    await page.getByText('Burada göstərilən keçid artıq işləmir.').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Keçid', exact: true }).count(), 0);
    await until(async () => (await page.getByText(/^Başqa bir keçid/).count()) === (another ? 1 : 0), 'the other link, as it is');
    await leave(page);
  }
  await context.close();
});
