// A site built from the project's own content and sample posts, for checks of the files themselves.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binary, root, variantCache } from './cms.mjs';

export const languages = ['az', 'en', 'ru'];
export const prefix = { az: '', en: '/en', ru: '/ru' };
export const services = ['audit', 'valuation', 'tax-legal', 'consulting', 'accounting', 'hr'];

/** As long as a first build may encode the pictures for all others. */
const PATIENCE = 20 * 60_000;

/** Runs the generator with the encoded pictures that all tests share; their folder has one owner at a time, for whom the others wait. */
function generate(args) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const { status, signal, stderr } = spawnSync(binary('generator'), ['build', ...args, '--cache', variantCache], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status === 0) return;
    if (!stderr.includes('this folder is in use by') || Date.now() > end)
      throw new Error(`the generator failed (${signal ?? status}):\n${stderr}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
}

/** Builds the site once into a temporary folder, with the sample posts or with these, as the API gives them; `extra`: files of `content/` by name, instead of its own; `without`: names of those that are left out. */
export function buildSite({ posts, extra, without = [] } = {}) {
  const home = mkdtempSync(path.join(tmpdir(), 'site-'));
  const dist = path.join(home, 'dist');
  const file = path.join(home, 'posts.json');
  if (posts) writeFileSync(file, JSON.stringify(posts));
  const content = extra ? path.join(home, 'content') : path.join(root, 'content');
  if (extra) cpSync(path.join(root, 'content'), content, { recursive: true, preserveTimestamps: true });
  for (const [name, text] of Object.entries(extra ?? {})) {
    mkdirSync(path.dirname(path.join(content, name)), { recursive: true });
    writeFileSync(path.join(content, name), text);
  }
  for (const name of without) rmSync(path.join(content, name));
  generate(['--content', content, '--templates', path.join(root, 'templates'), '--out', dist, ...(posts ? ['--posts', file] : [])]);
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  return {
    dist,
    files,
    pages: files.filter((file) => file.endsWith('.html')),
    read: (file) => readFileSync(path.join(dist, file), 'utf8'),
    bytes: (file) => readFileSync(path.join(dist, file)),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Builds the site with one post alone, number 1, whose text in each language is this. */
export function buildSiteOfPost(content) {
  const texts = Object.fromEntries(
    languages.flatMap((lang) => [
      [`title_${lang}`, 'T'],
      [`content_${lang}`, content[lang]],
    ]),
  );
  return buildSite({ posts: [{ id: 1, category: 'audit', author: 'A', date: '2025-12-01T08:00:00Z', ...texts }] });
}

/** The address of a generated page. */
export const address = (file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
/** The language that a page's address says. */
export const languageOf = (file) => (file.startsWith('en/') ? 'en' : file.startsWith('ru/') ? 'ru' : 'az');
