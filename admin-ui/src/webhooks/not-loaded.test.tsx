import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const URL = 'https://hooks.site.example/';
const LOG = 'GET /api/webhooks/1/deliveries/';
const LABEL = `${URL}: deliveries`;

it('deliveries that could not be loaded come at the second try, and have the focus', async () => {
  storeTokens({ access: 'a', refresh: 'r' });
  const server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on('GET /api/webhooks/', () =>
      json([{ id: 1, url: URL, created_at: '2026-11-01T08:00:00Z', created_by: 'leyla', disabled_at: null, last: null }]),
    )
    .on(LOG, () => json({}, 500));
  renderApp('/admin/webhooks');
  await userEvent.click(await screen.findByRole('button', { name: LABEL }));
  const row = within(screen.getByText(URL).closest('li') as HTMLElement);
  expect(await row.findByText('The deliveries could not be loaded.')).toHaveAttribute('role', 'alert');
  server.on(LOG, () => json([]));
  await userEvent.click(row.getByRole('button', { name: 'Load again' }));
  expect(await row.findByText('Nothing sent yet.')).toBeVisible();
  await waitFor(() => expect(row.getByRole('list', { name: LABEL })).toHaveFocus());
});
