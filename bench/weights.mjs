#!/usr/bin/env node
// What the pages of the committed content weigh: a table for people, and with --write the figures that a test holds.
import { readFileSync, writeFileSync } from 'node:fs';
import { buildSite } from '../e2e/support/site.mjs';
import { weights } from '../e2e/support/weights.mjs';

const held = new URL('../e2e/site/weights.json', import.meta.url);
const site = buildSite();
const now = weights(site);
site.remove();

const columns = ['html', 'raw', 'brotli', 'script', 'style'];
console.log('| page | HTML | beside its own text | brotli | JS before a gesture | CSS |\n|---|---|---|---|---|---|');
for (const [kind, figures] of Object.entries(now)) console.log(`| ${[kind, ...columns.map((name) => figures[name])].join(' | ')} |`);

if (process.argv.includes('--write')) {
  // Room for a word more: what is rounded up to a hundred bytes does not fail for a comma.
  const rounded = Object.entries(now).map(([kind, figures]) => [
    kind,
    Object.fromEntries(Object.entries(figures).map(([name, bytes]) => [name, Math.ceil((bytes + 50) / 100) * 100])),
  ]);
  const lines = rounded.map(([kind, figures]) => `  ${JSON.stringify(kind)}: ${JSON.stringify(figures)}`);
  writeFileSync(held, `{\n${lines.join(',\n')}\n}\n`);
} else {
  const before = JSON.parse(readFileSync(held, 'utf8'));
  for (const [kind, figures] of Object.entries(now))
    for (const name of columns)
      if (figures[name] > before[kind][name]) console.log(`${kind}: ${name} is ${figures[name]}, held are ${before[kind][name]}`);
}
