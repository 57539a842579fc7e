// What a release archive is made of, as CycloneDX: scripts/sbom.mjs CARGO_CYCLONEDX TARGET FOLDER writes rust.cdx.json and npm.cdx.json.
// Numbers and times that differ from run to run, and names of this machine's folders, are left out: the lists are a part of the
// archive, which is the same wherever it is made.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [cyclonedx, target, folder] = process.argv.slice(2);
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** It writes one beside each manifest of the workspace. */
const MEMBERS = ['cms', 'generator', 'generator/drawing', 'generator/imaging'];
const NAME = 'sbom-of-release';

function rust() {
  const made = MEMBERS.map((member) => path.join(root, member, `${NAME}.json`));
  try {
    execFileSync(
      cyclonedx,
      [
        'cyclonedx',
        '--quiet',
        '--spec-version',
        '1.5',
        '--no-build-deps',
        '--format',
        'json',
        '--target',
        target,
        '--override-filename',
        NAME,
      ],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    return JSON.parse(readFileSync(made[0], 'utf8'));
  } finally {
    for (const file of made) rmSync(file, { force: true });
  }
}

function npm() {
  // What pages and the admin ship; tools of the build do not.
  const parts = ['--package-lock-only', '--omit', 'dev', '-w', 'admin-ui', '-w', 'templates/islands'];
  const list = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', ...parts], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  list.metadata.component.name = 'site-cms';
  return list;
}

/** Without what says when and where it was made. */
function settled(list) {
  delete list.serialNumber;
  delete list.metadata.timestamp;
  const text = JSON.stringify(list, null, 2).replaceAll(`file://${root}/`, '').replaceAll(`file://${root}`, '').replaceAll(root, '');
  return `${text}\n`;
}

for (const [name, list] of [
  ['rust', rust()],
  ['npm', npm()],
]) {
  if (!list.components?.length) throw new Error(`${name}: an empty list`);
  writeFileSync(path.join(folder, `${name}.cdx.json`), settled(list));
}
