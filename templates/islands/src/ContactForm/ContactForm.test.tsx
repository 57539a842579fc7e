import { readFileSync } from 'node:fs';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { samples } from '../../test/samples';
import { ContactForm } from './ContactForm';
import { HONEYPOT, LIMITS } from './message';

const { words } = samples.ContactForm;
const form = () => document.querySelector('form') as HTMLFormElement;
const input = (name: string) => form().elements.namedItem(name) as HTMLInputElement;
const button = () => screen.getByRole('button') as HTMLButtonElement;
const alertText = () => screen.getByRole('alert').textContent;
const statusText = () => screen.getByRole('status').textContent;

const message = { name: 'Aygün', email: 'aygun@example.az', phone: '+994 50 000 00 00', subject: 'tax', message: 'Salam' };
const type = (values: Partial<typeof message>) => {
  for (const [name, value] of Object.entries(values)) input(name).value = value;
};
const submit = () => act(async () => void fireEvent.submit(form()));

let answer: (response: Response) => void;
const request = vi.fn<typeof fetch>();
const respond = (status: number) => act(async () => answer(new Response(null, { status })));

describe('ContactForm', () => {
  beforeEach(() => {
    request.mockReset().mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    vi.stubGlobal('fetch', request);
    render(<ContactForm {...samples.ContactForm} />);
  });

  it('marks four required fields, leaves the phone free and offers six subjects', () => {
    expect(['name', 'email', 'subject', 'message', 'phone'].map((name) => input(name).required)).toEqual([true, true, true, true, false]);
    expect(form().textContent?.match(/ \*/g)).toHaveLength(4);
    expect(input('phone').placeholder).toBe('+994 XX XXX XX XX');
    expect([...input('subject').querySelectorAll('option')].map((option) => option.value)).toEqual([
      '',
      'audit',
      'valuation',
      'tax',
      'consulting',
      'accounting',
      'hr',
    ]);
  });

  it("sends the e-mail service's JSON, then clears the form and says so", async () => {
    type(message);
    await submit();
    expect([button().disabled, button().textContent, statusText()]).toEqual([true, 'Sending...', 'Sending...']);
    const [address, init] = request.mock.calls[0] ?? [];
    expect([address, init?.method, init?.headers]).toEqual(['/api/contact/', 'POST', { 'content-type': 'application/json' }]);
    expect(JSON.parse(init?.body as string)).toEqual({
      service_id: 'service',
      template_id: 'template',
      user_id: 'user',
      template_params: { from_name: 'Aygün', from_email: 'aygun@example.az', phone: '+994 50 000 00 00', subject: 'tax', message: 'Salam' },
    });
    await respond(200);
    expect([button().disabled, button().textContent, statusText(), alertText()]).toEqual([false, 'Send', words.success, '']);
    expect(input('message').value).toBe('');
  });

  it('keeps what was typed after it was sent, and a page that is left does not take the message along', async () => {
    type(message);
    await submit();
    expect(request.mock.calls[0]?.[1]?.keepalive).toBe(true);
    type({ message: 'Salam! Bir sual da var' });
    await respond(200);
    expect([statusText(), input('name').value, input('message').value]).toEqual([words.success, message.name, 'Salam! Bir sual da var']);
    await submit();
    await respond(200);
    expect([request.mock.calls.length, input('message').value]).toEqual([2, '']);
  });

  it('sends, and waits without end, where the browser cannot end the waiting', async () => {
    vi.stubGlobal('AbortSignal', {});
    type(message);
    await submit();
    vi.unstubAllGlobals();
    await respond(200);
    expect([request.mock.calls[0]?.[1]?.signal, statusText()]).toEqual([undefined, words.success]);
  });

  it('does not send twice', async () => {
    type(message);
    await act(async () => {
      fireEvent.submit(form());
      fireEvent.submit(form());
    });
    expect(request).toHaveBeenCalledTimes(1);
  });

  it.each(['name', 'email', 'subject', 'message'] as const)('shows the error when %s is empty, and sends nothing', async (name) => {
    type({ ...message, [name]: ' ' });
    if (name === 'subject') input(name).value = '';
    await submit();
    expect(request).not.toHaveBeenCalled();
    expect(alertText()).toBe(words.missing);
    expect(document.activeElement).toBe(input(name));
    expect(input(name).getAttribute('aria-invalid')).toBe('true');
    expect(input(name).getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    expect(form().dataset.status).toBe('error');
  });

  it.each([
    ['name', 'name'],
    ['email', 'name'],
    ['subject', 'phone'],
    ['message', 'message'],
  ] as const)('says that %s is empty over its row, where it is seen', async (name, row) => {
    type({ ...message, [name]: '' });
    await submit();
    expect(screen.getByRole('alert').nextElementSibling?.getAttribute('data-field')).toBe(row);
  });

  it('describes the field before it takes the focus', async () => {
    let described: string | null = null;
    input('name').addEventListener('focus', () => {
      described = input('name').getAttribute('aria-describedby');
    });
    await submit();
    expect(described).toBe(screen.getByRole('alert').id);
  });

  it('sends without a phone', async () => {
    type({ ...message, phone: '' });
    await submit();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['name', 200, 'name'],
    ['email', 254, 'name'],
    ['phone', 50, 'phone'],
    ['message', 10_000, 'message'],
  ] as const)('says over its row by how much %s is too long, keeps it, and sends it when it is shortened', async (name, limit, row) => {
    const fits = name === 'email' ? `${'a'.repeat(limit - '@example.az'.length)}@example.az` : 'ə'.repeat(limit);
    type({ ...message, [name]: `${fits}əəə ` });
    await submit();
    expect(request).not.toHaveBeenCalled();
    expect(alertText()).toBe('Characters over the limit: 3.');
    expect(screen.getByRole('alert').nextElementSibling?.getAttribute('data-field')).toBe(row);
    expect(document.activeElement).toBe(input(name));
    expect([input(name).getAttribute('aria-invalid'), input(name).getAttribute('aria-describedby')]).toEqual([
      'true',
      screen.getByRole('alert').id,
    ]);
    expect(input(name).value).toContain(`${fits}əəə`);
    type({ [name]: name === 'email' ? message.email : fits });
    await submit();
    await respond(200);
    expect(statusText()).toBe(words.success);
  });

  it('counts letters as the CMS does: a sign of two units is one, an end of a line is one, blanks around are none', async () => {
    type({ ...message, message: `  ${'🙂\n'.repeat(4_999)}🙂🙂\n` });
    await submit();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('names what is missing before what is too long', async () => {
    type({ ...message, name: 'x'.repeat(201), message: '' });
    await submit();
    expect(alertText()).toBe(words.missing);
  });

  it('has the bounds of the API', () => {
    const { properties } = (
      JSON.parse(readFileSync('../../cms/openapi.json', 'utf8')) as {
        components: { schemas: { Letter: { properties: Record<string, { maxLength?: number }> } } };
      }
    ).components.schemas.Letter;
    expect({
      name: properties.from_name?.maxLength,
      email: properties.from_email?.maxLength,
      phone: properties.phone?.maxLength,
      message: properties.message?.maxLength,
    }).toEqual(LIMITS);
  });

  it.each(['leyla.@example.az', '.leyla@example.az', 'leyla..a@example.az', `${'a'.repeat(65)}@example.az`])(
    'has the browser refuse %s, which the browser takes and the CMS does not',
    async (email) => {
      type({ ...message, email });
      await submit();
      expect(request).not.toHaveBeenCalled();
      expect([input('email').validity.typeMismatch, input('email').validity.patternMismatch]).toEqual([false, true]);
    },
  );

  it('leaves the e-mail check to the browser', async () => {
    type({ ...message, email: 'not an address' });
    const report = vi.spyOn(form(), 'reportValidity');
    await submit();
    expect(report).toHaveReturnedWith(false);
    expect(request).not.toHaveBeenCalled();
  });

  it.each([
    ['is refused', () => respond(500)],
    ['finds no network', () => act(async () => answer(Promise.reject(new TypeError('network')) as never))],
  ])('keeps what was typed when sending %s, and can send again', async (_, fail) => {
    type(message);
    await submit();
    await fail();
    expect(alertText()).toBe('Failed to send message. Please try again later.');
    expect(Object.fromEntries(Object.keys(message).map((name) => [name, input(name).value]))).toEqual(message);
    expect(button().disabled).toBe(false);
    await submit();
    expect(alertText()).toBe('');
    await respond(200);
    expect(statusText()).toBe(words.success);
  });

  it('takes the second half of a double click, which may come after the answer, for no press', async () => {
    type(message);
    await submit();
    await respond(200);
    await act(async () => void fireEvent.click(button(), { detail: 2 }));
    expect([statusText(), alertText()]).toEqual([words.success, '']);
    await act(async () => void fireEvent.click(button(), { detail: 1 }));
    expect(alertText()).toBe(words.missing);
  });

  it('sends what the trap holds: a browser may have filled it in, and the CMS keeps such a message apart', async () => {
    type(message);
    input(HONEYPOT).value = '555';
    await submit();
    const [, { body }] = request.mock.calls[0] as [string, { body: string }];
    expect(JSON.parse(body)).toMatchObject({ template_params: { from_email: message.email, [HONEYPOT]: '555' } });
    await respond(503);
    expect(alertText()).toBe(words.failure);
    await submit();
    await respond(200);
    expect(statusText()).toBe(words.success);
  });
});
