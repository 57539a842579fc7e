// The rich-text editor in a real browser, with a keyboard, on a phone, and by axe.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { clean } from '../support/axe.mjs';
import { drawPicture, editor, openAdmin, openMenu, paste, showLanguage, startWithBrowser, submit, tool } from '../support/admin.mjs';
import { desktop, phone } from '../support/browser.mjs';
import { createPosts, readPost } from '../support/posts.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let post;
let context;
let page;
let alerts;
let messages;

async function start(options = desktop) {
  await context?.close();
  ({ context, page, messages, alerts } = await openAdmin(started, options));
  await page.waitForSelector('[data-post-id]');
}

const started = startWithBrowser(async () => {
  ({ cms } = started);
  [post] = await createPosts(cms, 7);
});
beforeEach(() => start());
afterEach(() => {
  assert.deepEqual(
    messages.filter((message) => /Content Security Policy/.test(message)),
    [],
  );
});

const html = (lang = 'az') => page.inputValue(`input[name=content_${lang}]`);
const reaches = (expected, lang) =>
  until(async () => (await html(lang)) === expected, `${expected}`).catch(async () => assert.equal(await html(lang), expected));

test('Markdown while typing, nested lists, undo and redo', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('## Başlıq\nBu **qalın** və *kursiv*.\n- bir\n');
  await page.keyboard.press('Tab');
  await page.keyboard.type('iki');
  const expected = '<h2>Başlıq</h2><p>Bu <strong>qalın</strong> və <em>kursiv</em>.</p><ul><li>bir<ul><li>iki</li></ul></li></ul>';
  await reaches(expected);
  await page.keyboard.press('Control+z');
  await until(async () => (await html()) !== expected, 'the undo');
  await page.keyboard.press('Control+y');
  await reaches(expected);
});

test('a link by keyboard, edited in place, refused and removed', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('sayt');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  const address = page.locator('#pane-az .floating input');
  await address.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText('Veb ünvanı, e-poçt və ya telefon nömrəsi yazın.').waitFor();
  await address.fill('www.example.az');
  await page.keyboard.press('Enter');
  await reaches('<p><a href="https://www.example.az">sayt</a></p>');
  await page.locator('#content_az a').click();
  await address.fill('https://example.org/');
  await page.keyboard.press('Enter');
  await reaches('<p><a href="https://example.org/">sayt</a></p>');
  await page.locator('#content_az a').click();
  await page.getByRole('button', { name: 'Keçidi götür' }).press('Enter');
  await reaches('<p>sayt</p>');
});

test('pictures by button with alternative text, and by pasted file, are stored small and stay', async () => {
  const { id } = post;
  await page.locator('.pager').getByRole('button', { name: '2' }).click();
  await page
    .locator(`[data-post-id="${id}"]`)
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.waitForSelector('form[data-mode=edit]');
  await editor(page, 'az').click();
  await tool(page, 'az', 'image').click();
  const panel = page.locator('#pane-az .floating');
  await panel.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await panel.getByPlaceholder(/təsvir/).fill('Tünd düzbucaqlı');
  await panel.getByRole('button', { name: 'Əlavə et' }).click();
  await until(
    async () => /<p><img src="\/api\/blog\/images\/\d+\/" alt="Tünd düzbucaqlı"><\/p>/.test(await html()),
    'the picture in the text, stored',
  );
  await editor(page, 'en').click();
  await paste(page, 'en', {}, [{ width: 3200, height: 1600, type: 'image/jpeg' }]);
  const pasted = page.locator('#content_en img');
  await pasted.waitFor();
  await pasted.click();
  await page
    .locator('#pane-en .floating')
    .getByPlaceholder(/təsvir/)
    .fill('A black area');
  await submit(page).click();
  await until(() => alerts.includes('Bloq yazısı uğurla yeniləndi!'), 'the save');
  const saved = await readPost(cms, id);
  assert.match(saved.content_az, /<img src="\/api\/blog\/images\/\d+\/" alt="Tünd düzbucaqlı">/);
  const [, stored] = /<img src="(\/api\/blog\/images\/\d+\/)" alt="A black area">/.exec(saved.content_en);
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, stored);
  assert.deepEqual(size, [1600, 800]);
  await page.waitForSelector('form[data-mode=create]');
  await page
    .locator(`[data-post-id="${id}"]`)
    .getByRole('button', { name: /redaktə/i })
    .click();
  await page.waitForSelector('form[data-mode=edit]');
  await reaches(saved.content_az);
});

