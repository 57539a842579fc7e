// axe-core in a page: WCAG 2.2 AA and its best practices, and that what is read on a control is said of it (2.5.3).
import assert from 'node:assert/strict';
import axe from 'axe-core';

const rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
};
/** Fails with every violation within a part of the page, once nothing moves any more. */
export async function clean(page, what, within = 'body') {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished.catch(() => 0)),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(`(() => { const module = undefined, exports = undefined, define = undefined; ${axe.source} })()`);
  const found = await page.evaluate(
    async ([options, selector]) => {
      const { violations } = await window.axe.run(selector, options);
      return violations.map(
        ({ id: rule, nodes }) =>
          `${rule}: ${nodes
            .slice(0, 3)
            .map(({ target, failureSummary }) => `${target} (${failureSummary})`)
            .join(' | ')}`,
      );
    },
    [rules, within],
  );
  assert.deepEqual(found, [], what);
}
