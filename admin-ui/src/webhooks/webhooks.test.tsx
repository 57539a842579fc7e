import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery, Webhook } from '../api/types';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';
import { isUnderWay } from './under-way';

const SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXM=';
const URL = 'https://hooks.site.example/a';
const LIST = 'GET /api/webhooks/';
const ADD = 'POST /api/webhooks/';
const LOG = 'GET /api/webhooks/1/deliveries/';
const TEST = 'POST /api/webhooks/1/test/';
const AGAIN = 'POST /api/webhooks/1/deliveries/7/send/';

function webhook(id: number, url: string, change: Partial<Webhook> = {}): Webhook {
  return { id, url, created_at: '2026-11-01T08:00:00Z', created_by: 'leyla', disabled_at: null, last: null, ...change };
}

function delivery(number: number, change: Partial<Delivery> = {}): Delivery {
  const at = '2026-11-02T08:00:00Z';
  return {
    number,
    event: `msg_${number}`,
    kind: 'site.published',
    at,
    state: 'delivered',
    attempts: 1,
    tried_at: at,
    status: 200,
    reason: null,
    detail: null,
    next_at: null,
    ...change,
  };
}

let server: FakeServer;
let webhooks: Webhook[];
let log: Delivery[];

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  log = [delivery(7, { state: 'failed', attempts: 8, status: 500, reason: 'status' })];
  webhooks = [webhook(1, URL, { last: log[0] ?? null })];
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on(LIST, () => json(webhooks))
    .on(LOG, () => json(log));
});

const add = async (url: string) => {
  await userEvent.type(await screen.findByLabelText('Address to notify'), url);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
};
const row = async () => within((await screen.findByText(URL)).closest('li') as HTMLElement);

