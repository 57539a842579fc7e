import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { az } from './locales/az';
import { desk } from './locales/az-desk';
import { office } from './locales/az-office';

const GROUPS: Readonly<Record<string, readonly string[]>> = { core: Object.keys(az), desk: Object.keys(desk), office: Object.keys(office) };
const SRC = path.resolve('src');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|^test\/|^i18n\/locales\//.test(file),
);
const CODE = new Map(FILES.map((file) => [file, readFileSync(path.join(SRC, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')]));
const WITH_TEXTS = /withTexts\(\[([^\]]*)\], \(\) => import\('([^']+)'\)\)/g;
const names = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);

function resolve(from: string, to: string): string[] {
  const at = path.join(path.dirname(from), to);
  return [at, `${at}.ts`, `${at}.tsx`, `${at}/index.ts`].filter((name) => CODE.has(name) && existsSync(path.join(SRC, name)));
}

/** Files that are loaded with a file, or later without texts of their own. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = (CODE.get(file) ?? '').replace(WITH_TEXTS, '').replace(/import type [^;]+;/g, '');
  for (const [, to = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g))
    for (const next of resolve(file, to)) loadedWith(next, seen);
  return seen;
}

/** Keeps its own words under a name that is a text's as well. */
const NO_TEXTS = 'help/single-key.ts';

/** Texts that a file names and that are in none of these parts. */
function lacking(file: string, parts: readonly string[]): string[] {
  if (file === NO_TEXTS) return [];
  const here = parts.flatMap((part) => GROUPS[part] ?? []);
  const groups = Object.values(GROUPS)
    .flat()
    .filter((group) => !here.includes(group));
  const named = [...(CODE.get(file) ?? '').matchAll(/['`](\w+)\.[\w$]/g)].map(([, group = '']) => group);
  return groups.filter((group) => named.includes(group));
}

it('each group of texts is in one part', () => {
  const all = Object.values(GROUPS).flat();
  expect(all.filter((group, at) => all.indexOf(group) !== at)).toEqual([]);
});

it('what is loaded without texts of its own says only what is there before anything is drawn', () => {
  const found = [...loadedWith('main.tsx')].flatMap((file) => lacking(file, ['core']).map((group) => `${file}: ${group}`));
  expect(loadedWith('main.tsx').size).toBeGreaterThan(60);
  expect(found).toEqual([]);
});

it('what comes with texts of its own says only these and those of what it stands in', () => {
  const entries = FILES.flatMap((file) =>
    [...(CODE.get(file) ?? '').matchAll(WITH_TEXTS)].flatMap(([, parts = '', to = '']) =>
      resolve(file, to).map((entry) => ({ entry, parts: ['core', ...names(parts)] })),
    ),
  );
  expect(entries.length).toBeGreaterThan(10);
  const found = entries.flatMap(({ entry, parts }) =>
    [...loadedWith(entry)].flatMap((file) => lacking(file, parts).map((group) => `${entry} → ${file}: ${group}`)),
  );
  expect(found).toEqual([]);
});
