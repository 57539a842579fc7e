// A real CMS for a test: its own store, its own dist, its own port, the sample posts.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './waiting.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target');
/** The binaries under test; `E2E_PROFILE=release` tests what is shipped. */
export const binary = (name) => path.join(target, process.env.E2E_PROFILE ?? 'debug', name);

/** Encoded pictures of the project's own media, shared by all tests: encoding them takes longer than any test. */
export const variantCache = path.join(root, 'target', 'test-variants');

export const credentials = { username: 'admin', password: 'correct-horse-battery-staple' };

/**
 * Starts `cms serve` and waits until the site is live.
 * @param {{seed?: boolean | string, env?: Record<string, string>, args?: string[], dir?: string, variants?: boolean, patience?: number}} [options]
 *   `seed`: fill the store with the sample posts first (default), or with the posts of this file; `dir`: reuse the folder of an earlier run;
 *   `variants`: whether the pictures of the content are encoded already; `patience`: milliseconds until it must be live.
 */
export async function startCms({ seed = true, env: extra = {}, args = [], dir, variants = true, patience = 120_000 } = {}) {
  const home = dir ?? mkdtempSync(path.join(tmpdir(), 'cms-e2e-'));
  const cache = path.join(home, 'data', 'cache');
  if (variants && existsSync(path.join(variantCache, 'images')) && !existsSync(cache)) {
    mkdirSync(cache, { recursive: true });
    cpSync(path.join(variantCache, 'images'), path.join(cache, 'images'), { recursive: true });
  }
  const env = {
    ...process.env,
    CMS_LISTEN: '127.0.0.1:0', // whichever is free; it says which
    CMS_DATA: path.join(home, 'data'),
    CMS_DIST: path.join(home, 'dist'),
    CMS_CONTENT: path.join(root, 'content'),
    CMS_TEMPLATES: path.join(root, 'templates'),
    CMS_ADMIN_USER: credentials.username,
    CMS_ADMIN_PASSWORD: credentials.password,
    ...extra,
  };
  const run = (...command) => {
    const done = spawnSync(binary('cms'), command, { cwd: root, env, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`cms ${command.join(' ')}: ${done.stderr || done.error}`);
    return done.stdout;
  };
  let url;
  let log = '';
  let child;
  const over = () => child.exitCode !== null || child.signalCode !== null;
  const ended = () => new Promise((resolve) => (over() ? resolve() : child.once('exit', resolve)));
  const clear = () => {
    if (!dir) rmSync(home, { recursive: true, force: true });
  };
  /** Waits until `condition` holds; a process that has ended meanwhile is told at once. */
  const whileRunning = (condition, what, timeout) =>
    until(
      () => {
        if (over()) throw new Error(`the CMS stopped (${child.signalCode ?? child.exitCode}):\n${log}`);
        return condition();
      },
      () => `${what}:\n${log}`,
      { timeout },
    );
  const serve = async () => {
    child = spawn(binary('cms'), ['serve', ...args], { cwd: root, env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
    await whileRunning(() => /http:\/\/127\.0\.0\.1:\d+/.test(log), 'the address of the CMS', 120_000);
    [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(log);
    env.CMS_LISTEN = new URL(url).host; // it starts again where it was
    const live = async () => {
      const answer = await fetch(`${url}/api/site/`).catch(() => null);
      if (!answer?.ok) return false;
      const site = await answer.json();
      return site.published_revision >= site.revision;
    };
    await whileRunning(live, `the CMS at ${url} to be live`, patience);
  };
  try {
    if (seed) run('import', '--if-empty', seed === true ? path.join(root, 'content/posts') : seed);
    await serve();
  } catch (error) {
    // Nobody gets hold of it any more who could stop it.
    child?.kill('SIGKILL');
    if (child) await ended();
    clear();
    throw error;
  }

  return {
    url,
    home,
    data: env.CMS_DATA,
    dist: env.CMS_DIST,
    run,
    log: () => log,
    pid: () => child.pid,
    /** Kills the process as a power cut would. */
    async kill() {
      child.kill('SIGKILL');
      await ended();
    },
    start: serve,
    async stop() {
      child.kill('SIGTERM');
      await ended();
      clear();
    },
    /** Waits until everything that was saved is on disk. */
    published: () =>
      until(async () => {
        const site = await (await fetch(`${url}/api/site/`)).json();
        return site.published_revision >= site.revision && site;
      }, 'publication'),
    /** An access token for direct API calls. */
    async token() {
      const answer = await fetch(`${url}/api/auth/token/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      });
      return (await answer.json()).access;
    },
  };
}
