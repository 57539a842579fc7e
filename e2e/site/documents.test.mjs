// Documents tell the truth: what they name exists, tests that they quote are there, and docs/security.md has a place for
// every requirement of OWASP ASVS 5.0.0, levels 1 and 2.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../support/cms.mjs';

/** By section, how many requirements the two levels have; those of level 3 come after them. Chapters 10 and 17 do not apply. */
const ASVS = {
  1.1: 2,
  1.2: 9,
  1.3: 11,
  1.4: 3,
  1.5: 2,
  2.1: 3,
  2.2: 3,
  2.3: 4,
  2.4: 1,
  3.2: 2,
  3.3: 4,
  3.4: 6,
  3.5: 5,
  3.7: 2,
  4.1: 3,
  4.2: 1,
  4.3: 2,
  4.4: 4,
  5.1: 1,
  5.2: 3,
  5.3: 2,
  5.4: 3,
  6.1: 3,
  6.2: 12,
  6.3: 4,
  6.4: 4,
  6.5: 5,
  6.6: 3,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 2,
  7.6: 2,
  8.1: 2,
  8.2: 3,
  8.3: 1,
  8.4: 1,
  9.1: 3,
  9.2: 4,
  11.1: 2,
  11.2: 3,
  11.3: 3,
  11.4: 4,
  11.5: 1,
  11.6: 1,
  12.1: 3,
  12.2: 2,
  12.3: 4,
  13.1: 1,
  13.2: 5,
  13.3: 2,
  13.4: 5,
  14.1: 2,
  14.2: 4,
  14.3: 3,
  15.1: 3,
  15.2: 3,
  15.3: 7,
  16.1: 1,
  16.2: 5,
  16.3: 4,
  16.4: 3,
  16.5: 3,
};
const MADE = ['node_modules', 'build', 'build-dev', 'dist', '.git'];
const MADE_HERE = ['target', 'data'];

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const prose = (file) => read(file).replace(/^```[\s\S]*?^```/gm, '');
const numbers = (text) => text.match(/\b\d+\.\d+\.\d+\b/g) ?? [];

/** Every file and folder that is not made by a tool. */
function everything(folder = '') {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !MADE.includes(entry.name) && (folder !== '' || !MADE_HERE.includes(entry.name)))
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? [`${name}/`, ...everything(name)] : [name];
    });
}

/** `cms/src/lib.rs`, `deny.toml`, `store/`, `pages/<kind>.rs`; neither addresses (`/api/`) nor packages (`@lexical/table`) nor patterns. */
const isPath = (text) =>
  /^(?![/@])[\w.@<>-]+(\/[\w.@<>-]+)*\/?$/.test(text) && /\/|\.(rs|mjs|tsx?|toml|lock|json|md|html|service)$/.test(text);

/** `<kind>`, `NAME`, `LANG`, `NNNN_name`: any name; what is made here is not asked for. */
const isThere = (name, begins) => {
  const pattern = name.replace(/[.]/g, '\\.').replace(/<[^>]*>|\b(NAME|LANG|NNNN_name)\b/g, '[^/]+');
  return MADE_HERE.some((folder) => name.startsWith(`${folder}/`)) || known.some((file) => new RegExp(`${begins}${pattern}/?$`).test(file));
};

