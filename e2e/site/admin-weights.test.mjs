// What the admin's first views weigh, in the language that weighs most. The editor is in neither of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, form, named, otherScreens, views, weighAdmin } from '../support/admin-weights.mjs';

/** Bytes as brotli. The goal is 120 KB for both, of 1,024 bytes as everywhere here. */
const HELD = { 'sign-in': 90_000, posts: 118_500 };
/** Files, each a turn of one of six connections. */
const FILES = { 'sign-in': 6, posts: 10 };

for (const view of Object.keys(views)) {
  test(`${view} loads no more than it did, and neither editor nor form`, () => {
    for (const language of ['az', 'en', 'ru']) {
      const { bytes, names } = weighAdmin(view, language);
      assert.ok(bytes <= HELD[view], `${view} in ${language}: ${bytes}, at most ${HELD[view]}: ${names.join(' ')}`);
      assert.ok(
        names.some((name) => name.startsWith(`assets/${language}-`)),
        'with its texts',
      );
      assert.ok(!names.some((name) => /rich-text|desk-|dialog/.test(name)), names.join(' '));
      assert.ok(names.length <= FILES[view], `${view} in ${language}: ${names.length} files, at most ${FILES[view]}: ${names.join(' ')}`);
    }
  });
}

test('all that a first view needs is named by the page: none is asked for by another one', () => {
  for (const language of ['az', 'en', 'ru']) {
    const missing = filesOf(form(language), language).filter((name) => name !== 'index.html' && !named().has(name));
    assert.deepEqual(missing, [], language);
  }
});

test('no other screen brings the posts or their form along', () => {
  const screens = otherScreens();
  assert.ok(screens.length >= 8, 'pictures, messages, record, people …');
  for (const [screen, names] of screens) assert.ok(!names.some((name) => /posts-page|desk-/.test(name)), `${screen}: ${names.join(' ')}`);
});
