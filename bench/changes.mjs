// What every kind of change costs over HTTP, from sending the request to the last file in place, and how many files it writes and
// removes; what a start with everything up to date costs, how much memory is taken, and how long a deployment after one change takes.
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startCms } from '../e2e/support/cms.mjs';
import { multipart, send } from './client.mjs';
import { form, post as sample, writeCorpus } from './corpus.mjs';
import { files, head, median, memory, row, time } from './measure.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const categories = ['audit', 'valuation', 'tax-legal', 'consulting', 'accounting', 'hr'];

const state = async (cms) => JSON.parse((await send('GET', `${cms.url}/api/site/`)).text);

/** Asks every millisecond until all that was saved is live. */
async function live(cms) {
  for (;;) {
    const site = await state(cms);
    if (site.published_revision >= site.revision) return site;
    await pause(1);
  }
}

/** Waits until no picture is being made in the background any more: pictures for sharing of a new title are drawn after it is live. */
async function settled(cms) {
  for (;;) {
    const site = await state(cms);
    if (site.last_build?.images_pending === 0 && site.published_revision >= site.revision) return;
    await pause(20);
  }
}

/** Sends a change and waits for it: milliseconds, and files written and removed. */
async function change(cms, token, method, address, fields) {
  const body = fields && multipart(Object.fromEntries(form(fields)));
  const sent = performance.now();
  const answer = await send(method, `${cms.url}${address}`, { token, body });
  const answered = performance.now() - sent;
  if (answer.status >= 300) throw new Error(`${method} ${address}: ${answer.status} ${answer.text}`);
  const site = await live(cms);
  const taken = performance.now() - sent;
  await pause(20);
  // One at a time: what is drawn for the change before takes its processor from the next.
  await settled(cms);
  return {
    taken,
    answered,
    files: site.last_build.written + site.last_build.removed,
    made: site.last_build.ms,
    body: answer.text && JSON.parse(answer.text),
  };
}

/** Every kind of change, `rounds` times each. */
async function operations(cms, count, rounds, told) {
  const token = await cms.token();
  await settled(cms);
  const put = (id, fields) => change(cms, token, 'PUT', `/api/blog/posts/${id}/`, { ...sample(id), ...fields });
  const remove = (id) => change(cms, token, 'DELETE', `/api/blog/posts/${id}/`);
  // A post that was changed before would be changed back beside what is measured: each kind of change has its own.
  const some = (round, kind = 0) => 2 + kind + Math.floor(((round + 0.5) / rounds) * (count - 6));
  const other = (id) => categories[(categories.indexOf(sample(id).category) + 1) % 6];
  const run = async (name, one) => {
    const taken = [];
    for (let round = 0; round < rounds; round++) taken.push(await one(round));
    told(name, taken);
    return taken;
  };
  await put(some(0), { content_en: '<p>The first change after the start.</p>' });
  await run('edit a text', (round) => put(some(round), { content_en: `<p>Edited ${round}</p>` }));
  await run('edit a title', (round) =>
    put(some(round), { title_az: `Başlıq ${round}`, title_en: `Title ${round}`, title_ru: `Заголовок ${round}` }),
  );
  const created = await run('create', (round) =>
    change(cms, token, 'POST', '/api/blog/posts/', { ...sample(count + 1 + round), featured: false }),
  );
  await run('move an old post', (round) => put(some(round, 1), { category: other(some(round, 1)) }));
  await run('move a new post', (round) =>
    put(created[round].body.id, { ...sample(count + 1 + round), featured: false, category: other(count + 1 + round) }),
  );
  await put(1, { featured: false });
  await run('feature', async (round) => {
    const on = await put(some(round, 2), { featured: true });
    await put(some(round, 2), { featured: false });
    return on;
  });
  await run('delete an old post', (round) => remove(some(round)));
  await run('delete a new post', (round) => remove(created[round].body.id));
}

/** Milliseconds from starting the process to the first answer, and to the end of the build that finds nothing to do. */
async function start(cms) {
  await cms.stop();
  const began = performance.now();
  const running = cms.start();
  let answers;
  for (;;) {
    const site = await fetch(`${cms.url}/api/site/`)
      .then((answer) => answer.json())
      .catch(() => null);
    answers ??= site ? performance.now() - began : undefined;
    if (site?.last_build && site.published_revision >= site.revision) {
      await running;
      return { answers, published: performance.now() - began, memory: memory(cms.pid()) };
    }
    // Asking every millisecond took a third of a processor from what is measured.
    await pause(10);
  }
}

