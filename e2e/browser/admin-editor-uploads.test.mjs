// Pictures are uploaded when they are inserted: on slow lines, without a line, cancelled, undone, and after a reload.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { drawPicture, editor, paste, startWithBrowser, submit, tool } from '../support/admin.mjs';
import { openDesk } from '../support/desk.mjs';
import { until } from '../support/waiting.mjs';

let cms;
let browser;
let desk;
let page;

const started = startWithBrowser(async () => {
  ({ cms, browser } = started);
});
beforeEach(async () => {
  desk = await openDesk(browser, cms);
  page = desk.page;
});
afterEach(async () => {
  assert.deepEqual(
    desk.messages.filter((message) => /Content Security Policy/.test(message)),
    [],
  );
  await desk.context.close();
});

const state = (phase) => page.locator(`#content_az [data-upload=${phase}]`);
const STORED = /^<p>söz<\/p><p><img src="\/api\/blog\/images\/\d+\/" alt=""><\/p>$/;
const stored = () => until(async () => STORED.test(await desk.html()), 'the picture to be stored');
const created = () => until(() => desk.alerts.includes('Bloq yazısı uğurla yaradıldı!'), 'the save');

/** Holds uploads back until `release()`; `attempts` counts them. */
async function slowLine() {
  const line = { attempts: 0, release: () => undefined };
  const open = new Promise((resolve) => (line.release = resolve));
  await page.route('**/api/media/', async (route) => {
    line.attempts += 1;
    await open;
    await route.continue().catch(() => undefined); // it may have been cancelled
  });
  return line;
}

async function insert() {
  await editor(page, 'az').click();
  await page.keyboard.type('söz');
  await paste(page, 'az', {}, [{}]);
}

test('a save waits for a picture that is on its way, and says so', async () => {
  const line = await slowLine();
  await desk.fill('Gözləyən');
  await insert();
  await state('sending').waitFor();
  await submit(page).click();
  await page.getByText('1 şəkil yüklənir. Yüklənən kimi yazı saxlanılacaq.').waitFor();
  assert.deepEqual(desk.alerts, []);
  line.release();
  await created();
  const [post] = await (await fetch(`${cms.url}/api/blog/posts/`)).json();
  assert.equal(post.title_az, 'Gözləyən az');
  assert.match(post.content_az, STORED);
});

test('a picture that did not arrive holds the save back; no word is lost, and another attempt ends it', async () => {
  await page.route('**/api/media/', (route) => route.abort());
  await desk.fill('Kəsilən');
  await insert();
  await state('failed').waitFor();
  await submit(page).click();
  await page.getByText(/^Yazı saxlanmadı: 1 şəkil yüklənməyib \(AZ\)/).waitFor();
  assert.deepEqual(desk.alerts, []);
  assert.match(await desk.html(), /^<p>söz<\/p><p><img src="upload:/);
  await page.unroute('**/api/media/');
  await state('failed').getByRole('button', { name: 'Yenidən cəhd et' }).press('Enter');
  await stored();
  assert.deepEqual(desk.alerts, [], 'a save that was given up does not happen by itself');
  await submit(page).click();
  await created();
});

test('offline the picture stays with its place; when the line is back it goes on by itself', async () => {
  await desk.context.setOffline(true);
  await insert();
  await state('failed').getByText('Serverlə əlaqə yoxdur.').waitFor();
  await desk.context.setOffline(false);
  await stored();
});

test('cancel takes the picture out and stops its upload; undo begins it again, redo takes it out', async () => {
  const line = await slowLine();
  await insert();
  await until(() => line.attempts === 1, 'the first upload'); // it is shown as on its way a moment before it is
  await state('sending').getByRole('button', { name: 'Ləğv et' }).click();
  await desk.reaches('<p>söz</p>');
  await page.keyboard.press('Control+z');
  await until(() => line.attempts === 2, 'the second upload');
  await page.keyboard.press('Control+y');
  await desk.reaches('<p>söz</p>');
  await page.keyboard.press('Control+z');
  line.release();
  await stored();
  await page.keyboard.press('Control+y');
  await desk.reaches('<p>söz</p>');
  await page.keyboard.press('Control+z');
  await stored();
});

test('a reload in the middle of an upload loses neither words nor picture', async () => {
  await slowLine();
  await insert();
  await state('sending').waitFor();
  await page.keyboard.type('son');
  await desk.reaches('<p>söz</p><p><img></p><p>son</p>');
  const kept = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open('blog-admin');
          request.onsuccess = () => {
            const all = request.result.transaction('drafts').objectStore('drafts').getAll();
            all.onsuccess = () => {
              request.result.close();
              resolve(all.result.some(({ fields }) => fields.content_az.includes('son')));
            };
          };
        }),
    );
  await until(kept, 'the draft in this browser');
  await page.unroute('**/api/media/');
  await page.reload();
  await page.getByRole('button', { name: 'Davam et' }).click();
  await until(
    async () => /^<p>söz<\/p><p><img src="\/api\/blog\/images\/\d+\/" alt=""><\/p><p>son<\/p>$/.test(await desk.html()),
    'the restored text with its picture',
  );
});

