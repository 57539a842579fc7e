// The legal page: two tabs and the anchors of their sections.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alive, heldBack, sameAddress, scrollTo, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

async function open(address) {
  const { page } = await site.open(address);
  await alive(page, 'LegalTabs');
  return page;
}
const selected = (page) => page.locator('[role=tab][aria-selected=true]').innerText();
const sections = (page) => page.locator('.legal-tabs__section:visible');
const inView = (locator) =>
  locator.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const header = document.querySelector('header').getBoundingClientRect().bottom;
    return top >= header - 1 && top < innerHeight;
  });

test('130-132, 196: Privacy Policy first, Terms of Service by its tab, six numbered sections each', async () => {
  const page = await open('/en/terms/');
  for (const name of ['Privacy Policy', 'Terms of Service']) {
    if (name !== 'Privacy Policy') await page.getByRole('tab', { name }).click();
    assert.equal(await selected(page), name);
    const headings = await sections(page).locator('h3').allTextContents();
    assert.deepEqual(
      headings.map((heading) => heading.split('.')[0]),
      ['1', '2', '3', '4', '5', '6'],
    );
  }
  await page.getByRole('tab', { name: 'Terms of Service' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await selected(page), 'Privacy Policy');
  await page.context().close();
});

test('who hears the quick navigation hears the names of the sections', async () => {
  const page = await open('/en/terms/');
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const names = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => name.value);
  const titles = await page.locator('.legal-tabs__navigation:visible a').allTextContents();
  assert.equal(titles.length, 6);
  assert.deepEqual(
    titles.filter((title) => !names.includes(title)),
    [],
  );
  await page.context().close();
});

test('133: the quick navigation leads to its section, below the header', async () => {
  const page = await open('/en/terms/');
  const link = page.locator('.legal-tabs__navigation:visible a').nth(3);
  const hash = await link.getAttribute('href');
  await link.click();
  await sameAddress(page, `/en/terms/${hash}`);
  await eventually(async () => assert.equal(await inView(page.locator(hash)), true));
  await page.context().close();
});

test('the address of a section of the other tab opens that tab at the section, in every language', async () => {
  for (const address of ['/terms/#liability', '/en/terms/#liability', '/ru/terms/#liability']) {
    const page = await open(address);
    await eventually(async () => assert.equal(await selected(page), 'Terms of Service'));
    await eventually(async () => assert.equal(await inView(page.locator('#liability')), true));
    await page.context().close();
  }
});

test('whatever the address names in a tab opens that tab, also followed twice', async () => {
  const page = await open('/en/terms/#governing-law-title');
  await eventually(async () => assert.equal(await selected(page), 'Terms of Service'));
  await eventually(async () => assert.equal(await inView(page.locator('#governing-law-title')), true));
  const follow = (hash) =>
    page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href });
      document.body.append(link);
      link.click();
      link.remove();
    }, hash);
  await follow('#privacy-policy');
  await eventually(async () => assert.equal(await selected(page), 'Privacy Policy'));
  await follow('#governing-law-title');
  await eventually(async () => assert.equal(await selected(page), 'Terms of Service'));
  await page.getByRole('tab', { name: 'Privacy Policy' }).click();
  await follow('#governing-law-title'); // the address stays what it is
  await eventually(async () => assert.equal(await selected(page), 'Terms of Service'));
  await eventually(async () => assert.equal(await inView(page.locator('#governing-law-title')), true));
  await page.context().close();
});

test('until the island is alive the tab of the address stands alone, and nothing moves when it is', async () => {
  const { before: hold, release } = heldBack('LegalTabs');
  const { page } = await site.open('/en/terms/#governing-law-title', {
    reducedMotion: 'reduce', // the browser goes there at once
    before: hold,
  });
  const shown = () => page.locator('.legal-tabs__document:visible').evaluateAll((all) => all.map(({ id }) => id));
  assert.deepEqual(await shown(), ['terms-of-service']);
  await eventually(async () => assert.equal(await inView(page.locator('#governing-law-title')), true));
  await scrollTo(page, 200); // the visitor goes on
  release();
  await alive(page, 'LegalTabs');
  assert.deepEqual(await shown(), ['terms-of-service']);
  assert.equal(await page.evaluate(() => scrollY), 200);
  await page.context().close();
});

for (const address of ['/en/terms/#100%', '/en/faq/#100%', '/en/faq/?q=%#%E0%A4%A', '/en/blog/?q=%E0%A4%A#100%', '/en/nowhere/%25?%#%'])
  test(`an address that cannot be decoded is an address: ${address}`, async () => {
    const { messages, context, failed } = await site.wake(address);
    assert.deepEqual(failed, []);
    assert.deepEqual(
      messages.filter((message) => !/status of 404/.test(message)),
      [],
    );
    await context.close();
  });

test('129: it is English in every language and says so', async () => {
  for (const address of ['/terms/', '/ru/terms/']) {
    const page = await open(address);
    assert.equal(await page.locator('.legal-tabs').evaluate((element) => element.closest('[lang]').lang), 'en');
    assert.equal(await page.locator('.legal__note').isVisible(), true);
    await page.context().close();
  }
});
