#!/usr/bin/env node
// `make soak`: ten minutes of everything at once (SOAK_MINUTES=10). Visitors read, an editor saves, uploads and deletes, the site is
// deployed after each publication, clients stall and guess, and in the first half the process is killed once a minute and started again.
// What it fails on: an answered save that is not there, a `dist` that is not what a build from nothing gives, a deployed copy that is not
// whole, readers who are turned away, and memory, threads or open files of the process of the second half that grow.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

process.env.E2E_PROFILE ??= 'release';
const { startCms } = await import('../e2e/support/cms.mjs');
const { until } = await import('../e2e/support/waiting.mjs');
const { form, post, writeCorpus } = await import('./corpus.mjs');

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const POSTS = Number(process.env.SOAK_POSTS ?? 1000);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const work = mkdtempSync(path.join(process.env.BENCH_WORK ?? tmpdir(), 'site-soak-'));
const corpus = path.join(work, 'posts.json');
const target = path.join(work, 'www');
mkdirSync(target);
writeCorpus(corpus, POSTS);
const cms = await startCms({ seed: corpus, dir: work, env: { CMS_DEPLOY_TO: target } });

const end = Date.now() + MINUTES * 60_000;
const counts = {
  reads: 0,
  turnedAway: 0,
  saves: 0,
  created: 0,
  deleted: 0,
  uploads: 0,
  kills: 0,
  stalled: 0,
  guesses: 0,
  contact: 0,
  busy: 0,
};
const failures = [];
const saved = new Map();
let down = false;
let token = await cms.token();

/** An answer, or nothing while the process is being restarted. */
async function ask(pathname, options = {}) {
  try {
    const answer = await fetch(cms.url + pathname, { ...options, signal: AbortSignal.timeout(20_000) });
    if (answer.status === 503) counts.busy++;
    else if (answer.status >= 500) failures.push(`${options.method ?? 'GET'} ${pathname}: ${answer.status}`);
    return answer;
  } catch (error) {
    if (!down) failures.push(`${options.method ?? 'GET'} ${pathname}: ${error.cause?.code ?? error.message}`);
    return null;
  }
}

const staff = async (method, pathname, body, headers = {}) => {
  const send = () => ask(pathname, { method, body, headers: { authorization: `Bearer ${token}`, ...headers } });
  const answer = await send();
  if (answer?.status !== 401) return answer;
  token = await cms.token();
  return send();
};

/** Runs a step until the time is up, with a pause after each. */
async function loop(every, step) {
  for (let turn = 0; Date.now() < end; turn++) {
    if (!down) await step(turn);
    await pause(every);
  }
}

const paths = [
  '/',
  '/en/',
  '/ru/blog/',
  `/blog/${POSTS >> 1}/`,
  '/api/blog/posts/?fields=summary&page=1&page_size=6',
  '/about/',
  '/api/site/',
];
const reader = (index) =>
  loop(100, async (turn) => {
    const answer = await ask(paths[(turn + index) % paths.length]);
    if (!answer) return;
    await answer.arrayBuffer().catch(() => {});
    counts.reads++;
    if (answer.status === 503) counts.turnedAway++;
    else if (answer.status !== 200) failures.push(`${answer.url}: ${answer.status}`);
  });

const editor = () =>
  loop(300, async (turn) => {
    const id = 1 + (turn % 50);
    const title = `Soak ${turn}`;
    const answer = await staff('PUT', `/api/blog/posts/${id}/`, form({ ...post(id), title_en: title }));
    if (answer?.ok) {
      saved.set(id, title);
      counts.saves++;
    } else saved.delete(id); // not answered: it may be there or not
  });

const author = () =>
  loop(5_000, async (turn) => {
    const created = await staff('POST', '/api/blog/posts/', form({ ...post(turn + 2), title_en: `New ${turn}` }), {
      'idempotency-key': crypto.randomUUID(),
    });
    if (!created?.ok) return;
    counts.created++;
    const { id } = await created.json();
    await pause(1_000);
    if ((await staff('DELETE', `/api/blog/posts/${id}/`))?.ok) counts.deleted++;
  });

/** A grey PNG that no other has. */
function png(shade) {
  const raw = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(64 * 3, shade % 251)])));
  raw.writeUInt32BE(shade, 1);
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const uploader = () =>
  loop(2_000, async (turn) => {
    const body = new FormData();
    body.set('image', new Blob([png(turn)], { type: 'image/png' }), 'a.png');
    const answer = await staff('POST', '/api/media/', body);
    if (answer?.ok) counts.uploads++;
  });

const guesser = () =>
  loop(1_000, async () => {
    await ask('/api/auth/token/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'somebody', password: 'wrong' }),
    });
    await ask('/api/auth/token/refresh/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: crypto.randomUUID() }),
    });
    counts.guesses += 2;
  });

