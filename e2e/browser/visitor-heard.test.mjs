// What who hears the public pages hears of links, buttons and lists: names without stray signs, and nothing twice.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSite } from '../support/visitor.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

/** What the browser tells: of each thing its role, name and description. */
async function heard(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description }) => ({ role: role?.value, name: name?.value ?? '', description: description?.value ?? '' }));
}

const CONTROLS = /^(link|button|DisclosureTriangle\w*)$/;
const addresses = [
  '/',
  '/services/',
  '/services/audit/',
  '/blog/',
  '/blog/2/',
  '/ru/',
  '/ru/services/',
  '/ru/blog/2/',
  '/en/',
  '/en/services/',
  '/en/blog/',
  '/en/blog/2/',
  '/en/contact/',
];

describe('on every page', () => {
  for (const address of addresses)
    test(address, async () => {
      const { page, context } = await site.open(address);
      const all = await heard(page);
      const controls = all.filter(({ role }) => CONTROLS.test(role));
      assert.ok(controls.length > 20);
      assert.deepEqual(
        controls.filter(({ name, description }) => description && name.includes(description)),
        [],
        'said twice',
      );
      assert.deepEqual(
        controls.filter(({ name }) => /\s[:,.;]/.test(name)),
        [],
        'a space before a sign',
      );
      assert.deepEqual(
        all.filter(({ name }) => /[◆·]/.test(name)),
        [],
        'a sign that only parts what is seen',
      );
      await context.close();
    });
});

test('a link that goes on to a service says whose it is, and shows what it says first', async () => {
  for (const [address, name] of [
    ['/services/', 'Ətraflı: Audit xidmətləri'],
    ['/', 'Ətraflı: Audit və təsdiqləmə'],
    ['/en/services/', 'Learn more: Audit Services'],
  ]) {
    const { page, context } = await site.open(address);
    const link = page.getByRole('link', { name, exact: true });
    assert.equal(name.split(':')[0], (await link.innerText()).trim());
    await context.close();
  }
});

test('the languages and the layouts of the list have their names and nothing behind them', async () => {
  const { page, context } = await site.open('/en/blog/');
  const all = await heard(page);
  const of = (wanted) => all.filter(({ role, name }) => CONTROLS.test(role) && name === wanted).map(({ description }) => description);
  for (const name of ['Language: EN, English', 'Card view', 'Wide view']) assert.deepEqual(of(name), [''], name);
  await context.close();
});

test('the bullets of a post are seen, and its lists are lists', async () => {
  const { page, context } = await site.open('/en/blog/2/');
  assert.match(
    await page
      .locator('.prose ul > li')
      .first()
      .evaluate((item) => getComputedStyle(item, '::marker').content),
    /^"◆ {2}"/,
  );
  const all = await heard(page);
  assert.ok(all.filter(({ role }) => role === 'listitem').length > 10);
  await context.close();
});
