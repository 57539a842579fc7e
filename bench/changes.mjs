// What every kind of change costs, from sending the request to the last file in place, and how many files it writes and removes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startCms } from '../e2e/support/cms.mjs';
import { form, post as sample, writeCorpus } from './corpus.mjs';

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks every millisecond until all that was saved is live. */
async function live(cms) {
  for (;;) {
    const site = await (await fetch(`${cms.url}/api/site/`)).json();
    if (site.published_revision >= site.revision) return site;
    await pause(1);
  }
}

/** Sends a change and waits for it: milliseconds, and files written and removed. */
async function change(cms, token, method, address, fields) {
  const sent = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${cms.url}${address}`, { method, headers, body: fields && form(fields) });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
  const site = await live(cms);
  const taken = performance.now() - sent;
  const body = answer.status === 204 ? null : await answer.json();
  await pause(20);
  return { taken, files: site.last_build.written + site.last_build.removed, made: site.last_build.ms, body };
}

const memory = (cms) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${cms.pid()}/status`, 'utf8'))[1]) / 1024;

/** One row for each change at each number of posts. */
export async function changes(line, work, sizes, rounds) {
  console.log(`\nChanges: request sent -> last file in place (median of ${rounds}, and the worst), files written and removed\n`);
  line('', 'posts', 'ms', 'worst ms', 'build ms', 'files', 'most files');
  for (const count of sizes) {
    const home = mkdtempSync(path.join(work, 'changes-'));
    const corpus = path.join(home, 'posts.json');
    writeCorpus(corpus, count);
    const cms = await startCms({ seed: corpus, dir: home });
    await live(cms);
    const token = await cms.token();
    const address = (id) => `/api/blog/posts/${id}/`;
    const some = (round) => 2 + Math.floor(((round + 0.5) / rounds) * (count - 3));
    const told = (name, taken) =>
      line(name, count, median(taken.map((one) => one.taken)).toFixed(1), Math.max(...taken.map((one) => one.taken)).toFixed(1),
        median(taken.map((one) => one.made)).toFixed(1), median(taken.map((one) => one.files)), Math.max(...taken.map((one) => one.files)));
    const measure = async (name, run) => {
      const taken = [];
      for (let round = 0; round < rounds; round++) taken.push(await run(round));
      told(name, taken);
      return taken;
    };
    const put = (id, fields) => change(cms, token, 'PUT', address(id), { ...sample(id), ...fields });
    await put(some(0), { content_en: '<p>The first change after the start.</p>' });
    await measure('edit a text', (round) => put(some(round), { content_en: `<p>Edited ${round}</p>` }));
    await measure('edit a title', (round) => put(some(round), { title_az: `Başlıq ${round}`, title_en: `Title ${round}`, title_ru: `Заголовок ${round}` }));
    const created = await measure('create', (round) => change(cms, token, 'POST', '/api/blog/posts/', { ...sample(count + 1 + round), featured: false }));
    const others = ['audit', 'valuation', 'tax-legal', 'consulting', 'accounting', 'hr'];
    const other = (id, step) => others[(others.indexOf(sample(id).category) + step) % 6];
    await measure('move an old post', (round) => put(some(round), { category: other(some(round), 1) }));
    await measure('move a new post', (round) => put(created[round].body.id, { ...sample(count + 1 + round), featured: false, category: other(count + 1 + round, 1) }));
    await put(1, { featured: false });
    await measure('feature', async (round) => {
      const on = await put(some(round), { featured: true });
      await put(some(round), { featured: false });
      return on;
    });
    await measure('delete an old post', (round) => change(cms, token, 'DELETE', address(some(round))));
    await measure('delete a new post', (round) => change(cms, token, 'DELETE', address(created[round].body.id)));
    line('memory, MB', count, memory(cms).toFixed(0));
    await cms.stop();
    rmSync(home, { recursive: true });
  }
}
