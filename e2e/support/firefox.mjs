// Debian's Firefox, driven by puppeteer-core over WebDriver BiDi; nothing is downloaded and no geckodriver is needed.
import puppeteer from 'puppeteer-core';

/** What is not on this machine is not reached: the port answers nobody. */
const alone = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

export const launchFirefox = () =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: { ...alone, 'intl.accept_languages': 'en' },
  });

/** A page in a context of its own that collects what its console shows, what it throws, and the texts of its dialogs. */
export async function openFirefox(browser, { width = 1440, height = 900 } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height });
  const messages = [];
  const alerts = [];
  page.on('console', (message) => ['warn', 'error'].includes(message.type()) && messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    dialog.accept().catch(() => {}); // the page may be closed before the answer is back
  });
  return { page, context, messages, alerts };
}

/** Shows every island of the page to the visitor and touches those that wait for that; gives the names of those that did not come alive. */
export async function wake(page) {
  const due = await page.evaluate(() => `[data-island]${location.search ? '' : ':not([data-hydrate^=query])'}`);
  for (const island of await page.$$(due)) {
    await island.evaluate((element) => {
      element.scrollIntoView({ behavior: 'instant' });
      if (element.dataset.hydrate === 'interaction') element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await page.waitForFunction(({ dataset }) => 'hydrated' in dataset || 'failed' in dataset, {}, island);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return page.$$eval('[data-failed]', (failed) => failed.map(({ dataset }) => dataset.island));
}
