// What a keystroke costs in the admin's form: the main thread's work per key while a long text is edited, in Chromium.
import { editor, paste, signIn } from '../e2e/support/admin.mjs';
import { desktop, launch, openPage } from '../e2e/support/browser.mjs';
import { startCms } from '../e2e/support/cms.mjs';
import { until } from '../e2e/support/waiting.mjs';

const KEYS = Number(process.env.BENCH_KEYS ?? 200);
/** Milliseconds between two keys: a fast typist. */
const PAUSE = 60;
const WORDS = ['vergi', 'hesabat', 'şirkət', 'audit', 'müqavilə', 'bəyannamə', 'uçot', 'maliyyə'];

/** A text of so many words in paragraphs of fifty, with a heading now and then. */
function text(words) {
  const blocks = Array.from({ length: Math.ceil(words / 50) }, (_, at) => {
    const line = Array.from({ length: Math.min(50, words - at * 50) }, (__, word) => WORDS[(at * 7 + word * 3) % WORDS.length]).join(' ');
    return at % 8 === 0 ? `<h2>${line.slice(0, 40)}</h2><p>${line}</p>` : `<p>${line}</p>`;
  });
  return blocks.join('');
}

async function createPost(cms, words) {
  const form = new FormData();
  const fields = { author: 'Redaktor', category: 'audit', featured: 'false', trending: 'false' };
  for (const lang of ['az', 'en', 'ru'])
    Object.assign(fields, { [`title_${lang}`]: `${words} ${lang}`, [`excerpt_${lang}`]: 'x', [`content_${lang}`]: text(words) });
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const answer = await fetch(`${cms.url}/api/blog/posts/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await cms.token()}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`POST: ${answer.status}`);
  return (await answer.json()).id;
}

/** Milliseconds of work on the page's main thread so far: scripts, style, layout, painting. */
async function work(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

/** Work per key, without what the page does anyway in that time; and the tasks of over 50 ms that were seen. */
async function typed(page, session) {
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({
      type: 'longtask',
    });
  });
  const idle = await work(session);
  await page.waitForTimeout(KEYS * PAUSE);
  const start = await work(session);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 7 === 6 ? 'Space' : 'abcdef'[key % 7]);
    await page.waitForTimeout(PAUSE);
  }
  const end = await work(session);
  return { perKey: (end - start - (start - idle)) / KEYS, long: await page.evaluate(() => window.longTasks) };
}

const cms = await startCms({ seed: true });
const browser = await launch({ whole: true });
try {
  console.log('what is edited'.padEnd(44), 'ms a key'.padStart(9), 'long tasks'.padStart(11));
  for (const [words, pictures] of [
    [300, 0],
    [3000, 0],
    [3000, 3],
  ]) {
    const id = await createPost(cms, words);
    const { context, page } = await openPage(browser, desktop);
    page.on('dialog', (dialog) => dialog.accept());
    await signIn(page, cms.url);
    await page
      .locator(`[data-post-id="${id}"]`)
      .getByRole('button', { name: /redaktə/i })
      .click();
    await page.waitForSelector('form[data-mode=edit]');
    await editor(page, 'az').locator('p').first().click();
    if (pictures > 0) {
      await page.route('**/api/media/', () => undefined); // they stay on their way
      await paste(
        page,
        'az',
        {},
        Array.from({ length: pictures }, () => ({ width: 1600, height: 1000, type: 'image/jpeg' })),
      );
      await until(async () => (await page.locator('#content_az [data-upload]').count()) === pictures, 'the pictures');
    }
    await page.keyboard.type('söz ');
    const session = await context.newCDPSession(page);
    // Time of the thread itself: what else the machine does meanwhile is not counted.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const { perKey, long } = await typed(page, session);
    console.log(
      `${words} words in each language, ${pictures} pictures on their way`.padEnd(44),
      perKey.toFixed(1).padStart(9),
      String(long.length).padStart(11),
    );
    await context.close();
  }
} finally {
  await browser.close();
  await cms.stop();
}
