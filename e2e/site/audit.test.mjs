// The verdict of `make audit`, and the table that it has written. The audit itself is not a part of `make test`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { figures, median, medians, misses, pages, table } from '../../bench/audit/figures.mjs';

/** A result as Lighthouse gives it. */
const result = ({ performance = 1, accessibility = 1, lcp = 1000, cls = 0, tbt = 0, bytes = 100_000 } = {}) => ({
  categories: {
    performance: { score: performance },
    accessibility: { score: accessibility },
    'best-practices': { score: 1 },
    seo: { score: 1 },
  },
  audits: {
    'first-contentful-paint': { numericValue: 900 },
    'largest-contentful-paint': { numericValue: lcp },
    'cumulative-layout-shift': { numericValue: cls },
    'total-blocking-time': { numericValue: tbt },
    'total-byte-weight': { numericValue: bytes },
  },
});

test('the median is the middle, and one bad run of three decides nothing', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(medians([result(), result({ tbt: 900 }), result()])['TBT, ms'], 0);
});

test('a run that measured nothing is an error', () => {
  assert.throws(() => medians([result(), result({ lcp: undefined }), result({ lcp: NaN })]), /LCP, s was not measured/);
  assert.throws(() => medians([]), /not measured/);
});

test('each miss is named with its goal, and what meets it is not', () => {
  assert.deepEqual(misses('home', medians([result()])), []);
  assert.deepEqual(misses('home', medians([result({ performance: 0.95, cls: 0.0104, tbt: 50.4 })])), []);
  assert.deepEqual(misses('home', medians([result({ performance: 0.94, accessibility: 0.99, cls: 0.02, tbt: 51 })])), [
    'home: performance is 94, the goal is 95 or more',
    'home: accessibility is 99, the goal is 100 or more',
    'home: CLS is 0.020, the goal is 0.01 or less',
    'home: TBT, ms is 51, the goal is 50 or less',
  ]);
});

test('the committed table has every page, every figure and the goals of now', () => {
  const written = readFileSync(new URL('../../docs/audit.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const [heads, rule, ...rows] = table(Object.fromEntries(Object.keys(pages).map((page) => [page, medians([result()])]))).split('\n');
  assert.deepEqual([written[0], written[1], written.at(-1)], [heads, rule, rows.at(-1)]);
  assert.deepEqual(
    written.slice(2, -1).map((line) => line.split(' | ')[0].slice(2)),
    Object.keys(pages),
  );
  for (const line of written.slice(2, -1)) assert.equal(line.split('|').length - 3, figures.length, line);
});
