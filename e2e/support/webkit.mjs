// Debian's WebKitGTK, driven by its own WebKitWebDriver over W3C WebDriver: plain requests, on a screen of its own that nobody sees.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How long anything may take before it counts as hung. */
const BOUND = 120_000;
const libraries = '/usr/lib';
/** The browser that comes with the driver's library; its folder has the machine's name in it. */
const miniBrowser = () =>
  process.env.WEBKIT ?? readdirSync(libraries).map((folder) => path.join(libraries, folder, 'webkit2gtk-4.1/MiniBrowser')).find(existsSync);

/** Asks again until the answer is one; the last failure is what is said when time is up. */
async function until(ask, what) {
  const end = Date.now() + BOUND;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      if (Date.now() > end) throw new Error(`not within ${BOUND / 1000} s: ${what}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(50);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A screen in memory; it says its number when it stands. */
function startScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
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
    env: { ...process.env, DISPLAY: display, LANG: 'en_US.UTF-8', LANGUAGE: 'en', GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' }, stdio: 'ignore',
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
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(BOUND) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
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
    choose: (selector, value) => evaluate((wanted, choice) => {
      const field = document.querySelector(wanted);
      field.value = choice;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }, selector, value),
    type: async (selector, text) => command(`element/${await find(selector)}/value`, { text }),
    press: (key) => command('actions', {
      actions: [{ type: 'key', id: 'keyboard', actions: [{ type: 'keyDown', value: key }, { type: 'keyUp', value: key }] }],
    }),
    async close() {
      await send(session, 'DELETE').catch(() => {}); // a browser that has died is closed already
      stop();
    },
  };
}
