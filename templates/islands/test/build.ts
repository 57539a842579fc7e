import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    build: string;
    again: string;
  }
}

/** The production build, twice: tests look at what the generator and the browser really get. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'islands-'));
  const script = fileURLToPath(new URL('../build.mjs', import.meta.url));
  for (const name of ['build', 'again'] as const) {
    const out = join(folder, name);
    execFileSync(process.execPath, [script, '--out', out], { env: { ...process.env, NODE_ENV: 'production' } });
    provide(name, out);
  }
  return () => rmSync(folder, { recursive: true, force: true });
}
