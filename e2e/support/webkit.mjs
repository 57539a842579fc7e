// Debian's WebKitGTK, driven by its own WebKitWebDriver over W3C WebDriver: plain requests, on a screen of its own that nobody sees.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.mjs';

/** How long anything may take before it counts as hung, and an answer of the driver alone, which takes milliseconds. */
const BOUND = 120_000;
const ANSWER = 60_000;

/** The driver took a command and does not answer. */
export class StandsStill extends Error {}

/** What the engine's processes are at: state and, where the kernel tells, what each waits for. */
function standing() {
  const read = (pid, file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').trim();
    } catch {
      return ''; // it has ended meanwhile
    }
  };
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [pid, read(pid, 'comm')])
    .filter(([, name]) => /WebKit|MiniBrowser|Xvfb/.test(name));
  return processes.map(([pid, name]) => `${name} ${/^State:\s+(.*)$/m.exec(read(pid, 'status'))?.[1]} ${read(pid, 'wchan')}`).join('; ');
}

const libraries = '/usr/lib';
/** The browser that comes with the driver's library; its folder has the machine's name in it. */
const miniBrowser = () =>
  process.env.WEBKIT ??
  readdirSync(libraries)
    .map((folder) => path.join(libraries, folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find(existsSync);

/** Asks again until the answer is one; the last failure is what is said when time is up. */
async function until(ask, what) {
  const end = Date.now() + BOUND;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      if (Date.now() > end) throw new Error(`not within ${BOUND / 1000} s: ${what}`);
    } catch (error) {
      if (error instanceof StandsStill || Date.now() > end) throw error;
    }
    await pause(50);
  }
}

/** A screen in memory; it says its number when it stands. */
function startScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    screen.once('error', reject).once('exit', (code) => reject(new Error(`Xvfb ended: ${code}`)));
    screen.stdio[3].once('data', (number) => resolve({ screen, display: `:${String(number).trim()}` }));
  });
}

/** A browser with one page; English is its language, and what is not on this machine is not reached. */
export async function launchWebKit() {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: 'en_US.UTF-8',
      LANGUAGE: 'en',
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    stdio: 'ignore',
  });
  const stop = () => [driver, screen].forEach((child) => child.kill());
  const missing = new Promise((_, reject) => driver.once('error', reject));
  try {
    await Promise.race([missing, until(async () => (await fetch(`${base}/status`)).ok, 'the driver answers')]);
    const browser = { binary: miniBrowser(), args: ['--automation', '--proxy=http://127.0.0.1:9', '--ignore-host=127.0.0.1'] };
    const { sessionId } = await send(`${base}/session`, 'POST', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } });
    return pageOf(`${base}/session/${sessionId}`, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

async function send(url, method, body) {
  const what = `${method} ${new URL(url).pathname}`;
  const asked = fetch(url, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(ANSWER) });
  const [answer, { value }] = await asked
    .then(async (answer) => [answer, await answer.json()])
    .catch((error) => {
      throw error.name === 'TimeoutError' ? new StandsStill(`${what} was not answered within ${ANSWER / 1000} s (${standing()})`) : error;
    });
  if (!answer.ok) throw new Error(`${what}: ${value.error}: ${value.message}`);
  return value;
}

/** The keys of WebDriver that tests press. */
export const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', End: '\uE010', ArrowDown: '\uE015' };

function pageOf(session, stop) {
  const command = (name, body) => send(`${session}/${name}`, 'POST', body);
  const find = async (selector) => Object.values(await command('element', { using: 'css selector', value: selector }))[0];
  const evaluate = (run, ...args) => command('execute/sync', { script: `return (${run}).apply(null, arguments)`, args });
  return {
    evaluate,
    goto: (url) => command('url', { url }),
    /** Waits until the page says yes. */
    holds: (condition, what, ...args) => until(() => evaluate(condition, ...args), what),
    /** What is below the window is brought into it first: the driver scrolls as the page does, smoothly, and does not wait. */
    async click(selector) {
      await evaluate((wanted) => document.querySelector(wanted).scrollIntoView({ block: 'center', behavior: 'instant' }), selector);
      await command(`element/${await find(selector)}/click`, {});
    },
    choose: (selector, value) =>
      evaluate(
        (wanted, choice) => {
          const field = document.querySelector(wanted);
          field.value = choice;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        selector,
        value,
      ),
    type: async (selector, text) => command(`element/${await find(selector)}/value`, { text }),
    press: (key) =>
      command('actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value: key },
              { type: 'keyUp', value: key },
            ],
          },
        ],
      }),
    async close() {
      await send(session, 'DELETE').catch(() => {}); // a browser that has died is closed already
      stop();
    },
    /** Without asking: what stands still would not answer. */
    kill: stop,
  };
}
