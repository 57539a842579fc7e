import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import type { AuditEntry } from '../api/types';
import { sessionTokens } from '../auth/refresh';
import { storeTokens } from '../auth/session';
import { newQueryClient } from '../shell/query-client';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';
import { speak } from '../test/texts';
import { AuditPage } from './audit-page';
import { filterOf } from './filter';

function entry(id: number, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    at: '2026-11-01T08:00:00Z',
    kind: 'post_published',
    name: 'leyla',
    post: 7,
    subject: 'az,ru',
    address: '192.0.2.7',
    times: 1,
    until: null,
    ...change,
  };
}

const PAGE = 'page=1&page_size=50';
let server: FakeServer;

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on(`GET /api/audit/?${PAGE}`, () =>
      json(
        [entry(2), entry(1, { kind: 'sign_in_failed', name: '', post: null, subject: '', times: 40, until: '2026-11-01T08:30:00Z' })],
        200,
        { 'X-Total-Count': '51' },
      ),
    );
});

describe('the record of who did what', () => {
  it('says it in words', async () => {
    renderApp('/admin/audit');
    expect(await screen.findByText('Published', { selector: 'span' })).toBeVisible();
    expect(screen.getByText('AZ, RU')).toBeVisible();
    expect(screen.getByText('unknown')).toBeVisible();
    expect(screen.getByText(/^40 times, the last November 1, 2026, 12:30/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
  });

  it('says what was planned, for when, which of several targets, and who did it where nobody signed in', async () => {
    server.on(`GET /api/audit/?${PAGE}`, () =>
      json(
        [
          entry(5, { kind: 'plan_made', subject: 'unpublish: az,ru 2026-12-01T05:00:00Z' }),
          entry(4, { kind: 'plan_done', subject: 'publish: az' }),
          entry(3, { kind: 'deploy_failed', name: '', post: null, subject: '8, target 2', address: '' }),
          entry(2, { kind: 'webhook_disabled', name: '', post: null, subject: '3, hooks.example.az', address: '' }),
          entry(1, { kind: 'user_added', name: '', post: null, subject: 'orxan: author', address: 'shell' }),
        ],
        200,
        { 'X-Total-Count': '5' },
      ),
    );
    server.on(`GET /api/audit/?person=shell&${PAGE}`, () => json([entry(1, { subject: 'only there' })], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/audit');
    expect(await screen.findByText('taking off the site · AZ, RU · December 1, 2026, 09:00')).toBeVisible();
    expect(screen.getByText('publication · AZ')).toBeVisible();
    expect(screen.getByText('8, target 2')).toBeVisible();
    expect(screen.getAllByText('the system')).toHaveLength(2);
    await userEvent.click(screen.getByRole('link', { name: 'command line' }));
    expect(await screen.findByText('only there')).toBeVisible();
    expect(screen.getByLabelText('Who')).toHaveValue('shell');
  });

  it('leads to the message that was handled', async () => {
    server.on(`GET /api/audit/?${PAGE}`, () =>
      json([entry(1, { kind: 'message_handled', post: null, subject: '20' })], 200, { 'X-Total-Count': '1' }),
    );
    renderApp('/admin/audit');
    expect(await screen.findByRole('link', { name: 'no. 20' })).toHaveAttribute('href', '/admin/messages?folder=all&before=21');
  });

  it('says roles, shut accounts and numbers in words, and leads to pictures that are still there', async () => {
    const about = (id: number, kind: AuditEntry['kind'], subject: string) => entry(id, { kind, post: null, subject });
    server.on(`GET /api/audit/?${PAGE}`, () =>
      json(
        [
          about(8, 'user_changed', 'leyla: owner, disabled'),
          about(7, 'token_made', 'Import: at night: editor'),
          about(6, 'token_revoked', 'the author: editor'),
          about(5, 'invitation_accepted', 'author'),
          about(4, 'picture_described', '3'),
          about(3, 'picture_deleted', '2'),
          about(2, 'message_deleted', '9'),
          about(1, 'sign_in_revoked', ''),
        ],
        200,
        { 'X-Total-Count': '8' },
      ),
    );
    renderApp('/admin/audit');
    expect(await screen.findByText('leyla: Owner · May not sign in')).toBeVisible();
    expect(screen.getByText('Import: at night: Editor')).toBeVisible();
    expect(screen.getByText('the author: editor')).toBeVisible();
    expect(screen.getByText('Author', { selector: 'span' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'no. 3' })).toHaveAttribute('href', '/admin/pictures?picture=3');
    for (const gone of ['no. 2', 'no. 9']) expect(screen.getByText(gone, { selector: 'span' })).toBeVisible();
    expect(screen.getByText('Sign-in revoked: a token was used twice', { selector: 'span' })).toBeVisible();
  });

  it('can be filtered by everything that can be in it', async () => {
    renderApp('/admin/audit');
    for (const name of [
      'Signed in by a recovery code',
      'Turned two-step sign-in off',
      'Sign-in revoked: a token was used twice',
      'Asked for publication',
      'Sent a request for publication back',
    ])
      expect(await screen.findByRole('option', { name })).toBeInTheDocument();
  });

  it('is filtered by what is in the address, and begins again on the first page', async () => {
    server.on('GET /api/audit/?page=2&page_size=50', () => json([entry(9, { subject: 'the last' })], 200, { 'X-Total-Count': '51' }));
    server.on(`GET /api/audit/?person=leyla&kind=signed_in&${PAGE}`, () => json([], 200, { 'X-Total-Count': '0' }));
    renderApp('/admin/audit');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    expect(await screen.findByText('the last')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Who'), ' leyla ');
    await userEvent.selectOptions(screen.getByLabelText('What'), 'signed_in');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('There are no such entries.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(await screen.findByText('AZ, RU')).toBeVisible();
  });

  it('leaves the focus where the keyboard is, also when the answer comes late', async () => {
    const held = server.hold(`GET /api/audit/?person=leyla&${PAGE}`);
    server.on('GET /api/audit/?page=2&page_size=50', () => json([entry(9)], 200, { 'X-Total-Count': '51' }));
    renderApp('/admin/audit');
    await screen.findByText('AZ, RU');
    await userEvent.type(screen.getByLabelText('Who'), ' leyla {Enter}');
    expect(screen.getByLabelText('Who')).toHaveFocus();
    expect(screen.getByLabelText('Who')).toHaveValue('leyla');
    await userEvent.keyboard('1');
    held.answer(json([entry(4, { subject: 'only hers' })], 200, { 'X-Total-Count': '1' }));
    expect(await screen.findByText('only hers')).toBeVisible();
    expect(screen.getByLabelText('Who')).toHaveFocus();
    expect(screen.getByLabelText('Who')).toHaveValue('leyla1');
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(screen.getByLabelText('Who')).toHaveFocus();
    expect(screen.getByLabelText('Who')).toHaveValue('');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    expect(screen.getByRole('heading', { name: 'Activity' })).toHaveFocus();
  });

  it('shows its last page when the one of the address is not there', async () => {
    server
      .on('GET /api/audit/?page=9&page_size=50', () => json([], 200, { 'X-Total-Count': '51' }))
      .on('GET /api/audit/?page=2&page_size=50', () => json([entry(9, { subject: 'the last' })], 200, { 'X-Total-Count': '51' }));
    renderApp('/admin/audit?page=9');
    expect(await screen.findByText('the last')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Newer' })).toBeEnabled();
  });

  it('of a post is a press away', async () => {
    server.on(`GET /api/audit/?post=7&${PAGE}`, () => json([entry(3, { subject: 'only this' })], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/audit');
    await userEvent.click(await screen.findByRole('link', { name: 'no. 7' }));
    expect(await screen.findByText('only this')).toBeVisible();
    expect(screen.getByLabelText('Post no.')).toHaveValue('7');
  });

  it('comes as a file', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    server.on('GET /api/audit/?format=csv', () => json({}, 503));
    renderApp('/admin/audit');
    const button = await screen.findByRole('button', { name: 'Download as CSV' });
    await userEvent.click(button);
    expect(await screen.findByText(/The download failed/)).toBeVisible();
    server.on('GET /api/audit/?format=csv', () => new Response('at,kind', { headers: { 'Content-Type': 'text/csv' } }));
    await userEvent.click(button);
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(screen.queryByText(/The download failed/)).toBeNull();
  });

  it('is for owners', async () => {
    server
      .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'editor' }))
      .on(`GET /api/audit/?${PAGE}`, () => json({}, 403));
    renderApp('/admin/audit');
    expect(await screen.findByText('Only owners may see this.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull();
  });

  describe('has its filter in the fields', () => {
    const me = (role: string) => json({ id: 1, username: 'leyla', role });
    const HERS = `GET /api/audit/?person=leyla&kind=signed_in&${PAGE}`;

    /** The page alone, so that the role can be asked for again. */
    function alone() {
      speak();
      setTokenSource(sessionTokens);
      server.on(HERS, () => json([entry(4, { subject: 'only hers' })], 200, { 'X-Total-Count': '1' }));
      const client = newQueryClient();
      render(
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={['/?person=leyla&kind=signed_in']} useTransitions={false}>
            <AuditPage />
          </MemoryRouter>
        </QueryClientProvider>,
      );
      return client;
    }

    it('when the role comes after the address', async () => {
      server.on('GET /api/users/me/', () => me('editor'));
      const client = alone();
      expect(await screen.findByText('Only owners may see this.')).toBeVisible();
      server.on('GET /api/users/me/', () => me('owner'));
      await act(() => client.invalidateQueries({ queryKey: ['me'] }));
      expect(await screen.findByLabelText('Who')).toHaveValue('leyla');
      expect(screen.getByLabelText('What')).toHaveValue('signed_in');
      await userEvent.click(screen.getByRole('button', { name: 'Show' }));
      expect(await screen.findByText('only hers')).toBeVisible();
      expect(server.asked(`GET /api/audit/?${PAGE}`)).toEqual([]);
    });

    it('until somebody types in them: a role that comes then changes nothing', async () => {
      const held = server.hold('GET /api/users/me/');
      alone();
      await userEvent.type(await screen.findByLabelText('Who'), '1');
      await act(async () => held.answer(me('owner')));
      expect(await screen.findByText('only hers')).toBeVisible();
      expect(screen.getByLabelText('Who')).toHaveValue('leyla1');
    });

    it('as far as they can show it: a kind that nobody knows filters nothing', async () => {
      server.on(`GET /api/audit/?person=leyla&${PAGE}`, () => json([entry(4, { subject: 'only hers' })], 200, { 'X-Total-Count': '1' }));
      renderApp('/admin/audit?person=leyla&kind=moon_landed');
      expect(await screen.findByText('only hers')).toBeVisible();
      expect(screen.getByLabelText('Who')).toHaveValue('leyla');
      expect(screen.getByLabelText('What')).toHaveDisplayValue('Anything');
    });
  });
});

describe('the filter of an address', () => {
  it('means days of the office, the last one wholly', () => {
    const filter = filterOf(new URLSearchParams('from=2026-11-01&until=2026-11-01&post=x&person=a'));
    expect(filter).toEqual({ person: 'a', kind: '', post: '', from: '2026-10-31T20:00:00Z', until: '2026-11-01T20:00:00.000Z' });
  });
});
