// The first start with the committed content on an empty cache: when it is live, and what the variants of its pictures cost.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startCms } from '../e2e/support/cms.mjs';
import { files, head, row, time } from './measure.mjs';
import { until } from '../e2e/support/waiting.mjs';

/** Seconds of processors that a process has had, in all its threads. */
function processors(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export async function pictures(work) {
  const home = mkdtempSync(path.join(work, 'pictures-'));
  // The import of the sample posts is no part of it: the store is full, and nothing was made of it yet.
  const cms = await startCms({ dir: home });
  await cms.stop();
  for (const folder of [path.join(cms.data, 'cache'), cms.dist]) rmSync(folder, { recursive: true });
  const began = performance.now();
  await cms.start();
  const live = performance.now() - began;
  const ready = async () => {
    const { last_build: build } = await (await fetch(`${cms.url}/api/site/`)).json();
    return build?.images_pending === 0;
  };
  await until(ready, 'all variants', { timeout: 600_000 });
  const made = performance.now() - began;
  const cpu = processors(cms.pid());
  const variants = files(path.join(cms.data, 'cache', 'images')).filter((file) => /\.(avif|webp|jpe?g|png)$/.test(file));
  console.log('\n### The first start\n\nThe committed content, with nothing in `dist` and no picture in the cache.\n');
  head('live', 'all variants there', 'processors', 'variants');
  row(time(live), time(made), `${cpu.toFixed(1)} s`, variants.length);
  await cms.stop();
  rmSync(home, { recursive: true });
  return { live, made, cpu };
}
