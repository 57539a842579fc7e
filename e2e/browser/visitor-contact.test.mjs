// The contact form: its states and words in three languages, what it sends, and what it never does.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { phone } from '../support/browser.mjs';
import { fill, typed } from '../support/contact.mjs';
import { alive, startSite } from '../support/visitor.mjs';
import { eventually } from '../support/waiting.mjs';

const words = {
  en: {
    prefix: '/en',
    send: 'Send message',
    sending: 'Sending...',
    missing: 'Please fill in all required fields.',
    tooLong: 'Please shorten the text. Characters over the limit: 2.',
    failure: 'Failed to send message. Please try again later.',
    success: /sent successfully/,
  },
  az: {
    prefix: '',
    send: 'Mesajı göndərin',
    sending: 'Göndərilir...',
    missing: 'Zəhmət olmasa, doldurulması məcburi olan bütün xanaları doldurun.',
    tooLong: 'Zəhmət olmasa, mətni qısaldın. Artıq simvolların sayı: 2.',
    failure: 'Mesaj göndərilmədi. Zəhmət olmasa, bir qədər sonra yenidən cəhd edin.',
    success: /uğurla göndərildi/,
  },
  ru: {
    prefix: '/ru',
    send: 'Отправить сообщение',
    sending: 'Отправка...',
    missing: 'Пожалуйста, заполните все обязательные поля.',
    tooLong: 'Пожалуйста, сократите текст. Лишних символов: 2.',
    failure: 'Не удалось отправить сообщение. Пожалуйста, попробуйте позже.',
    success: /успешно отправлено/,
  },
};

let site;
before(async () => (site = await startSite()));
after(() => site?.stop());

/** The contact page with an endpoint that answers when the test says so. */
async function open(lang = 'en', options = {}) {
  const sent = [];
  let answer;
  const { page, context } = await site.open(`${words[lang].prefix}/contact/`, {
    ...options,
    before: ({ context: fresh }) =>
      fresh.route('**/api/contact/', async (route) => {
        sent.push({
          method: route.request().method(),
          type: route.request().headers()['content-type'],
          body: route.request().postDataJSON(),
        });
        const how = await new Promise((resolve) => (answer = resolve));
        await (how === 'refused' ? route.abort() : route.fulfill({ status: how, contentType: 'application/json', body: '{}' }));
      }),
  });
  await alive(page, 'ContactForm');
  const form = page.locator('.contact-form');
  const field = (name) => form.locator(`[name=${name}]`);
  return {
    page,
    form,
    field,
    sent,
    button: form.locator('[type=submit]'),
    answer: async (how) => {
      await eventually(() => assert.ok(answer, 'a request is under way'));
      answer(how);
      answer = undefined;
    },
    state: (expected) => eventually(async () => assert.equal(await form.getAttribute('data-status'), expected)),
    alert: () => form.locator('[role=alert]').innerText(),
    status: () => form.locator('[role=status]').innerText(),
    focused: (locator) =>
      eventually(async () => assert.equal(await locator.evaluate((element) => element === document.activeElement), true, 'has the focus')),
    /** Seen now, below the header. */
    inView: (...selectors) =>
      eventually(async () => {
        for (const selector of selectors) {
          const { top, bottom } = await form.locator(selector).evaluate((element) => element.getBoundingClientRect());
          const header = await page.locator('.header').evaluate((element) => element.getBoundingClientRect().bottom);
          assert.ok(top >= header && bottom <= page.viewportSize().height, `${selector} at ${top} to ${bottom}`);
        }
      }),
    fill: (values = typed) => fill(form, values),
    values: async () =>
      Object.fromEntries(await Promise.all(Object.keys(typed).map(async (name) => [name, await field(name).inputValue()]))),
    close: () => context.close(),
  };
}
const empty = { name: '', email: '', phone: '', subject: '', message: '' };

test('who hears the form is told of no field that it is wrong before it was sent', async () => {
  const form = await open();
  const client = await form.page.context().newCDPSession(form.page);
  const wrong = async () => {
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ properties = [] }) => properties.some(({ name, value }) => name === 'invalid' && value.value !== 'false'))
      .map(({ name }) => name.value)
      .sort();
  };
  assert.deepEqual(await wrong(), []);
  await form.fill({ name: typed.name });
  await form.button.click();
  await form.state('error');
  assert.deepEqual(await wrong(), ['E-mail', 'Message', 'Subject']);
  await form.close();
});

