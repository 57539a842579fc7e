// Debian's Chromium, driven by playwright-core; nothing is downloaded.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/**
 * Each window has two pages for the list below its address bar, which no test opens: more than a tenth of the processor time. Of two such
 * switches Chromium takes the last, so that what Playwright switches off stands here, too.
 */
const off = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding',
  'ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled',
  'PreconnectToSearch,msForceBrowserSignIn,msEdgeUpdateLaunchServicesPreferredVersion',
];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${off}`,
];

/** With tabs, an address bar and what a browser keeps of a page that is left: what a visitor has. */
export const wholeChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** The same engine without a window, which Playwright itself takes where there is no screen: a fifth less of the processor. */
const withoutWindow = '/usr/bin/chromium-headless-shell';
const quickest = !process.env.CHROMIUM && existsSync(withoutWindow) ? withoutWindow : wholeChromium;

/**
 * Each launch has a fresh user data directory of its own. `letters` is the size that the visitor has set for them, in pixels;
 * `whole` is for what shows in a window only, or is measured; `more` are further switches.
 */
export const launch = ({ letters, whole = false, more = [] } = {}) =>
  chromium.launch({
    executablePath: whole ? wholeChromium : quickest,
    headless: true,
    args: [...flags, ...more, ...(letters ? [`--blink-settings=defaultFontSize=${letters}`] : [])],
  });

export const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * A page in a context of its own that collects everything a visitor's console would show and every foreign request.
 * Foreign requests are answered with a page that has a button, as the map has, so that tests do not depend on the network.
 */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ ...desktop, locale: 'az-AZ', ...options });
  const page = await context.newPage();
  const messages = [];
  const foreign = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
  await context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1',
    (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>map</title><button>+</button>' });
    },
  );
  return { context, page, messages, foreign };
}

/** Waits until every island of the page that has started is hydrated. */
export const hydrated = (page, name) => page.waitForSelector(`[data-island="${name}"][data-hydrated]`, { state: 'attached' });
