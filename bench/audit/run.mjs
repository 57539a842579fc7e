#!/usr/bin/env node
// `make audit`: Lighthouse over ten pages of the real site, three runs each, as a phone; a table of medians, written to docs/audit.md
// with --write. Fails where a median misses its goal.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { startCms } from '../../e2e/support/cms.mjs';
import { figures, medians, misses, pages, table } from './figures.mjs';

const RUNS = Number(process.env.AUDIT_RUNS ?? 3);
const document = new URL('../../docs/audit.md', import.meta.url);
const load = () => os.loadavg()[0].toFixed(1);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** One run in a browser of its own: what an earlier page left in its caches helps no later one. */
async function run(url) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // The site follows the browser's language away from its Azerbaijani addresses.
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--lang=az', '--accept-lang=az'],
    logLevel: 'silent',
  });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'silent', output: 'json' });
    if (lhr.runtimeError) throw Object.assign(new Error(`${url}: ${lhr.runtimeError.message}`), { unmeasured: true });
    if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
    return lhr;
  } finally {
    await chrome.kill();
  }
}

/** A browser that loses its own trace has said nothing about the page: once more, twice at most. */
async function measure(url, attempts = 3) {
  try {
    return await run(url);
  } catch (error) {
    if (!error.unmeasured || attempts === 1) throw error;
    console.error(`${error.message} Once more.`);
    return measure(url, attempts - 1);
  }
}

/** What falls short of a full score in any run, so that a miss has a name. */
function shortcomings({ categories, audits }) {
  return Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
        .map(({ id }) => audits[id].title),
    );
}

const before = load();
const cms = await startCms();
const measured = {};
let versions;
try {
  for (const [page, address] of Object.entries(pages)) {
    const results = [];
    for (let n = 0; n < RUNS; n += 1) results.push(await measure(cms.url + address));
    measured[page] = medians(results);
    const named = new Set(results.flatMap(shortcomings));
    console.error(
      `${page}: ${figures.map(({ name, write }) => `${name} ${write(measured[page][name])}`).join(', ')}${named.size ? ` (${[...named].join('; ')})` : ''}`,
    );
    const { lighthouseVersion, environment } = results[0];
    versions = `Lighthouse ${lighthouseVersion}, ${/Chrome\/(\d+)/.exec(environment.hostUserAgent)[0].replace('/', ' ')}`;
  }
} finally {
  await cms.stop();
}

const found = Object.entries(measured).flatMap(([page, values]) => misses(page, values));
const facts =
  `${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short', 'HEAD')}, ${versions}, mobile (slow 4G and a slow processor, simulated), medians of ${RUNS}. ` +
  `${os.cpus().length} processors; load ${before} when it began, ${load()} at its end.`;
console.log(`${table(measured)}\n\n${facts}\n\n${found.join('\n') || 'Every goal is met.'}`);
if (process.argv.includes('--write')) {
  const text = readFileSync(document, 'utf8');
  const verdict = found.length ? `Missed:\n\n${found.map((miss) => `- ${miss}`).join('\n')}` : 'Every goal is met.';
  writeFileSync(
    document,
    text.replace(
      /(<!-- figures -->\n)[^]*?(<!-- end -->)/,
      (_, start, end) => `${start}\n${table(measured)}\n\n${facts}\n\n${verdict}\n\n${end}`,
    ),
  );
}
process.exitCode = found.length ? 1 : 0;