test('bold italic looks like both', async () => {
  await editor(page, 'az').click();
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Control+i');
  await page.keyboard.type('ikisi');
  await reaches('<p><strong><em>ikisi</em></strong></p>');
  const look = await page
    .locator('#content_az')
    .getByText('ikisi')
    .evaluate((text) => [getComputedStyle(text).fontWeight, getComputedStyle(text).fontStyle]);
  assert.deepEqual(look, ['700', 'italic']);
});

for (const [name, options] of [
  ['desktop', desktop],
  ['phone', phone],
]) {
  test(`on the ${name} neither the line being written nor a panel lies under the form's buttons`, async () => {
    await start(options);
    await editor(page, 'az').click();
    for (let line = 0; line < 18; line++) {
      await page.keyboard.type('sətir');
      if (line < 17) await page.keyboard.press('Enter');
    }
    const rest = () =>
      page.evaluate(
        () =>
          document.querySelector('.post-form__footer').getBoundingClientRect().top -
          getSelection().getRangeAt(0).getBoundingClientRect().bottom,
      );
    await until(async () => (await rest()) >= 0, 'the caret to come above the buttons').catch(async () =>
      assert.fail(`the caret is ${-(await rest())} px below the edge of the buttons`),
    );
    await page.keyboard.press('Control+k');
    const apply = page.locator('#pane-az .floating .button--primary');
    await apply.waitFor();
    const uncovered = () =>
      apply.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await until(uncovered, 'the panel to be in view');
  });
}

test('what is dragged in from another window is cleaned as a paste is', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('əvvəl');
  await page.evaluate(async () => {
    const other = document.createElement('div');
    other.innerHTML = '<h4>Kənardan</h4><div>m<sup>2</sup></div><p>söz <a href="javascript:alert(1)">pis</a></p><ul><li>bir</li></ul>';
    document.querySelector('#content_az').before(other);
    getSelection().selectAllChildren(other);
    other.scrollIntoView({ block: 'center' });
    // The editor may still bring its caret into view, in the next frame: what is measured before that is elsewhere by then.
    await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  });
  const [from, to] = [await page.getByText('Kənardan').boundingBox(), await page.locator('#content_az').getByText('əvvəl').boundingBox()];
  await page.mouse.move(from.x + 10, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + from.height / 2 + 8, { steps: 3 });
  await page.mouse.move(to.x + to.width + 20, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.getByText(/^1 keçid və ya şəkil qəbul olunmadı/).waitFor();
  await reaches('<p>əvvəlKənardan</p><p>m²</p><p>söz pis</p><ul><li>bir</li></ul>');
});

test('a paste from a word processor comes in clean, and says what was left out', async () => {
  await editor(page, 'en').click();
  await paste(page, 'en', {
    'text/plain': 'x',
    'text/html':
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span><span style="color:red"> and </span><a href="mailto:a@b.az">mail</a></p><p><img src="file:///c:/x.png"></p></b>',
  });
  await reaches('<p><strong>Bold</strong> and <a href="mailto:a@b.az">mail</a></p>', 'en');
  await page.getByText(/^1 keçid və ya şəkil qəbul olunmadı/).waitFor();
});

test('clear formatting leaves plain paragraphs', async () => {
  await editor(page, 'ru').click();
  await page.keyboard.type('# Заголовок\n**жирный** текст');
  await page.keyboard.press('Control+a');
  await tool(page, 'ru', 'clear').click();
  await reaches('<p>Заголовок</p><p>жирный текст</p>', 'ru');
});