for (const forcedColors of ['none', 'active'])
  test(`a field that lacks something has a bar at its side, where nothing is told by colours, too (forced: ${forcedColors})`, async () => {
    const form = await open('en', { forcedColors });
    const bars = () =>
      form.form.locator('.field__input').evaluateAll((all) => all.map((one) => getComputedStyle(one).borderInlineStartWidth));
    assert.deepEqual(await bars(), ['1px', '1px', '1px', '1px', '1px']);
    const words = () =>
      form
        .field('name')
        .evaluate((one) => parseFloat(getComputedStyle(one).borderInlineStartWidth) + parseFloat(getComputedStyle(one).paddingInlineStart));
    const before = await words();
    await form.button.click();
    await form.state('error');
    assert.deepEqual(await bars(), ['4px', '4px', '1px', '4px', '4px']);
    assert.equal(await words(), before, 'what is written stays where it is');
    await form.close();
  });

for (const lang of ['en', 'az', 'ru'])
  describe(`178-181, 263-266: the states in ${lang}`, () => {
    let form;
    before(async () => (form = await open(lang)));
    after(() => form.close());

    test('a missing field is an error that is announced, and the first one has the focus', async () => {
      await form.state('idle');
      await form.button.click();
      await form.state('error');
      assert.equal(await form.alert(), words[lang].missing);
      await form.inView('[role=alert]', '[name=name]');
      for (const name of ['name', 'email', 'subject', 'message'])
        assert.equal(await form.field(name).getAttribute('aria-invalid'), 'true', name);
      assert.equal(await form.field('phone').getAttribute('aria-invalid'), null);
      assert.equal(await form.field('name').evaluate((field) => field === document.activeElement), true);
      assert.deepEqual(form.sent, []);
    });

    test('a message that is too long is an error of its field, and is kept', async () => {
      const message = 'ə'.repeat(10_002);
      await form.fill({ ...typed, message });
      await form.button.click();
      await form.state('error');
      assert.equal(await form.alert(), words[lang].tooLong);
      await form.inView('[role=alert]', '[data-field=message] label');
      assert.equal(await form.field('message').evaluate((field) => field === document.activeElement), true);
      assert.equal(
        await form.field('message').getAttribute('aria-describedby'),
        await form.form.locator('[role=alert]').getAttribute('id'),
      );
      assert.equal(await form.field('message').inputValue(), message);
      assert.deepEqual(form.sent, []);
    });

    test('sending: the button is disabled and says so; a failure keeps what was typed', async () => {
      await form.fill();
      await form.button.click();
      await form.state('sending');
      assert.equal(await form.button.isDisabled(), true);
      assert.equal(await form.button.innerText(), words[lang].sending);
      assert.equal(await form.status(), words[lang].sending);
      await form.answer(500);
      await form.state('error');
      assert.equal(await form.alert(), words[lang].failure);
      assert.deepEqual(await form.values(), typed);
      assert.equal(await form.button.isEnabled(), true);
      assert.equal(await form.button.innerText(), words[lang].send);
      // What is disabled has lost the focus: without it Enter would not try again.
      await form.focused(form.button);
    });

    test('success is announced and clears the form', async () => {
      await form.button.click();
      await form.answer(200);
      await form.state('success');
      assert.match(await form.status(), words[lang].success);
      assert.equal(await form.alert(), '');
      assert.deepEqual(await form.values(), empty);
      await form.focused(form.button);
    });

    test('a visitor who has gone on to a field while it was sent stays there', async () => {
      await form.fill();
      await form.button.click();
      await form.state('sending');
      await form.field('phone').focus();
      await form.answer(500);
      await form.state('error');
      await form.focused(form.field('phone'));
    });
  });

