// What the browser tests start: Chromium without pages of its own that nobody looks at.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from '../support/browser.mjs';

let browser;
let devtools;

before(async () => {
  // Or it does not tell its switches.
  browser = await launch({ whole: true, more: ['--enable-automation'] });
  devtools = await browser.newBrowserCDPSession();
});
after(() => browser?.close());

test('a window has the page that was asked for, and none of the browser’s own', async () => {
  const { context, page } = await openPage(browser);
  await page.goto('data:text/html,<title>one</title>');
  const { targetInfos } = await devtools.send('Target.getTargets', { filter: [{ type: 'tab', exclude: true }, {}] });
  assert.deepEqual(
    targetInfos.map(({ type, url }) => [type, url]),
    [['page', 'data:text/html,<title>one</title>']],
  );
  await context.close();
});

test('what Playwright switches off stays off', async () => {
  const { arguments: switches } = await devtools.send('Browser.getBrowserCommandLine');
  const lists = switches.filter((one) => one.startsWith('--disable-features=')).map((one) => new Set(one.split('=')[1].split(',')));
  assert.equal(lists.length, 2, 'Playwright’s and ours');
  assert.deepEqual(
    [...lists[0]].filter((feature) => !lists[1].has(feature)),
    [],
  );
});
