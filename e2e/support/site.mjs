// A site built from the project's own content and sample posts, for checks of the files themselves.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binary, root, variantCache } from './cms.mjs';

export const languages = ['az', 'en', 'ru'];
export const prefix = { az: '', en: '/en', ru: '/ru' };
export const services = ['audit', 'valuation', 'tax-legal', 'consulting', 'accounting', 'hr'];

/** Builds the site once into a temporary folder, with the sample posts or with these, as the API gives them; `extra`: files of `content/` by name, instead of its own. */
export function buildSite({ posts, extra } = {}) {
  const home = mkdtempSync(path.join(tmpdir(), 'site-'));
  const dist = path.join(home, 'dist');
  const file = path.join(home, 'posts.json');
  if (posts) writeFileSync(file, JSON.stringify(posts));
  const content = extra ? path.join(home, 'content') : path.join(root, 'content');
  if (extra) cpSync(path.join(root, 'content'), content, { recursive: true, preserveTimestamps: true });
  for (const [name, text] of Object.entries(extra ?? {})) writeFileSync(path.join(content, name), text);
  execFileSync(
    binary('generator'),
    ['build', '--content', content, '--templates', path.join(root, 'templates'), '--out', dist, '--cache', variantCache,
      ...(posts ? ['--posts', file] : [])],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
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

/** The address of a generated page. */
export const address = (file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
/** The language that a page's address says. */
export const languageOf = (file) => (file.startsWith('en/') ? 'en' : file.startsWith('ru/') ? 'ru' : 'az');
