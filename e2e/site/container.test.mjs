// The image is built from nothing: what container/Containerfile copies before it installs the packages is enough for that.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../support/cms.mjs';

/** The lines of the first stage: each an instruction and its words. */
function firstStage() {
  const lines = readFileSync(path.join(root, 'container/Containerfile'), 'utf8').split('\n');
  const begins = lines.map((line, index) => (line.startsWith('FROM ') ? index : -1)).filter((index) => index >= 0);
  return lines
    .slice(begins[0] + 1, begins[1])
    .map((line) => line.split(' '))
    .filter(([instruction]) => instruction !== '');
}

test('the packages can be installed from the files that are copied before', (t) => {
  const lines = firstStage();
  const installs = lines.findIndex(([instruction, program]) => instruction === 'RUN' && program === 'npm');
  const [, , ...command] = lines[installs];
  assert.equal(command[0], 'ci');

  const home = mkdtempSync(path.join(tmpdir(), 'image-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  for (const [instruction, ...words] of lines.slice(0, installs)) {
    if (instruction !== 'COPY') continue;
    const to = words.pop();
    for (const file of words) cpSync(path.join(root, file), path.join(home, to, path.basename(file)));
  }

  // The container knows no settings but those of its files.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_legacy/i.test(name)));
  const added = execFileSync('npm', [...command, '--dry-run'], { cwd: home, env, encoding: 'utf8', stdio: 'pipe' });
  assert.match(added, /^added \d{3,} packages/m);
});