test('several files at once, by the button and by a drop, keep their order', async () => {
  await editor(page, 'az').click();
  await tool(page, 'az', 'image').click();
  const panel = page.locator('#pane-az .floating');
  await panel.locator('input[type=file]').setInputFiles([
    { name: 'a.png', mimeType: 'image/png', buffer: await drawPicture(page, '#111111') },
    { name: 'b.png', mimeType: 'image/png', buffer: await drawPicture(page, '#222222') },
  ]);
  await panel.getByRole('button', { name: 'Əlavə et' }).click();
  await desk.reaches('<p><img></p><p><img></p>');
  await paste(page, 'az', {}, [{ width: 50 }, { width: 70 }, { width: 90 }]);
  await until(async () => (await desk.html()).match(/\/api\/blog\/images\/\d+\//g)?.length === 5, 'five stored pictures');
  const widths = () =>
    page.locator('#content_az img').evaluateAll((images) =>
      Promise.all(
        images.map((image) =>
          image.decode().then(
            () => image.naturalWidth,
            () => 0,
          ),
        ),
      ),
    );
  await until(async () => !(await widths()).includes(0), 'the pictures to be drawn');
  assert.deepEqual(await widths(), [900, 900, 50, 70, 90]);
});

test('a picture copied from a page comes as the file it is; data in pasted HTML is uploaded', async () => {
  await editor(page, 'az').click();
  await paste(page, 'az', { 'text/html': '<meta charset="utf-8"><img src="https://example.az/x.webp" alt="Qüllə">' }, [{}]);
  await until(async () => /^<p><img src="\/api\/blog\/images\/\d+\/" alt="Qüllə"><\/p>$/.test(await desk.html()), 'the stored bitmap');
  await editor(page, 'en').click();
  const data = (await drawPicture(page)).toString('base64');
  await paste(page, 'en', { 'text/html': `<p>before <img src="data:image/png;base64,${data}" alt="x"> after</p>` });
  await until(
    async () => /^<p>before<\/p><p><img src="\/api\/blog\/images\/\d+\/" alt="x"><\/p><p>after<\/p>$/.test(await desk.html('en')),
    'the stored data',
  );
});

test('the preview shows a picture that is not stored yet', async () => {
  await slowLine();
  await desk.fill('Önbaxış');
  await insert();
  await state('sending').waitFor();
  await page.getByRole('button', { name: 'Önbaxış', exact: true }).click();
  await page.frameLocator('iframe').locator('main img[src^="data:"]').waitFor();
});

test('an error in the editor takes one change back, says so, and leaves the form and its words', async () => {
  await editor(page, 'az').click();
  await page.keyboard.type('söz');
  await desk.reaches('<p>söz</p>');
  await page.evaluate(() =>
    document.getElementById('content_az').__lexicalEditor.update(() => {
      throw new Error('broken on purpose');
    }),
  );
  await page.getByText(/^Redaktorda xəta baş verdi/).waitFor();
  assert.ok(desk.messages.some((message) => message.includes('broken on purpose')));
  await editor(page, 'az').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('lər');
  await desk.reaches('<p>sözlər</p>');
});
