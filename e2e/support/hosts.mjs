// Web servers with the rules that the documents give for them, each on a port of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './cms.mjs';
import { freePort } from './ports.mjs';
import { until } from './waiting.mjs';

const MIME_TYPES = '/etc/nginx/mime.types';

/** The first block of that language in docs/hosting.md. */
function documented(language) {
  const text = readFileSync(path.join(root, 'docs/hosting.md'), 'utf8');
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  assert.ok(block, `docs/hosting.md has no ${language} block`);
  return block;
}

/** nginx, whose rules stand as they are in the document but for port and folder. */
function nginx(dist, home, port) {
  const rules = documented('nginx').replace('listen 80;', `listen 127.0.0.1:${port};`).replaceAll('/srv/www', dist);
  mkdirSync(path.join(home, 'logs'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`);
  const file = path.join(home, 'nginx.conf');
  writeFileSync(
    file,
    `
    daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/logs/error.log;
    ${process.getuid() === 0 ? 'user root;' : ''}
    events { worker_connections 64; }
    http { include ${MIME_TYPES}; access_log off; ${temporary.join(' ')} ${rules} }`,
  );
  return ['nginx', '-p', home, '-c', file];
}

/** Caddy with these rules, without certificates. */
const caddy = (rules) => (dist, home, port) => {
  const file = path.join(home, 'Caddyfile');
  const own = rules()
    .replace('www.khazri.example {', `http://127.0.0.1:${port} {`)
    .replaceAll(/\/srv\/(www|dist)/g, dist);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${own}`);
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
};

/** By name: how each is started, and whether it sends what lies packed beside a file. */
export const hosts = {
  'nginx, docs/hosting.md': { command: nginx, sendsPacked: true },
  'Caddy, docs/hosting.md': { command: caddy(() => documented('caddyfile')), sendsPacked: true },
  'Caddy, the container': { command: caddy(() => readFileSync(path.join(root, 'container/Caddyfile'), 'utf8')), sendsPacked: false },
};

/** Starts one over the folder of a site; resolves to its address, and how to stop it, once it answers. */
export async function startHost({ command }, dist) {
  const home = mkdtempSync(path.join(tmpdir(), 'host-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const [program, ...options] = command(dist, home, port);
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const child = spawn(program, options, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await new Promise((resolve) => {
        child.once('exit', resolve);
      });
    }
    rmSync(home, { recursive: true, force: true });
  };
  const failed = new Promise((_, reject) => {
    child.once('error', (error) =>
      reject(new Error(`${program} cannot be started (${error.message}); .ci/install-test-tools installs it`)),
    );
    child.once('exit', (code) => reject(new Error(`${program} ended with code ${code}`)));
  });
  failed.catch(() => {});
  const answers = () =>
    fetch(base, { signal: AbortSignal.timeout(5_000) }).then(
      () => true,
      () => false,
    );
  try {
    await until(() => Promise.race([answers(), failed]), `${program} to answer at ${base}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { base, stop };
}
