// The admin as an editor uses it: sign in, fill the form, find cards.
import { after, before } from 'node:test';
import { launch, openPage } from './browser.mjs';
import { credentials, startCms } from './cms.mjs';
import { until } from './waiting.mjs';

/** A small real picture, drawn in the page: the tests ship no binary files. */
export async function drawPicture(page, colour = '#1F4A5A', type = 'image/png') {
  const data = await page.evaluate(
    ([fill, mime]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
      const context = canvas.getContext('2d');
      context.fillStyle = fill;
      context.fillRect(0, 0, 900, 600);
      context.fillStyle = '#F7F2E8';
      context.fillRect(300, 200, 300, 200);
      return canvas.toDataURL(mime).split(',')[1];
    },
    [colour, type],
  );
  return Buffer.from(data, 'base64');
}

/**
 * Pastes into a language's text, as a person does whose clipboard holds `data` (type to value) and drawn `pictures`:
 * with Control held down, by which the editor learns where the caret is by now.
 * @param {import('playwright-core').Page} page
 */
export async function paste(page, lang, data, pictures = []) {
  await page.keyboard.down('Control');
  await page.evaluate(
    async ([field, entries, drawn]) => {
      const clipboard = new DataTransfer();
      for (const [type, value] of entries) clipboard.setData(type, value);
      for (const { width = 60, height = 40, type = 'image/png' } of drawn) {
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        canvas.getContext('2d').fillRect(width / 4, height / 4, width / 2, height / 2);
        const blob = await new Promise((resolve) => canvas.toBlob(resolve, type));
        clipboard.items.add(new File([blob], 'drawn', { type }));
      }
      const event = new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true });
      // Where the browser would send it: to what has the selection.
      const within = getSelection().anchorNode;
      const target = document.getElementById(field).contains(within) ? within : document.getElementById(field);
      (target instanceof Element ? target : target.parentElement).dispatchEvent(event);
    },
    [`content_${lang}`, Object.entries(data), pictures],
  );
  await page.keyboard.up('Control');
}

export async function signIn(page, url, { username, password } = credentials) {
  await page.goto(`${url}/login`);
  await page.fill('[name=username]', username);
  await page.fill('[name=password]', password);
  await page.click('form [type=submit]');
  await page.waitForURL('**/admin');
  await page.waitForSelector('form[data-mode]');
}

/** A CMS with an empty store and a browser, there before the tests of a file begin and stopped behind them; `prepare` comes first. */
export function startWithBrowser(prepare, options = {}) {
  const started = {};
  before(async () => {
    started.cms = await startCms({ seed: false, ...options });
    started.browser = await launch();
    await prepare();
  });
  after(async () => {
    await started.browser?.close();
    await started.cms?.stop();
  });
  return started;
}

/** A page of the admin in a context of its own: signed in, the editors ready; `alerts` collects what the browser says. */
export async function openAdmin({ cms, browser }, options, who = credentials) {
  const opened = await openPage(browser, options);
  const alerts = acceptDialogs(opened.page);
  await signIn(opened.page, cms.url, who);
  await opened.page.waitForSelector('#content_ru', { state: 'attached' });
  return { ...opened, alerts };
}

/** Opens the menu of screens where it lies behind a button, as on a phone; a screen that is chosen in it closes it. */
export async function openMenu(page) {
  const button = page.locator('.menu-of-screens__button');
  if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Gives the interface another language, which the menu has; where it lies over the page it is closed again. */
export async function speak(page, language) {
  await openMenu(page);
  const button = page.locator('.sidebar .segments__item', { hasText: language.toUpperCase() });
  await button.click();
  await button.and(page.locator('[aria-pressed=true]')).waitFor();
  await page.keyboard.press('Escape');
}

/** Opens a post for editing by its card. */
export async function editPost(page, id) {
  await page
    .locator(`[data-post-id="${id}"]`)
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.locator('.post-form__id', { hasText: new RegExp(`№ ${id}$`) }).waitFor(); // 1, not 12
}

/**
 * No draft reaches the server: what is typed is in this browser alone, however long a test takes. Drafts are refused, or
 * wait for what they are `held` for.
 * @param {import('playwright-core').Page | import('playwright-core').BrowserContext} where
 * @param {Promise<unknown>} [held]
 */
export const withoutDrafts = (where, held) =>
  where.route(/\/api\/blog\/(drafts|posts\/\d+\/draft)\/$/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    if (!held) return route.abort();
    await held;
    return route.fallback();
  });

/** Waits for an alert with just this text. */
export const alerted = (alerts, text) => until(() => alerts.includes(text), `the alert ${text}`);

/** Collects browser dialogs and accepts them. */
export function acceptDialogs(page) {
  const texts = [];
  page.on('dialog', (dialog) => {
    texts.push(dialog.message());
    return dialog.accept().catch(() => {}); // the page may be closed before the answer is back
  });
  return texts;
}

/** Brings the pane of a language to the front; with panes side by side it is there already. */
export async function showLanguage(page, lang) {
  const tab = page.locator(`#tab-${lang}`);
  if (await tab.isVisible()) await tab.click();
}

export const editor = (page, lang) => page.locator(`#pane-${lang} [contenteditable=true]`);
export const tool = (page, lang, name) => page.locator(`#pane-${lang} [data-tool=${name}]`);
export const submit = (page) => page.locator('form[data-mode] [type=submit]');
export const card = (page, title) =>
  page
    .locator('article, li')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .last();
