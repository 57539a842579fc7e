import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folders, each with those it may use: only ones above it, so no way leads back. `.` is the start of the program. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  api: [],
  'rich-text': [],
  'i18n/locales': [],
  i18n: ['api', 'i18n/locales'],
  ui: ['i18n'],
  site: ['api', 'i18n', 'ui'],
  auth: ['api', 'i18n', 'ui'],
  pictures: ['api', 'rich-text', 'ui'],
  'editor/nodes': ['i18n', 'pictures', 'rich-text', 'ui'],
  'editor/text': ['editor/nodes', 'pictures', 'rich-text', 'ui'],
  'editor/plugins': ['editor/nodes', 'editor/text', 'pictures', 'rich-text'],
  library: ['api', 'i18n', 'ui'],
  editor: ['api', 'editor/nodes', 'editor/plugins', 'editor/text', 'i18n', 'library', 'pictures', 'rich-text', 'site', 'ui'],
  form: ['api', 'rich-text'],
  journal: ['api', 'form', 'pictures', 'rich-text'],
  saving: ['api', 'form', 'i18n', 'journal', 'pictures', 'rich-text', 'site', 'ui'],
  life: ['api', 'auth', 'form', 'i18n', 'pictures', 'rich-text', 'saving', 'site', 'ui'],
  checks: ['api', 'form', 'i18n', 'rich-text', 'saving', 'ui'],
  finding: ['api', 'i18n', 'life', 'saving', 'site', 'ui'],
  seo: ['api', 'form', 'i18n', 'pictures', 'rich-text', 'saving', 'site', 'ui'],
  people: ['api', 'auth', 'i18n', 'ui'],
  media: ['api', 'i18n', 'people', 'ui'],
  posts: [
    'api',
    'auth',
    'checks',
    'editor',
    'finding',
    'form',
    'i18n',
    'journal',
    'library',
    'life',
    'media',
    'pictures',
    'rich-text',
    'saving',
    'seo',
    'site',
    'ui',
  ],
  messages: ['api', 'auth', 'i18n', 'people', 'site', 'ui'],
  audit: ['api', 'auth', 'i18n', 'ui'],
  releases: ['api', 'auth', 'i18n', 'people', 'site', 'ui'],
  tokens: ['api', 'auth', 'i18n', 'people', 'ui'],
  webhooks: ['api', 'auth', 'i18n', 'people', 'ui'],
  help: ['editor/text', 'i18n', 'ui'],
  shell: [
    'api',
    'audit',
    'auth',
    'help',
    'i18n',
    'journal',
    'media',
    'messages',
    'people',
    'posts',
    'releases',
    'site',
    'tokens',
    'ui',
    'webhooks',
  ],
  '.': ['api', 'auth', 'i18n', 'journal', 'shell', 'ui'],
};

const SRC = path.resolve('src');
const isCode = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('test/');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(isCode);
const folderOf = (file: string) => path.dirname(file);

/** The files of ours that a file imports, at once or later. */
function importsOf(file: string): string[] {
  const code = readFileSync(path.join(SRC, file), 'utf8');
  const found = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, to = '']) => path.join(folderOf(file), to));
  return found.flatMap((to) =>
    [to, `${to}.ts`, `${to}.tsx`, `${to}/index.ts`].filter((name) => FILES.includes(name) && statSync(path.join(SRC, name)).isFile()),
  );
}

const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]));

/** The first way that leads back to where it began. */
function circle(file: string, way: readonly string[], done: Set<string>): string[] | null {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (done.has(file)) return null;
  for (const next of IMPORTS.get(file) ?? []) {
    const found = circle(next, [...way, file], done);
    if (found) return found;
  }
  done.add(file);
  return null;
}

describe('the folders', () => {
  it('are those of the table, which has none twice and none that is gone', () => {
    expect([...new Set(FILES.map(folderOf))].sort()).toEqual(Object.keys(MAY_USE).sort());
    expect(Object.keys(MAY_USE).every((folder) => existsSync(path.join(SRC, folder)))).toBe(true);
  });

  it('stand in an order: each uses those above it', () => {
    const order = Object.keys(MAY_USE);
    for (const [folder, used] of Object.entries(MAY_USE)) {
      for (const other of used) expect(order.indexOf(other), `${folder} uses ${other}`).toBeLessThan(order.indexOf(folder));
    }
  });

  it.each(Object.keys(MAY_USE))('%s uses what the table says, all of it and nothing else', (folder) => {
    const used = new Set(FILES.filter((file) => folderOf(file) === folder).flatMap((file) => (IMPORTS.get(file) ?? []).map(folderOf)));
    used.delete(folder);
    expect([...used].sort()).toEqual([...(MAY_USE[folder] ?? [])].sort());
  });

  it('have no files that need each other', () => {
    const done = new Set<string>();
    expect(FILES.map((file) => circle(file, [], done)).find((found) => found !== null)).toBeUndefined();
  });
});
