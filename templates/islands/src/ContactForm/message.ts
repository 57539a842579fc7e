import type { ContactFormProps } from './props';

/** Fields that must not be empty, in the order of the form. */
export const REQUIRED = ['name', 'email', 'subject', 'message'] as const;
export type Required = (typeof REQUIRED)[number];
/** How many letters the CMS takes (`cms/src/messages/form.rs`); what is longer it refuses, however often it comes. */
export const LIMITS = { name: 200, email: 254, phone: 50, message: 10_000 } as const;
export type Limited = keyof typeof LIMITS;
/** What the browser's own check lets pass and no mailbox has: dots at an end or side by side, more than 64 letters before the `@`. */
export const ADDRESS = '(?=[^@]{1,64}@)[^.@]+([.][^.@]+)*@.*';
/** Filled by robots, and by a browser that fills in what it should not: the CMS keeps such a message apart, so that it is not lost. */
export const HONEYPOT = 'fax_number';

/** Milliseconds after which an unanswered sending counts as failed. */
const PATIENCE = 20_000;

const text = (data: FormData, name: string) => String(data.get(name) ?? '').trim();

export function missingFields(data: FormData): Required[] {
  return REQUIRED.filter((name) => text(data, name) === '');
}

/** The first field that is too long, and by how many letters. */
export function tooLong(data: FormData): { name: Limited; by: number } | undefined {
  return (Object.keys(LIMITS) as Limited[])
    .map((name) => ({ name, by: [...text(data, name).replace(/\r\n/g, '\n')].length - LIMITS[name] }))
    .find(({ by }) => by > 0);
}

type Account = Pick<ContactFormProps, 'service_id' | 'template_id' | 'user_id'>;

/** The JSON of the e-mail service's send call. */
export function envelope({ service_id, template_id, user_id }: Account, data: FormData): string {
  return JSON.stringify({
    service_id,
    template_id,
    user_id,
    template_params: {
      from_name: text(data, 'name'),
      from_email: text(data, 'email'),
      phone: text(data, 'phone'),
      subject: text(data, 'subject'),
      message: text(data, 'message'),
      [HONEYPOT]: text(data, HONEYPOT) || undefined,
    },
  });
}

/** Whether the message was accepted. */
export async function send(endpoint: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      keepalive: true, // it arrives also when the page is left meanwhile; what the CMS takes is below the 64 KB of such requests
      signal: AbortSignal.timeout?.(PATIENCE), // older browsers wait as long as they like
    });
    return response.ok;
  } catch {
    return false;
  }
}