/** Milliseconds of a first deployment to a folder, of one with nothing to do, and of one after the text of a post was edited. */
async function deploy(cms, home, id) {
  const token = await cms.token();
  const target = path.join(home, 'deployed');
  const once = async () => {
    const began = performance.now();
    cms.run('deploy', target);
    const taken = performance.now() - began;
    // Nothing else runs here meanwhile: a connection that the server closed in that time is only now seen to be closed.
    await pause(20);
    return taken;
  };
  const first = await once();
  const again = await once();
  await change(cms, token, 'PUT', `/api/blog/posts/${id}/`, { ...sample(id), content_en: '<p>To be deployed.</p>' });
  return { first, again, edited: await once() };
}

/** All of it at each number of posts; the rows, for the plot and the README. */
export async function changes(work, sizes, rounds) {
  console.log(
    `\n### Changes\n\nRequest sent -> last file in place, everything right (median of ${rounds}, and the worst); files written and removed.\n`,
  );
  head('change', 'posts', 'answered', 'live', 'worst', 'of it the build', 'files', 'most files');
  const rows = [];
  const sites = [];
  for (const count of sizes) {
    const home = mkdtempSync(path.join(work, 'changes-'));
    const corpus = path.join(home, 'posts.json');
    writeCorpus(corpus, count);
    const began = performance.now();
    const cms = await startCms({ seed: corpus, dir: home, patience: 3_600_000 });
    rmSync(corpus);
    try {
      const first = performance.now() - began;
      const idle = memory(cms.pid());
      await operations(cms, count, rounds, (name, taken) => {
        const of = (field, pick = median) => pick(taken.map((one) => one[field]));
        const most = (values) => Math.max(...values);
        const found = {
          name,
          count,
          answered: of('answered'),
          live: of('taken'),
          worst: of('taken', most),
          build: of('made'),
          files: of('files'),
          most: of('files', most),
        };
        rows.push(found);
        row(name, count, time(found.answered), time(found.live), time(found.worst), time(found.build), found.files, found.most);
      });
      const after = memory(cms.pid());
      const started = await start(cms);
      // A second copy of everything may be too much for the disk: what was measured before is worth telling all the same.
      const deployed = await deploy(cms, home, count).catch((error) =>
        console.log(`\n(not deployed: ${String(error.message).slice(0, 300)})\n`),
      );
      sites.push({ count, first, idle, after, started, deployed, files: files(cms.dist).length });
    } finally {
      // Else it would make all of it again once its folder is gone.
      await cms.stop();
      rmSync(home, { recursive: true });
    }
  }
  console.log(
    '\n### The server\n\nImport and first generation; memory (RSS) after it, after all the changes, after a new start; a start with everything up to date; `cms deploy` to a folder.\n',
  );
  head(
    'posts',
    'files',
    'import and first build',
    'memory after it',
    'after the changes',
    'after a start',
    'answers',
    'nothing to do: known after',
    'first deployment',
    'nothing to do',
    'after one edit',
  );
  for (const { count, first, idle, after, started, deployed, files } of sites)
    row(
      count,
      files,
      time(first),
      ...[idle, after, started.memory].map((mb) => `${Math.round(mb)} MB`),
      ...[started.answers, started.published, deployed?.first, deployed?.again, deployed?.edited].map((taken) =>
        taken === undefined ? '–' : time(taken),
      ),
    );
  return { rows, sites };
}

/** The README's table: a row for each change, a column for each number of posts. */
export function summary({ rows }, builds) {
  const sizes = [...new Set(rows.map(({ count }) => count))];
  console.log('\n### For the README\n');
  head('change', ...sizes.map((count) => `${count.toLocaleString('en')} posts`));
  for (const name of new Set(rows.map((one) => one.name)))
    row(
      name,
      ...sizes.map((count) => {
        const found = rows.find((one) => one.name === name && one.count === count);
        return `${time(found.live)} (${found.files}, at most ${found.most})`;
      }),
    );
  for (const [name, field] of [
    ['everything from nothing', 'ours'],
    ['Hugo, everything', 'hugo'],
    ['`cp -r` of all files', 'copy'],
  ]) {
    const cells = sizes.map((count) => builds?.find((one) => one.count === count)?.[field]);
    if (cells.some(Boolean)) row(name, ...cells.map((cell) => (cell ? time(cell.wall * 1000) : '')));
  }
}
