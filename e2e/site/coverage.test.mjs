// docs/specification-coverage.md tells the truth: every statement has its row, every place that a row names exists, and every
// test that it quotes is in the file named before it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../support/cms.mjs';

const STATEMENTS = 346;
const ISLANDS = 'templates/islands/src';

/** The short names at the top of the document: how a place begins, and what stands there in full. */
const PLACES = [
  [/^admin\//, 'admin-ui/src/'],
  [/^islands\//, `${ISLANDS}/`],
  [/^(?=(shared|inline|client|plain)\/)/, `${ISLANDS}/`],
  [/^(?=(pages|partials|styles)\/)/, 'templates/'],
  [/^/, ''],
];

/** How the short name of a test begins, and the files that it may mean. */
const TESTS = [
  [/^(site|browser)\//, (name) => [`e2e/${name}.test.mjs`]],
  [/^(cms|generator)\/src\//, (name) => [`${name}.rs`, `${name}/mod.rs`, name]],
  [/^cms\//, (name) => [`cms/tests/integration/${base(name)}.rs`]],
  [/^ops\//, (name) => [`cms/tests/operations/${base(name)}.rs`]],
  [/^generator\//, (name) => [`generator/tests/site/${base(name)}.rs`]],
  [/^imaging\//, (name) => [`generator/imaging/tests/imaging/${base(name)}.rs`]],
  [/^islands\/test\//, (name) => tests(`templates/${name}`)],
  [
    /^islands\//,
    (name) => ['', 'inline/', 'shared/', 'client/', 'HeroSlider/'].flatMap((folder) => beside(`${ISLANDS}/${folder}${name.slice(8)}`)),
  ],
  [/^admin\//, (name) => ['', 'posts/'].flatMap((folder) => beside(`admin-ui/src/${folder}${name.slice(6)}`))],
];

const base = (name) => path.posix.basename(name);
const tests = (name) => [`${name}.test.ts`, `${name}.test.tsx`];
const beside = (name) => [...tests(name), ...tests(`${name}/${base(name)}`)];
const exists = (name) => existsSync(path.join(root, name));
const isFile = (name) => exists(name) && statSync(path.join(root, name)).isFile();
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `[number, statement, where, test]` of each row; a folder before a backticked file belongs to its name: admin/posts/`pager.tsx`. */
const rows = read('docs/specification-coverage.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .replace(/((?:admin|islands)(?:\/[\w-]+)*\/)`([^`]+)`/g, '`$1$2`')
      .split(' | '),
  );

/** `content/{az,en}/x` names two places, `content/{lang}/x` one of each language. */
function each(place) {
  const [group, names] = /\{([^}]*)\}/.exec(place) ?? [];
  if (!group) return [place];
  return (names === 'lang' ? 'az,en,ru' : names).split(',').flatMap((name) => each(place.replace(group, name)));
}

/** `*` stands for what is in a folder. */
function isThere(place) {
  if (!place.includes('*')) return exists(place);
  const folder = path.join(root, path.posix.dirname(place));
  const pattern = new RegExp(`^${base(place).split('*').map(escaped).join('.+')}$`);
  return existsSync(folder) && readdirSync(folder).some((name) => pattern.test(name));
}

function places(cell) {
  const named = [...cell.matchAll(/`([^`\s]+)`|(?:^|[\s,;(])((?:islands|admin)(?:\/[\w-]+)+)/g)].map(([, code, bare]) => code ?? bare);
  return named.filter((name) => /^\w[^=]*(\/|\.(rs|tsx?|css|toml|html|sql|mjs)$)/.test(name) && !/^(search|_)/.test(name)).flatMap(each);
}

function isPlace(name) {
  const [begins, full] = PLACES.find(([pattern]) => pattern.test(name));
  return isThere(name.replace(begins, full));
}

/** “A … c” is any test that begins with A and goes on with c; `name` is a function of Rust. */
function holds(files, { title, code }) {
  const parts = (title ?? code).split('…').map((part) => escaped(part.trim()).replaceAll("'", "\\\\?'"));
  const pattern = new RegExp((title ? '[\'"`]' : '\\bfn ') + parts.join('.*'));
  return files.some((file) => pattern.test(read(file)));
}

test(`each of the ${STATEMENTS} statements has one row`, () => {
  assert.deepEqual(
    rows.map(([number]) => Number(number)),
    Array.from({ length: STATEMENTS }, (_, index) => index + 1),
  );
});

test('every place that a row names exists', () => {
  const named = rows.flatMap(([number, , where]) => places(where).map((place) => [number, place]));
  assert.ok(named.length > 300, 'places are found');
  assert.deepEqual(
    named.filter(([, place]) => !isPlace(place)),
    [],
  );
});

test('every test that a row quotes is in the file named before it', () => {
  const missing = [];
  let quoted = 0;
  for (const [number, , , cell] of rows) {
    let files = [];
    for (const [, short, title, code] of cell.matchAll(
      /\b((?:site|browser|cms|ops|generator|imaging|islands|admin)(?:\/[\w-]+)+)|“([^”]+)”|(?<!\()`([a-z0-9]+_[a-z0-9_]*(?: …)?)`/g,
    )) {
      if (short) {
        files = TESTS.find(([begins]) => begins.test(short))[1](short).filter(isFile);
        if (files.length === 0) missing.push([number, short]);
      } else {
        quoted += 1;
        if (!holds(files, { title, code })) missing.push([number, title ?? code]);
      }
    }
  }
  assert.ok(quoted > 300, 'quotes are found');
  assert.deepEqual(missing, []);
});