describe('what it sends', () => {
  let form;
  before(async () => (form = await open('en')));
  after(() => form.close());

  test('258: the JSON of the e-mail service, once, however often one clicks', async () => {
    await form.fill();
    await form.button.evaluate((button) => {
      button.click();
      button.click();
      button.form.requestSubmit();
    });
    await form.field('name').press('Enter');
    await form.answer(200);
    await form.state('success');
    const { name, email, ...rest } = typed;
    assert.equal(form.sent.length, 1);
    assert.equal(form.sent[0].method, 'POST');
    assert.match(form.sent[0].type, /^application\/json/);
    assert.deepEqual(Object.keys(form.sent[0].body).sort(), ['service_id', 'template_id', 'template_params', 'user_id']);
    assert.deepEqual(form.sent[0].body.template_params, { from_name: name, from_email: email, ...rest });
  });

  test('213: the phone may be missing', async () => {
    await form.fill({ ...typed, phone: '' });
    await form.button.click();
    await form.answer(200);
    await form.state('success');
    assert.equal(form.sent[1].body.template_params.phone, '');
  });

  test('the network failing is a failure', async () => {
    await form.fill();
    await form.button.click();
    await form.answer('refused');
    await form.state('error');
    assert.equal(await form.alert(), words.en.failure);
    assert.deepEqual(await form.values(), typed);
  });

  test("212: the browser's own e-mail check", async () => {
    const before = form.sent.length;
    await form.fill({ email: 'leyla' });
    await form.button.click();
    assert.equal(await form.field('email').evaluate((field) => field.validity.typeMismatch), true);
    assert.equal(await form.field('email').evaluate((field) => field === document.activeElement), true);
    assert.equal(form.sent.length, before);
  });

  test('only blanks are missing too', async () => {
    await form.fill({ ...typed, message: '   \n ' });
    await form.button.click();
    await form.state('error');
    assert.equal(await form.alert(), words.en.missing);
    assert.equal(await form.field('message').getAttribute('aria-invalid'), 'true');
  });

  test('what robots fill into the honeypot goes along, and nobody else meets it', async () => {
    const trap = form.form.locator('.contact-form__trap input');
    assert.equal(await trap.getAttribute('tabindex'), '-1');
    assert.equal(await form.form.locator('.contact-form__trap').getAttribute('aria-hidden'), 'true');
    await form.fill();
    await trap.evaluate((input) => (input.value = 'http://spam.example'));
    await form.button.click();
    await form.answer(200);
    await form.state('success');
    assert.equal(form.sent.at(-1).body.template_params.fax_number, 'http://spam.example');
  });
});

test('209, 210, 214: required fields carry an asterisk, the phone its pattern', async () => {
  const form = await open('en');
  for (const name of ['name', 'email', 'subject', 'message', 'phone']) {
    const label = await form.form.locator(`[data-field=${name}] label`).innerText();
    assert.equal(label.includes('*'), name !== 'phone', name);
    assert.equal(await form.field(name).evaluate((field) => field.required), name !== 'phone', name);
  }
  assert.equal(await form.field('phone').getAttribute('placeholder'), '+994 XX XXX XX XX');
  await form.close();
});

test('on a phone it works as well', async () => {
  const form = await open('en', phone);
  await form.fill();
  await form.button.tap();
  await form.answer(200);
  await form.state('success');
  await form.close();
});

for (const [what, options] of [
  ['a desktop', {}],
  ['a phone', phone],
])
  test(`on ${what} the error is seen with whichever field is missing`, async () => {
    const form = await open('ru', options);
    for (const name of ['name', 'email', 'subject', 'message']) {
      await form.fill();
      await (name === 'subject' ? form.field(name).selectOption('') : form.field(name).fill(''));
      await form.button.click();
      await eventually(async () => assert.equal(await form.field(name).evaluate((field) => field === document.activeElement), true, name));
      assert.equal(await form.alert(), words.ru.missing);
      await form.inView('[role=alert]', `[data-field=${name}] label`);
    }
    await form.close();
  });

test('the error is seen also by who has scrolled past the field, down to the button at the upper edge', async () => {
  const form = await open('ru', phone);
  await form.fill({ ...typed, message: '' });
  await form.button.evaluate((button) => window.scrollBy({ top: button.getBoundingClientRect().top - 120, behavior: 'instant' }));
  await form.button.evaluate((button) => button.click()); // where it stands: the browser driver would scroll first
  await form.state('error');
  await form.inView('[role=alert]', '[data-field=message] label');
  await form.close();
});
