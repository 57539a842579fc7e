// How the bench measures programs, and what it prints.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
export const megabytes = (bytes) => bytes / 1e6;

/** A row of a table, for people and for the README. */
export const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
export function head(...names) {
  row(...names);
  console.log(`|${'---|'.repeat(names.length)}`);
}

/** Milliseconds as one reads them: three digits at most. */
export function time(ms) {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  return ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1000).toPrecision(ms < 9950 ? 2 : 3).replace(/e\+.*/, '')} s`;
}

export const files = (dir) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** A field of /proc/PID/status in MB. */
export const memory = (pid, field = 'VmRSS') =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Runs a command: seconds by the clock and of processors, and its peak memory in MB. */
export function measure(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const timed = ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" 2>&1', 'bash', command, ...args];
    const child = spawn('bash', timed, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let [said, times, peak] = ['', '', 0];
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (times += text));
    const poll = setInterval(() => {
      try {
        const [own] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
        peak = Math.max(peak, memory(own, 'VmHWM'));
      } catch {
        // it has not begun or has just ended
      }
    }, 5);
    child.once('close', (code) => {
      clearInterval(poll);
      const [wall, user, system] = (times.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
      return code === 0
        ? resolve({ wall, cpu: user + system, peak, said })
        : reject(new Error(`${command} ${args.join(' ')}: ${code}\n${said}${times}`));
    });
  });
}
