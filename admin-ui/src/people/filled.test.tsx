import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

let server: FakeServer;
beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on('GET /api/users/', () => json([]))
    .on('GET /api/users/invitations/', () => json([]))
    .on('GET /api/tokens/', () => json([]))
    .on('GET /api/webhooks/', () => json([]));
});

describe.each([
  [
    'an invitation',
    '/admin/people',
    'User name',
    'Invite',
    'Enter a user name.',
    'POST /api/users/invitations/',
    'There is a user of this name already.',
  ],
  [
    'a token',
    '/admin/tokens',
    'What it is for',
    'Create',
    'Say what it is for.',
    'POST /api/tokens/',
    'There is a token of this name already.',
  ],
  [
    'a webhook',
    '/admin/webhooks',
    'Address to notify',
    'Add',
    'Enter an address.',
    'POST /api/webhooks/',
    'That did not work. Try again in a moment.',
  ],
])('the name of %s', (_, path, label, button, sentence, call, failure) => {
  it.each([
    ['nothing', ''],
    ['blanks', '   '],
  ])('that is %s is asked for at its field, in the words of the page', async (__, typed) => {
    renderApp(path);
    const field = await screen.findByLabelText(label);
    if (typed) await userEvent.type(field, typed);
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(screen.getByText(sentence)).toBeVisible();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveAccessibleDescription(sentence);
    expect(server.asked(call)).toEqual([]);
    await userEvent.type(field, ' ');
    expect(field).toHaveAttribute('aria-invalid', 'true');
    await userEvent.type(field, 'a');
    expect(field).toHaveAttribute('aria-invalid', 'false');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('is not called refused when it is another one by then', async () => {
    server.on(call, () => json({}, 400));
    renderApp(path);
    const field = await screen.findByLabelText(label);
    await userEvent.type(field, 'a');
    await userEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(failure));
    await userEvent.clear(field);
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(field).toHaveAccessibleDescription(sentence);
    await userEvent.type(field, 'b');
    expect(field).toHaveAccessibleDescription('');
  });
});