test('everything can be done by keyboard alone', async () => {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id ?? '');
  const tabTo = async (name) => {
    for (let step = 0; step < 60; step++) {
      if ((await focused()) === name) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab never reached ${name}`);
  };
  await page.locator('body').focus();
  await tabTo('author');
  await page.keyboard.type('Klaviatura');
  for (const lang of ['az', 'en', 'ru']) {
    await tabTo(`title_${lang}`);
    await page.keyboard.type(`Klaviatura ${lang}`);
  }
  await tabTo('content_ru');
  await page.keyboard.type('- текст');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.notEqual(await focused(), 'content_ru');
  await page.keyboard.press('Control+s');
  await until(() => alerts.includes('Bloq yazısı uğurla yaradıldı!'), 'the save');
  await until(() => page.evaluate(() => document.activeElement?.closest('.form-panel') !== null), 'the focus to stay with the form');
});

test('a phone shows one language at a time and never scrolls sideways', async () => {
  await start(phone);
  assert.equal(await page.locator('#title_en').isVisible(), false);
  await showLanguage(page, 'en');
  await page.fill('#title_en', 'From a phone');
  assert.equal(await page.locator('#title_az').isVisible(), false);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
});

for (const [name, options] of [
  ['desktop', desktop],
  ['phone', phone],
]) {
  test(`axe finds nothing on the ${name}: sign-in, desk, dialog`, async () => {
    await start(options);
    await clean(page, 'desk');
    await page.getByRole('button', { name: 'Önbaxış', exact: true }).click();
    await page.frameLocator('iframe').locator('main').waitFor();
    await clean(page, 'dialog', { include: [['dialog']], exclude: [['iframe']] });
    await page.keyboard.press('Escape');
    await openMenu(page);
    await clean(page, 'menu');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await clean(page, 'sign-in');
  });
}

for (const [name, options] of [
  ['desktop', desktop],
  ['phone', phone],
]) {
  test(`on the ${name} a panel stays beside its words while one scrolls, and the words stay marked`, async () => {
    await start(options);
    await editor(page, 'az').click();
    for (let line = 0; line < 60; line++) await page.keyboard.press('Enter');
    await page.keyboard.type('seçilmiş');
    for (let line = 0; line < 9; line++) await page.keyboard.press('Enter');
    await page.getByText('seçilmiş', { exact: true }).dblclick();
    await page.keyboard.press('Control+k');
    await page.locator('#pane-az .floating').waitFor();
    const boxes = () =>
      page.evaluate(() => {
        const [highlight] = CSS.highlights.get('editor-selection') ?? [];
        const words = highlight?.getBoundingClientRect();
        const panel = document.querySelector('#pane-az .floating').getBoundingClientRect();
        const frame = document.querySelector('#content_az').getBoundingClientRect();
        return (
          words && {
            marked: highlight.toString(),
            words,
            panel,
            frame,
            apart: panel.bottom <= words.top + 1 || panel.top >= words.bottom - 1,
          }
        );
      });
    const beside = async (what) => {
      const near = ({ marked, words, panel, apart }) =>
        marked === 'seçilmiş' && apart && Math.min(Math.abs(panel.bottom - words.top), Math.abs(panel.top - words.bottom)) < 20;
      await until(async () => near((await boxes()) ?? { apart: false }), what).catch(async (error) =>
        assert.fail(`${error.message}: ${JSON.stringify(await boxes())}`),
      );
    };
    await beside('the panel beside the words');
    const before = await boxes();
    await page.locator('#content_az').evaluate((text) => text.scrollBy(0, -100));
    await until(async () => (await boxes()).words.top > before.words.top + 90, 'the text to scroll');
    await beside('the panel beside the scrolled words');
    await page.evaluate(() => window.scrollBy(0, -60));
    await beside('the panel beside the words of the scrolled page');
    await page.keyboard.press('Escape');
    await until(() => page.evaluate(() => !CSS.highlights.has('editor-selection')), 'the mark to go');
  });
}

test('a text copied from another language is undone in its editor by one step', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('mənim');
  await reaches('<p>mənim</p>');
  await page.getByRole('button', { name: 'AZ mətnlərini bura köçür' }).first().click();
  await reaches('<p>mənim</p>', 'en');
  await tool(page, 'en', 'undo').click();
  await reaches('', 'en');
  await page.getByRole('button', { name: 'AZ mətnlərini bura köçür' }).first().click();
  await page.getByRole('button', { name: 'Əvvəlki mətnləri qaytar' }).click();
  await reaches('', 'en');
});