const visitor = () =>
  loop(7_000, async () => {
    const body = JSON.stringify({
      template_params: { from_name: 'S', from_email: 's@example.az', subject: 'audit', message: 'x'.repeat(500) },
    });
    if ((await ask('/api/contact/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))?.ok) counts.contact++;
  });

/** Clients that begin something and do not go on; each is dropped by us only at the end of its turn. */
const staller = () =>
  loop(100, async (turn) => {
    const port = Number(new URL(cms.url).port);
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const openings = [
      'GET / HTTP/1.1\r\nHost: x\r\nX-A: ',
      'POST /api/auth/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\n\r\n{',
      'GET /api/blog/posts/ HTTP/1.1\r\nHost: x\r\n\r\n',
      '',
    ];
    socket.pause();
    socket.write(openings[turn % openings.length]);
    counts.stalled++;
    await pause(8_000);
    socket.destroy();
  });

/** Of the process that lives now. */
const samples = [];

/** What grows shows in a process that lives for long: in the second half nothing is killed. */
const killer = () =>
  loop(1_000, async (turn) => {
    if (turn === 0 || turn % 60 !== 0 || end - Date.now() < (MINUTES / 2) * 60_000) return;
    down = true;
    await cms.kill();
    await cms.start();
    samples.length = 0;
    down = false;
    counts.kills++;
  });

const sampler = () =>
  loop(5_000, async () => {
    try {
      const status = readFileSync(`/proc/${cms.pid()}/status`, 'utf8');
      const number = (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)[1]);
      const before = performance.now();
      const health = await ask('/healthz');
      if (health?.status !== 200 && !down) failures.push(`/healthz: ${health?.status}`);
      samples.push({
        rss: number('VmRSS') / 1024,
        threads: number('Threads'),
        files: readdirSync(`/proc/${cms.pid()}/fd`).length,
        health: performance.now() - before,
      });
    } catch {
      // it has just been killed
    }
  });

const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
console.log(`${MINUTES} minutes with ${POSTS} posts in ${work}`);
await Promise.all([...many(20, reader), editor(), author(), uploader(), guesser(), visitor(), ...many(10, staller), killer(), sampler()]);

const state = await cms.published();
await until(async () => (await (await fetch(`${cms.url}/api/site/`)).json()).last_build.images_pending === 0, 'the pictures', {
  timeout: 300_000,
});
await until(
  async () => {
    const { deploy, published_revision: revision } = await (await fetch(`${cms.url}/api/site/`)).json();
    return deploy?.state === 'live' && deploy.revision >= revision;
  },
  'the last deployment',
  { timeout: 120_000 },
);
for (const [id, title] of saved) {
  const { title_en: found } = await (await fetch(`${cms.url}/api/blog/posts/${id}/`)).json();
  if (found !== title) failures.push(`post ${id}: "${found}" instead of "${title}"`);
}
const fresh = path.join(work, 'fresh');
cms.run('generate', '--full', '--out', fresh);
/** What `right` has must be in `left` byte for byte; `left` may keep retired assets and media. */
function compare(left, right) {
  const lines = execFileSync('bash', ['-c', 'diff -rq "$0" "$1" || true', left, right], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const retired = (line) => line.startsWith(`Only in ${left}`) && (/\/(assets|media)\b/.test(line) || /: \./.test(line));
  failures.push(...lines.filter((line) => !retired(line)));
}
compare(cms.dist, fresh);
compare(target, fresh);
await cms.stop();

const part = (from, to) => samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
const column = (rows, name) => median(rows.map((row) => row[name]));
console.log(
  `\nrevision ${state.revision}; ${Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}\n`,
);
if (counts.turnedAway > counts.reads / 1000) failures.push(`${counts.turnedAway} of ${counts.reads} readers were turned away`);
// The first fifth of a life is its beginning, in which caches and pools fill. `grows` is what the medians of two fifths may differ by: less than
// what would leak if each save, upload or stalled client left something behind.
console.log('| one process, the second half | second fifth | last fifth | highest |\n|---|---|---|---|');
for (const [name, label, grows] of [
  ['rss', 'memory (RSS, MB)', (before) => before * 0.4],
  ['threads', 'threads', () => 12],
  ['files', 'open files', () => 16],
  ['health', '/healthz (ms)', () => Infinity],
]) {
  const [before, after] = [column(part(0.2, 0.4), name), column(part(0.8, 1), name)];
  const cells = [before, after, Math.max(...samples.map((row) => row[name]))].map((value) => value.toFixed(name === 'health' ? 1 : 0));
  console.log(`| ${label} | ${cells.join(' | ')} |`);
  if (after - before > grows(before)) failures.push(`${label} grew from ${cells[0]} to ${cells[1]}`);
}
if (failures.length) {
  console.error(`\n${failures.length} failures:\n${failures.slice(0, 30).join('\n')}\nfiles are kept in ${work}`);
  process.exit(1);
}
rmSync(work, { recursive: true, force: true });
console.log('\nnothing failed');
