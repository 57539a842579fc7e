// Hydration under React's development build, which tells every mismatch: any message fails.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { desktop, phone } from '../support/browser.mjs';
import { root } from '../support/cms.mjs';
import { kinds, startSite } from '../support/visitor.mjs';

let home;
let site;
before(async () => {
  // The same templates, with the islands of the development build in the place of the others.
  home = mkdtempSync(path.join(tmpdir(), 'hydration-'));
  const islands = path.join(root, 'templates', 'islands');
  cpSync(path.join(root, 'templates'), home, { recursive: true, filter: (source) => source !== islands });
  execFileSync(process.execPath, [path.join(islands, 'build.mjs'), '--dev', '--out', path.join(home, 'islands', 'build')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  site = await startSite({ env: { CMS_TEMPLATES: home } });
});
after(async () => {
  await site?.stop();
  if (home) rmSync(home, { recursive: true, force: true });
});

async function messagesOf(address, options) {
  const { context, messages, failed } = await site.wake(address, options);
  await context.close();
  return [
    ...messages.filter((message) => !/status of 404|Download the React DevTools/.test(message)),
    ...failed.map((name) => `${name} failed`),
  ];
}

describe('320: no warning on any kind of page', () => {
  for (const prefix of ['', '/en', '/ru'])
    for (const kind of kinds) test(`${prefix}${kind}`, async () => assert.deepEqual(await messagesOf(prefix + kind, desktop), []));
});

describe('320: nor where the visitor brings something along', () => {
  const cases = [
    ['a phone', '/en/', phone],
    ['a phone on the blog', '/en/blog/', phone],
    ['reduced motion', '/en/', { reducedMotion: 'reduce' }],
    ['a fragment of the other tab', '/en/terms/#liability', {}],
    ['a search', '/en/blog/?q=audit', {}],
    [
      'a remembered layout',
      '/en/blog/',
      { before: ({ context }) => context.addInitScript(() => localStorage.setItem('blogLayout', 'wide')) },
    ],
    [
      'a header that is scrolled before it is touched',
      '/en/about/',
      {
        before: ({ page }) =>
          page.addInitScript(() =>
            addEventListener('pointerover', () => scrollTo({ top: 900, behavior: 'instant' }), { capture: true, once: true }),
          ),
      },
    ],
    [
      'a scrolled page',
      '/en/about/',
      { before: ({ page }) => page.addInitScript(() => addEventListener('DOMContentLoaded', () => scrollTo(0, 900))) },
    ],
    [
      'a menu that is open already',
      '/en/about/',
      {
        before: ({ page }) =>
          page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.querySelector('.header__services').open = true))),
      },
    ],
  ];
  for (const [name, address, options] of cases) test(name, async () => assert.deepEqual(await messagesOf(address, options), []));
});

test('the check itself sees a mismatch', async () => {
  const messages = await messagesOf('/en/about/', {
    before: ({ context }) =>
      context.route('**/en/about/', async (route) => {
        const answer = await route.fetch();
        const html = await answer.text();
        await route.fulfill({ response: answer, body: html.replace(/<(span) (class="header__burger-lines")><\/span>/, '<b $2></b>') });
      }),
  });
  assert.ok(
    messages.some((message) => /hydrat/i.test(message)),
    messages.join('\n'),
  );
});

describe('a page that stands still', () => {
  const still = ({ page }) => page.addInitScript(() => (globalThis.requestAnimationFrame = () => 0));

  test('is looked at once more in a new browser', async () => {
    let opened = 0;
    const { context, failed } = await site.wake('/en/faq/', { before: (fresh) => (opened++ ? undefined : still(fresh)) }, 10_000);
    assert.deepEqual([failed, opened], [[], 2]);
    await context.close();
  });

  test('fails when it does so again', () =>
    assert.rejects(
      site.wake('/en/faq/', { before: still }, 2000),
      /^Error: Twice, and in a new browser, \/en\/faq\/ was not done \(.*is not drawn\)$/,
    ));
});
