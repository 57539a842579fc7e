// The contact form and the CMS itself: what is written arrives, however late the form's code or the line is.
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { after, before, test } from 'node:test';
import { fill, typed } from '../support/contact.mjs';
import { alive, heldBack, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

test('what was typed before the island came to life is kept and sent', async () => {
  const { before: hold, release } = heldBack('ContactForm');
  const { page, context } = await site.open('/en/contact/', { before: hold });
  const form = page.locator('.contact-form');
  const { name, email, message } = typed;
  await fill(form, { name, email, message, subject: 'hr' });
  release();
  await alive(page, 'ContactForm');
  assert.equal(await form.locator('[name=message]').inputValue(), typed.message);
  assert.equal(await form.locator('[name=subject]').inputValue(), 'hr');
  await context.close();
});

test('what the form takes at most, the CMS takes too', async () => {
  const { page, context } = await site.open('/en/contact/');
  await alive(page, 'ContactForm');
  const longest = {
    name: 'Ə'.repeat(200),
    email: `${'a'.repeat(64)}@example.org`,
    phone: '1'.repeat(50),
    message: '🙂\n'.repeat(4_999) + '🙂🙂',
  };
  for (const [name, value] of Object.entries(longest))
    await page.locator(`.contact-form [name=${name}]`).evaluate((field, text) => (field.value = text), value);
  await page.locator('.contact-form [name=subject]').selectOption('hr');
  await page.locator('.contact-form__send').click();
  await page.locator('.contact-form[data-status=success]').waitFor();
  await context.close();
});

for (const [what, chunk] of [
  ['code', 'ContactForm'],
  ['code’s part that others share', 'react'],
])
  test(`a form whose ${what} does not come keeps what was typed, offers the mailbox and can be sent when the line is back`, async () => {
    let cut = true;
    const { page, context } = await site.open('/en/contact/', {
      before: ({ context: fresh }) => fresh.route(`**/assets/${chunk}-*.js*`, (route) => (cut ? route.abort() : route.continue())),
    });
    const form = page.locator('.contact-form');
    const { name, email, message } = typed;
    await fill(form, { name, email, message, subject: 'hr' });
    await page.locator('[data-island=ContactForm][data-failed]').waitFor({ state: 'attached' });
    const send = page.locator('.contact-form__send');
    const mailbox = page.locator('.contact-form__fallback a');
    for (const press of ['first', 'second']) {
      await send.click();
      await page.locator('[data-island=ContactForm][data-failed]').waitFor({ state: 'attached' });
      assert.deepEqual(
        [await mailbox.isVisible(), await send.isVisible(), await form.locator('[name=message]').inputValue()],
        [true, true, typed.message],
        press,
      );
    }
    const [text, button] = [await mailbox.boundingBox(), await send.boundingBox()];
    assert.ok(Math.abs(text.y - button.y) < 200, 'beside the button, where it is seen by who has pressed it');
    cut = false;
    await send.click();
    await page.locator('.contact-form[data-status=success]').waitFor();
    await context.close();
  });

test("the CMS itself takes the message at the form's own endpoint", async () => {
  const { page, context } = await site.open('/en/contact/');
  await alive(page, 'ContactForm');
  await fill(page.locator('.contact-form'));
  await page.locator('.contact-form [type=submit]').click();
  await eventually(async () => assert.equal(await page.locator('.contact-form').getAttribute('data-status'), 'success'));
  await context.close();
});

test('the focus of its button, before the form is alive, is no press of it', async () => {
  const { before: hold, release } = heldBack('ContactForm');
  const { page, context } = await site.open('/en/contact/', { before: hold });
  const send = page.locator('.contact-form__send');
  await alive(page, 'ScrollTop'); // the loader has run
  await send.focus();
  await page.locator('[data-island=ContactForm][data-loading]').waitFor();
  release();
  await page.locator('[data-island=ContactForm][data-hydrated]').waitFor();
  assert.deepEqual(await send.evaluate((button) => [document.activeElement === button, button.form.dataset.status ?? 'idle']), [
    true,
    'idle',
  ]);
  await send.press('Enter');
  await page.locator('.contact-form[data-status=error]').waitFor();
  await context.close();
});

test('a message that is on its way arrives, also when the visitor goes on in another language meanwhile', async () => {
  // A line that is slow for messages: the CMS hears of one when it is let go, unless the browser has given it up.
  let coming;
  let letGo;
  const slow = new Promise((resolve) => (coming = resolve));
  const line = createServer(async (asked, answer) => {
    const { method, url, headers } = asked;
    if (method === 'POST') {
      coming();
      await new Promise((resolve) => (letGo = resolve));
      if (answer.destroyed) return;
    }
    asked.pipe(request(site.url + url, { method, headers }, (found) => found.pipe(answer.writeHead(found.statusCode, found.headers))));
  });
  await new Promise((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { page, context } = await site.open('/robots.txt');
  try {
    await page.goto(`http://127.0.0.1:${line.address().port}/en/contact/`);
    await alive(page, 'ContactForm');
    const sentence = 'Sent a moment before going on';
    await fill(page.locator('.contact-form'), { ...typed, message: sentence });
    await page.locator('.contact-form__send').click();
    await slow;
    await page.locator('.header__language summary').click();
    await page.locator('.header__language a[hreflang=ru]').click();
    await page.waitForURL('**/ru/contact/');
    await alive(page, 'ScrollTop');
    letGo();
    const authorization = `Bearer ${await site.cms.token()}`;
    await eventually(async () => {
      const messages = await (await fetch(`${site.url}/api/messages/`, { headers: { authorization } })).json();
      assert.ok(messages.some(({ message }) => message === sentence));
    });
  } finally {
    await context.close();
    line.closeAllConnections();
    line.close();
  }
});
