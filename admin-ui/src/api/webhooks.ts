import { authorisedCall, readJson } from './client';
import type { Delivery, Webhook, WebhookSecret } from './types';

const WEBHOOKS = '/api/webhooks/';

export async function listWebhooks(): Promise<Webhook[]> {
  return readJson(await authorisedCall(WEBHOOKS));
}

/** The secret is told once. 400: `errors.url` says why not. */
export async function addWebhook(url: string): Promise<WebhookSecret> {
  return readJson(await authorisedCall(WEBHOOKS, { method: 'POST', json: { url } }));
}

export async function removeWebhook(id: number): Promise<void> {
  await authorisedCall(`${WEBHOOKS}${id}/`, { method: 'DELETE' });
}

/** Newest first. */
export async function listDeliveries(id: number): Promise<Delivery[]> {
  return readJson(await authorisedCall(`${WEBHOOKS}${id}/deliveries/`));
}

/** Something goes out now; the log says what comes of it. */
export async function testWebhook(id: number): Promise<Delivery> {
  return readJson(await authorisedCall(`${WEBHOOKS}${id}/test/`, { method: 'POST' }));
}

export async function sendAgain(id: number, number: number): Promise<Delivery> {
  return readJson(await authorisedCall(`${WEBHOOKS}${id}/deliveries/${number}/send/`, { method: 'POST' }));
}
