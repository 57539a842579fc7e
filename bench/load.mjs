// What visitors and staff notice of each other: 200 connections read while posts are saved and while the whole site is
// generated again. Reads are due at fixed times, so a slow answer is counted with all that waited behind it.
import { appendFileSync, cpSync, mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

import { root, startCms } from '../e2e/support/cms.mjs';
import { writeCorpus } from './corpus.mjs';
import { until } from '../e2e/support/waiting.mjs';

const CONNECTIONS = 200;
/** Milliseconds between two reads of one connection: 1,000 reads a second in all. */
const PAUSE = 200;
const SECONDS = Number(process.env.BENCH_LOAD_SECONDS ?? 10);

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
const memory = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Reads one path over a kept connection; resolves to the status. */
function read(agent, url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
      response.once('error', reject);
    });
    request.once('error', reject);
  });
}

/** Reads from all connections while `work` runs; resolves to what they saw. */
async function whileReading(cms, paths, work) {
  const agents = Array.from({ length: CONNECTIONS }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }));
  const seen = { times: [], failures: 0 };
  let running = true;
  const readers = agents.map(async (agent, index) => {
    let due = performance.now() + (index * PAUSE) / CONNECTIONS;
    for (let turn = index; running; turn++) {
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      // A timer is a little early or late; only a read that had to wait for the one before it counts from when it was due.
      const start = wait > 0 ? performance.now() : due;
      const status = await read(agent, cms.url + paths[turn % paths.length]).catch(() => 0);
      if (status !== 200) seen.failures++;
      seen.times.push(performance.now() - start);
      due += PAUSE;
    }
    agent.destroy();
  });
  const made = await work();
  running = false;
  await Promise.all(readers);
  seen.times.sort((a, b) => a - b);
  return { ...seen, made };
}

/** @param {(...cells: unknown[]) => void} line @param {string} work a folder for the files */
export async function load(line, work) {
  const count = Number(process.env.BENCH_LOAD_POSTS ?? 1000);
  const home = mkdtempSync(path.join(work, 'load-'));
  const corpus = path.join(home, 'posts.json');
  writeCorpus(corpus, count);
  // Copies, because one of them is changed.
  const templates = path.join(home, 'templates');
  cpSync(path.join(root, 'templates'), templates, { recursive: true, filter: (file) => !file.includes('node_modules') });
  const cms = await startCms({ seed: corpus, dir: home, env: { CMS_TEMPLATES: templates } });
  const authorization = `Bearer ${await cms.token()}`;
  const state = async () => (await fetch(`${cms.url}/api/site/`)).json();
  await until(async () => (await state()).last_build.images_pending === 0, 'the pictures', { timeout: 600_000 });
  const paths = [
    '/',
    '/en/',
    '/ru/blog/',
    `/blog/${count >> 1}/`,
    `/en/blog/${count}/`,
    '/api/blog/posts/?fields=summary&page=1&page_size=6',
    '/about/',
    '/api/site/',
  ];
  const idleMemory = memory(cms.pid(), 'VmRSS');

  const pause = () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const save = (every) => async () => {
    const workerData = { url: cms.url, authorization, first: count >> 1, every };
    const saver = new Worker(new URL('./saver.mjs', import.meta.url), { workerData });
    const ended = new Promise((resolve, reject) => saver.once('message', resolve).once('error', reject));
    await pause();
    saver.postMessage('stop');
    return `${await ended} saves`;
  };
  const generateAll = async () => {
    const end = performance.now() + SECONDS * 1000;
    let builds = 0;
    while (performance.now() < end) {
      const before = (await state()).last_build.finished_at;
      appendFileSync(path.join(templates, 'layouts', 'base.html'), `{# ${builds} #}\n`);
      await until(async () => (await state()).last_build.finished_at !== before, 'a generation', { timeout: 120_000 });
      builds++;
    }
    return `${builds} generations`;
  };

  console.log(
    `\n${CONNECTIONS} connections read ${(CONNECTIONS * 1000) / PAUSE} times a second from a site of ${count} posts (${SECONDS} s each)\n`,
  );
  line('meanwhile', 'reads', 'not 200', 'median ms', '99 % ms', 'of idle', 'RSS MB', '');
  const rows = [
    ['nothing', pause],
    ['ten saves a second', save(100)],
    ['whole generations', generateAll],
    ['both', () => Promise.all([save(100)(), generateAll()])],
    ['saves without a pause', save(0)],
  ];
  let idle;
  for (const [name, work] of rows) {
    const { times, failures, made } = await whileReading(cms, paths, work);
    const median = quantile(times, 0.5);
    idle ??= median;
    line(
      name,
      times.length,
      failures,
      median.toFixed(2),
      quantile(times, 0.99).toFixed(1),
      (median / idle).toFixed(1),
      memory(cms.pid(), 'VmRSS').toFixed(0),
      `  ${[made ?? ''].flat().join(', ')}`,
    );
  }
  console.log(
    `\nMemory: ${idleMemory.toFixed(0)} MB idle after the first generation, ${memory(cms.pid(), 'VmHWM').toFixed(0)} MB at the highest`,
  );
  await cms.stop();
}
