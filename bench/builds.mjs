// The whole site from nothing: beside `cp -r` of the same tree in the same round, and beside Hugo with a site of the same posts.
//
// HUGO_BIN is the binary of Hugo 0.168 and HUGO_BENCH the folder with its site and its corpus (`sites/hugo`, `convert.py`,
// `gen_corpus.py`; `../shared/bench` of the project's issues); python3 converts the posts.
import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

import { binary, root, variantCache } from '../e2e/support/cms.mjs';
import { writeCorpus } from './corpus.mjs';
import { files, head, measure, median, megabytes, row } from './measure.mjs';

const hugo = process.env.HUGO_BIN;
const peers = path.resolve(root, process.env.HUGO_BENCH ?? '../shared/bench');

/** Our posts, and Hugo's site of the same when there is a Hugo. */
function prepare(dir, count) {
  mkdirSync(dir, { recursive: true });
  if (!hugo) {
    writeCorpus(path.join(dir, 'posts.json'), count);
    return;
  }
  execFileSync('python3', [path.join(peers, 'gen_corpus.py'), String(count), dir]);
  cpSync(path.join(peers, 'sites', 'hugo'), path.join(dir, 'hugo'), { recursive: true });
  const convert =
    'import sys; sys.path.insert(0, sys.argv[1]); import convert; convert.convert("hugo", sys.argv[2], sys.argv[2] + "/hugo")';
  execFileSync('python3', ['-c', convert, peers, dir]);
}

/** Removing a tree just before a timed run slows that run's writing down: it is done at the end. */
const aside = (dir, name, round) => renameSync(path.join(dir, name), path.join(dir, `${name}-${round}`));

async function one(dir, count, rounds) {
  prepare(dir, count);
  const taken = { ours: [], again: [], copy: [], hugo: [] };
  const build = () =>
    measure(binary('generator'), [
      'build',
      '--posts',
      path.join(dir, 'posts.json'),
      '--content',
      path.join(root, 'content'),
      '--templates',
      path.join(root, 'templates'),
      '--out',
      path.join(dir, 'dist'),
      '--cache',
      path.join(dir, 'cache'),
    ]);
  const cacheOf = (seed) => {
    mkdirSync(path.join(dir, 'cache'));
    cpSync(seed, path.join(dir, 'cache', 'images'), { recursive: true });
  };
  // Drawing a picture for sharing for each post is measured by itself: Hugo draws none.
  cacheOf(path.join(variantCache, 'images'));
  const drawing = await build();
  const drawn = path.join(dir, 'drawn');
  renameSync(path.join(dir, 'cache', 'images'), drawn);
  for (const name of ['dist', 'cache']) aside(dir, name, 'drawing');
  let found;
  for (let round = 0; round < rounds; round++) {
    cacheOf(drawn);
    taken.ours.push(await build());
    taken.again.push(await build());
    if (!/ 0 files written/.test(taken.again.at(-1).said)) throw new Error(`a second build wrote: ${taken.again.at(-1).said}`);
    taken.copy.push(await measure('cp', ['-r', path.join(dir, 'dist'), path.join(dir, 'copy')]));
    if (hugo) {
      taken.hugo.push(await measure(hugo, ['--quiet', '--destination', 'out'], { cwd: path.join(dir, 'hugo') }));
      aside(path.join(dir, 'hugo'), 'out', round);
    }
    if (!found) {
      const all = files(path.join(dir, 'dist'));
      found = {
        files: all.length,
        pages: all.filter((file) => file.endsWith('.html')).length,
        bytes: all.reduce((sum, file) => sum + lstatSync(file).size, 0),
      };
    }
    for (const name of ['dist', 'cache', 'copy']) aside(dir, name, round);
  }
  const middle = (runs) =>
    runs.length && {
      wall: median(runs.map((run) => run.wall)),
      cpu: median(runs.map((run) => run.cpu)),
      peak: Math.max(...runs.map((run) => run.peak)),
    };
  return {
    count,
    drawing,
    ...found,
    ours: middle(taken.ours),
    again: middle(taken.again),
    copy: middle(taken.copy),
    hugo: middle(taken.hugo),
  };
}

/** One row for each number of posts. */
export async function builds(work, sizes, rounds) {
  console.log(
    `\n### Everything from nothing\n\nMedians of ${rounds} rounds, each program once in each; seconds by the clock (of processors). Pictures' variants and pictures for sharing are there, but for "with drawing".\n`,
  );
  head(
    'posts',
    'files',
    'MB',
    'with drawing',
    'build',
    'pages/s',
    'peak memory',
    'second build',
    '`cp -r`',
    'Hugo',
    'to `cp -r`',
    'to Hugo',
  );
  const rows = [];
  for (const count of sizes) {
    const dir = path.join(work, `builds-${count}`);
    const found = await one(dir, count, rounds);
    rmSync(dir, { recursive: true });
    rows.push(found);
    const { drawing, ours, again, copy, hugo: peer } = found;
    const both = ({ wall, cpu }) => `${wall.toFixed(2)} s (${cpu.toFixed(2)})`;
    const ratio = (other) => (other ? `${(ours.wall / other.wall).toFixed(2)} (${(ours.cpu / other.cpu).toFixed(2)})` : '');
    row(
      count,
      found.files,
      Math.round(megabytes(found.bytes)),
      both(drawing),
      both(ours),
      Math.round(found.pages / ours.wall),
      `${Math.round(ours.peak)} MB`,
      both(again),
      both(copy),
      peer ? both(peer) : '',
      ratio(copy),
      ratio(peer),
    );
  }
  return rows;
}