describe('webhooks', () => {
  it('say what became of the last delivery', async () => {
    webhooks = [
      ...webhooks,
      webhook(2, 'https://b.site.example/', {
        last: delivery(8, { state: 'pending', status: null, reason: 'timeout', next_at: '2099-01-01T08:00:00Z' }),
      }),
      webhook(3, 'https://c.site.example/', { disabled_at: '2026-11-03T08:00:00Z', last: delivery(9, { kind: 'webhook.test' }) }),
      webhook(4, 'https://d.site.example/'),
    ];
    renderApp('/admin/webhooks');
    const first = await row();
    expect(first.getByText('Not delivered')).toBeVisible();
    expect(first.getByText('Answered 500 · 8 attempts')).toBeVisible();
    expect(screen.getByText(/^No answer in time · 1 attempt · next attempt January 1, 2099/)).toBeVisible();
    expect(screen.getByText(/^On November 3, 2026, 12:00 the address answered 410/)).toBeVisible();
    expect(screen.getByText('answered 200, November 2, 2026, 12:00')).toBeVisible();
    expect(screen.getByText('Nothing sent yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Webhooks' })).toHaveAttribute('aria-current', 'page');
  });

  it('are in the list, as what nobody has the secret of, where the answer was lost', async () => {
    const held = server.hold(ADD);
    renderApp('/admin/webhooks');
    await add('https://new.site.example/');
    webhooks = [...webhooks, webhook(2, 'https://new.site.example/')];
    held.lose();
    expect(await screen.findByText(/^Whether the address was added is not known/)).toBeVisible();
    expect(await screen.findByText('https://new.site.example/')).toBeVisible();
  });

  it('show their secret once', async () => {
    server.on(ADD, () => {
      webhooks = [...webhooks, webhook(2, 'https://new.site.example/')];
      return json({ ...webhook(2, 'https://new.site.example/'), secret: SECRET }, 201);
    });
    const view = renderApp('/admin/webhooks');
    await add(' https://new.site.example/ ');
    const secret = await screen.findByLabelText('Signing secret');
    expect(secret).toHaveValue(SECRET);
    await waitFor(() => expect(secret).toHaveFocus());
    expect(server.asked(ADD)[0]?.json).toEqual({ url: 'https://new.site.example/' });
    expect(await screen.findByText('https://new.site.example/')).toBeVisible();
    view.unmount();
    renderApp('/admin/webhooks');
    await screen.findByText('https://new.site.example/');
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('are not added twice by two presses, and a refusal is explained', async () => {
    const held = server.hold(ADD);
    renderApp('/admin/webhooks');
    await add('http://hooks.site.example/');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(server.asked(ADD)).toHaveLength(1);
    held.answer(json({ errors: { url: ['insecure'] } }, 400));
    expect(await screen.findByText(/^Plain http:\/\/ is for this machine only/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    held.answer(json({}, 503));
    expect(await screen.findByText(/Try again/)).toBeVisible();
    expect(screen.queryByText(/^Plain http/)).toBeNull();
  });

  it('are tested, and the log shows what comes of it', async () => {
    server.on(TEST, () => {
      log = [delivery(8, { kind: 'webhook.test' }), ...log];
      webhooks = [webhook(1, URL, { last: log[0] ?? null })];
      return json(delivery(8, { kind: 'webhook.test', state: 'pending', attempts: 0, status: null, tried_at: null }), 202);
    });
    renderApp('/admin/webhooks');
    await userEvent.click(await screen.findByRole('button', { name: `${URL}: send a test` }));
    expect(await screen.findByText(/^A test is on its way/)).toBeVisible();
    const lines = within(await screen.findByRole('list', { name: `${URL}: deliveries` }));
    await waitFor(() => expect(lines.getAllByRole('listitem')).toHaveLength(2));
    expect(lines.getByText('Delivered')).toBeVisible();
    expect(screen.getByRole('button', { name: `${URL}: deliveries` })).toHaveAttribute('aria-expanded', 'true');
  });

  it('look again until what is under way has arrived', async () => {
    webhooks = [
      webhook(1, URL, {
        last: delivery(7, { state: 'pending', attempts: 0, status: null, tried_at: null, next_at: new Date().toISOString() }),
      }),
    ];
    renderApp('/admin/webhooks');
    expect(await screen.findByText('Queued')).toBeVisible();
    webhooks = [webhook(1, URL, { last: delivery(7) })];
    expect(await screen.findByText('Delivered', {}, { timeout: 20_000 })).toBeVisible();
  }, 30_000);

  it('look again whatever time it is here, and not for what is due much later', async () => {
    vi.setSystemTime('2026-11-02T07:00:00Z');
    webhooks = [
      webhook(1, URL, {
        last: delivery(7, { state: 'pending', attempts: 0, status: null, tried_at: null, next_at: '2026-11-02T08:00:00Z' }),
      }),
    ];
    renderApp('/admin/webhooks');
    expect(await screen.findByText('Queued')).toBeVisible();
    webhooks = [
      webhook(1, URL, { last: delivery(7, { state: 'pending', status: 500, reason: 'status', next_at: '2026-11-02T08:05:00Z' }) }),
    ];
    vi.setSystemTime('2026-11-02T09:00:00Z');
    expect(await screen.findByText(/^Answered 500 · 1 attempt · next attempt/, {}, { timeout: 20_000 })).toBeVisible();
    vi.useRealTimers();
    expect(isUnderWay(webhooks[0]?.last ?? null)).toBe(false);
  }, 30_000);

  it('send a delivery again, also for somebody who has closed the log before the answer', async () => {
    const held = server.hold(AGAIN);
    renderApp('/admin/webhooks');
    const toggle = await screen.findByRole('button', { name: `${URL}: deliveries` });
    await userEvent.click(toggle);
    const again = await screen.findByRole('button', { name: /^November 2, 2026, 12:00: send again/ });
    await userEvent.click(again);
    await userEvent.click(again);
    expect(server.asked(AGAIN)).toHaveLength(1);
    await userEvent.click(toggle);
    expect(screen.queryByRole('button', { name: /send again/ })).toBeNull();
    const before = server.asked(LIST).length;
    log = [delivery(7)];
    webhooks = [webhook(1, URL, { last: delivery(7) })];
    held.answer(json(delivery(7, { state: 'pending', attempts: 0 }), 202));
    await waitFor(() => expect(server.asked(LIST).length).toBeGreaterThan(before));
    expect(await screen.findByText('Delivered')).toBeVisible();
  });

  it('are removed when that is meant', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    server.on('DELETE /api/webhooks/1/', () => {
      webhooks = [];
      return json(null, 204);
    });
    renderApp('/admin/webhooks');
    const button = await screen.findByRole('button', { name: `${URL}: remove` });
    await userEvent.click(button);
    expect(server.asked('DELETE /api/webhooks/1/')).toHaveLength(0);
    await userEvent.click(button);
    expect(await screen.findByText(`${URL} was removed.`)).toBeVisible();
    expect(screen.queryByRole('button', { name: `${URL}: remove` })).toBeNull();
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('heading', { name: 'Webhooks' })).toHaveFocus();
  });

  it('leave no secret behind', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    server.on(ADD, () => {
      webhooks = [...webhooks, webhook(2, 'https://new.site.example/')];
      return json({ ...webhook(2, 'https://new.site.example/'), secret: SECRET }, 201);
    });
    server.on('DELETE /api/webhooks/2/', () => json(null, 204));
    renderApp('/admin/webhooks');
    await add('https://new.site.example/');
    await userEvent.click(await screen.findByRole('button', { name: 'https://new.site.example/: remove' }));
    expect(await screen.findByText('https://new.site.example/ was removed.')).toBeVisible();
    expect(screen.queryByLabelText('Signing secret')).toBeNull();
  });

  it('take the focus from nobody who went on before one was removed', async () => {
    const held = server.hold('DELETE /api/webhooks/1/');
    renderApp('/admin/webhooks');
    await userEvent.click(await screen.findByRole('button', { name: `${URL}: remove` }));
    const address = screen.getByLabelText('Address to notify');
    await userEvent.type(address, 'https://');
    webhooks = [];
    await act(async () => held.answer(json(null, 204)));
    expect(await screen.findByText(`${URL} was removed.`)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(URL)).toBeNull());
    await userEvent.keyboard('b.az');
    expect(address).toHaveValue('https://b.az');
  });

  it.each([
    ['removed', `${URL}: remove`, 'DELETE /api/webhooks/1/'],
    ['tested', `${URL}: send a test`, TEST],
  ])('that somebody else has removed are gone from the list when they are %s, and that is said', async (_what, name, route) => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    server.on(route, () => {
      webhooks = [];
      return json({}, 404);
    });
    renderApp('/admin/webhooks');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('This is not there any more.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(URL)).toBeNull());
    expect(screen.getByText('This is not there any more.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Webhooks' })).toHaveFocus());
  });

  it('leave alone whoever has gone elsewhere before the answer', async () => {
    const held = server.hold(TEST);
    renderApp('/admin/webhooks');
    await userEvent.click(await screen.findByRole('button', { name: `${URL}: send a test` }));
    await userEvent.click(screen.getByRole('link', { name: 'API tokens' }));
    const focused = await screen.findByRole('heading', { name: 'New token' });
    held.answer(json({}, 404));
    await waitFor(() => expect(server.asked(TEST)).toHaveLength(1));
    expect(focused).toBeVisible();
    expect(screen.queryByText(/^A test is on its way/)).toBeNull();
  });

  it('are tested each for itself: an answer that comes late is told at its own address', async () => {
    const other = 'https://b.site.example/';
    webhooks = [...webhooks, webhook(2, other)];
    const held = server.hold(TEST);
    server.on('POST /api/webhooks/2/test/', () => json({}, 503));
    renderApp('/admin/webhooks');
    await userEvent.click(await screen.findByRole('button', { name: `${URL}: send a test` }));
    await userEvent.click(screen.getByRole('button', { name: `${other}: send a test` }));
    const second = within(screen.getByText(other).closest('li') as HTMLElement);
    expect(await second.findByText(/Try again/)).toBeVisible();
    await act(async () => held.answer(json(delivery(8, { kind: 'webhook.test', state: 'pending' }), 202)));
    expect(await (await row()).findByText(/^A test is on its way/)).toBeVisible();
    expect(second.queryByText(/^A test is on its way/)).toBeNull();
    expect(second.getByText(/Try again/)).toBeVisible();
    expect(screen.getByRole('button', { name: `${other}: send a test` })).toHaveFocus();
  });

  it('are for owners', async () => {
    server.on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'editor' })).on(LIST, () => json({}, 403));
    renderApp('/admin/webhooks');
    expect(await screen.findByText(/owner/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
  });
});