/** Backticked texts as `code`, quoted ones as `title`. */
const marks = (text) => [...text.matchAll(/`([^`]+)`|“([^”]+)”/g)].map(([, code, title]) => ({ code, title }));

/** Rows of a table whose first cell is numbers of requirements. */
const rows = (text) =>
  text
    .split('\n')
    .filter((line) => /^\| \**\d+\.\d+\.\d+/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

function holds(file, { code, title }) {
  const source = read(file).replaceAll("\\'", "'");
  return code
    ? new RegExp(`\\bfn ${code}\\s*\\(`).test(source)
    : ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
}

const known = everything();
const [requirements, gaps] = prose('docs/security.md').split(/^## Gaps$/m);

const WITHIN = ['docs/architecture.md', 'docs/decisions.md', 'CONTRIBUTING.md', 'templates/README.md', 'admin-ui/README.md'];
for (const [document, begins] of [['docs/security.md', '^'], ...WITHIN.map((name) => [name, '(^|/)'])]) {
  test(`every path in ${document} exists`, () => {
    const paths = marks(prose(document))
      .map(({ code }) => code ?? '')
      .filter(isPath);
    assert.ok(paths.length > 0, 'paths are found');
    assert.deepEqual(
      paths.filter((name) => !isThere(name, begins)),
      [],
    );
  });
}

test("the admin's README has a line for each folder, and for no other", () => {
  const told = [
    ...read('admin-ui/README.md')
      .split('## Words')[0]
      .matchAll(/^\| `([\w-]+)` \|/gm),
  ].map(([, name]) => name);
  const folders = known.map((name) => /^admin-ui\/src\/([\w-]+)\/$/.exec(name)?.[1]).filter(Boolean);
  assert.deepEqual([...told].sort(), folders.sort());
});

/** The addresses of a document's headings, as hosts of repositories make them: small letters, digits and hyphens for blanks. */
const anchors = (file) =>
  [...prose(file).matchAll(/^#+ (.*)$/gm)].map(([, words]) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const documents = known.filter((file) => file.endsWith('.md') && !file.includes('fixtures'));

/** The links of a document to others, and to places in itself. */
const links = (file) =>
  [...prose(file).matchAll(/\]\((?![a-z]+:)([^)#]*)(?:#([^)]+))?\)/g)].map(([whole, link, heading]) => ({
    whole,
    target: link ? path.join(path.dirname(file), link) : file,
    heading,
  }));

test('every link between documents leads to a file, and to a heading of it', () => {
  const broken = documents.flatMap((file) =>
    links(file)
      .filter(({ target, heading }) => !existsSync(path.join(root, target)) || (heading && !anchors(target).includes(heading)))
      .map(({ whole }) => `${file}: ${whole}`),
  );
  assert.deepEqual(broken, []);
});

test('the release archive has every document that one of its documents leads to', () => {
  const script = read('scripts/archive');
  const [, named] = /git archive HEAD (.*) \| tar/.exec(script);
  assert.match(script, /git archive HEAD:templates \| .*--exclude=islands$/m);
  const isPacked = (file) =>
    named.split(' ').some((name) => file === name || file.startsWith(`${name}/`)) || /^templates\/(?!islands\/)/.test(file);
  const packed = documents.filter(isPacked);
  assert.ok(packed.includes('README.md') && packed.includes('templates/README.md'), `${packed}`);
  const away = packed.flatMap((file) =>
    links(file)
      .filter(({ target }) => !isPacked(target))
      .map(({ target }) => `${file}: ${target}`),
  );
  assert.deepEqual(away, []);
});

describe('docs/security.md', () => {
  test('every test it quotes is in the file named before it', () => {
    const missing = [];
    let quoted = 0;
    for (const cells of rows(requirements)) {
      let file;
      for (const mark of marks(cells.at(-1))) {
        if (mark.code && isPath(mark.code)) {
          file = mark.code;
          continue;
        }
        quoted += 1;
        const found = file && existsSync(path.join(root, file)) && holds(file, mark);
        if (!found) missing.push(`${cells[0]}: ${file} ${mark.code ?? mark.title}`);
      }
    }
    assert.ok(quoted > 100, 'quotes are found');
    assert.deepEqual(missing, []);
  });

  test('every requirement of levels 1 and 2 has one place', () => {
    const wanted = Object.entries(ASVS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    const excluded = requirements.match(/^Not applicable: [\s\S]*?\n\n/gm) ?? [];
    const placed = [...rows(requirements).map(([first]) => first), ...excluded].flatMap(numbers);
    assert.deepEqual([...placed].sort(), [...wanted].sort());
  });

  test('what a table calls a gap is listed under Gaps, and nothing else is', () => {
    const called = rows(requirements)
      .filter((cells) => cells[2].includes('**Gap'))
      .flatMap(([first]) => numbers(first));
    const listed = rows(gaps).flatMap(([first]) => numbers(first));
    assert.deepEqual([...listed].sort(), [...called].sort());
  });
});
