import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role, User } from '../api/types';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const SINCE = '2026-11-01T08:00:00Z';

function user(id: number, username: string, role: Role, disabled = false): User {
  return { id, username, role, disabled, second_step: false, created_at: SINCE, seen_at: null };
}

let server: FakeServer;
let users: User[];

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  users = [user(1, 'leyla', 'owner'), user(2, 'orxan', 'author')];
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
    .on('GET /api/users/', () => json(users))
    .on('GET /api/users/invitations/', () => json([]))
    .on('GET /api/blog/posts/', () => json([]));
});

async function row(name: string): Promise<HTMLElement> {
  const item = (await screen.findByText(name)).closest('li');
  if (!item) throw new Error(`no row of ${name}`);
  return item;
}

describe('the people of the desk', () => {
  it('are listed for owners only', async () => {
    const view = renderApp('/admin/people');
    expect(within(await row('leyla')).getByText(/you/)).toBeVisible();
    expect(within(await row('orxan')).getByRole('combobox', { name: 'Role of orxan' })).toHaveValue('author');
    expect(screen.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
    view.unmount();
    server.on('GET /api/users/me/', () => json({ id: 2, username: 'orxan', role: 'editor' }));
    renderApp('/admin/people');
    expect(await screen.findByText('Only owners may do that.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'People' })).toBeNull();
    expect(screen.getByRole('link', { name: 'My account' })).toBeVisible();
  });

  it('are not shown to who was an owner until a moment ago', async () => {
    server.on('GET /api/users/', () => json({}, 403)).on('GET /api/users/invitations/', () => json({}, 403));
    renderApp('/admin/people');
    expect(await screen.findByText('Only owners may do that.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Invite someone' })).toBeNull();
  });

  it('get another role', async () => {
    server.on('PATCH /api/users/2/', ({ json: change }) => {
      users = [user(1, 'leyla', 'owner'), user(2, 'orxan', (change as { role: Role }).role)];
      return json(users[1]);
    });
    renderApp('/admin/people');
    await userEvent.selectOptions(within(await row('orxan')).getByRole('combobox'), 'editor');
    expect(await screen.findByText('orxan is now Editor.')).toBeVisible();
    expect(within(await row('orxan')).getByRole('combobox')).toHaveValue('editor');
  });

  it('become owners by a yes only: an arrow key too many makes nobody one', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    server.on('PATCH /api/users/2/', ({ json: change }) => {
      users = [user(1, 'leyla', 'owner'), user(2, 'orxan', (change as { role: Role }).role)];
      return json(users[1]);
    });
    renderApp('/admin/people');
    const select = within(await row('orxan')).getByRole('combobox');
    await userEvent.selectOptions(select, 'owner');
    expect(confirm).toHaveBeenCalledWith('orxan becomes an owner and may change the role of anyone, yours too, and remove them. Go on?');
    expect(select).toHaveValue('author');
    await userEvent.selectOptions(select, 'editor');
    expect(await screen.findByText('orxan is now Editor.')).toBeVisible();
    await userEvent.selectOptions(select, 'owner');
    expect(select).toHaveValue('editor');
    expect(server.asked('PATCH /api/users/2/').map(({ json: change }) => change)).toEqual([{ role: 'editor' }]);
    expect(confirm).toHaveBeenCalledTimes(2);
    confirm.mockReturnValue(true);
    await userEvent.selectOptions(select, 'owner');
    expect(await screen.findByText('orxan is now Owner.')).toBeVisible();
  });

  it('have the role that the server says, whichever of two changes is answered first', async () => {
    const held = server.hold('PATCH /api/users/2/');
    server.on('PATCH /api/users/1/', () => json({}, 409));
    renderApp('/admin/people');
    await userEvent.selectOptions(within(await row('orxan')).getByRole('combobox'), 'editor');
    const own = within(await row('leyla')).getByRole('combobox');
    await userEvent.selectOptions(own, 'author');
    expect(await within(await row('leyla')).findByText(/The last owner cannot be changed/)).toBeVisible();
    users = users.map((one) => (one.id === 2 ? { ...one, role: 'editor' } : one));
    await act(async () => held.answer(json(users[1])));
    expect(await screen.findByText('orxan is now Editor.')).toBeVisible();
    await waitFor(async () => expect(within(await row('orxan')).getByRole('combobox')).toHaveValue('editor'));
    expect(own).toHaveValue('owner');
    expect(own).toHaveFocus();
    expect(within(await row('leyla')).getByText(/The last owner cannot be changed/)).toBeVisible();
  });

  describe('whose role is chosen again before the first choice is saved', () => {
    const PATCH = 'PATCH /api/users/2/';
    const roles = () => server.asked(PATCH).map(({ json: change }) => (change as { role: Role }).role);
    /** `editor` is on its way, `owner` chosen since. */
    async function choosing() {
      vi.spyOn(window, 'confirm').mockReturnValue(true);
      const held = server.hold(PATCH);
      renderApp('/admin/people');
      const select = within(await row('orxan')).getByRole('combobox');
      await userEvent.selectOptions(select, 'editor');
      await waitFor(() => expect(roles()).toEqual(['editor']));
      await userEvent.selectOptions(select, 'owner');
      const answer = async (role: Role) => {
        users = [user(1, 'leyla', 'owner'), user(2, 'orxan', role)];
        await act(async () => held.answer(json(users[1])));
      };
      return { select, held, answer };
    }

    it('get the last one after it, which is shown meanwhile', async () => {
      const { select, answer } = await choosing();
      expect(select).toHaveValue('owner');
      expect(roles()).toEqual(['editor']);
      await answer('editor');
      await waitFor(() => expect(roles()).toEqual(['editor', 'owner']));
      expect(select).toHaveValue('owner');
      await answer('owner');
      expect(await screen.findByText('orxan is now Owner.')).toBeVisible();
      expect(screen.queryByText('orxan is now Editor.')).toBeNull();
      expect(select).toHaveValue('owner');
    });

    it('keep the first one when it is chosen once more, without another call', async () => {
      const { select, answer } = await choosing();
      await userEvent.selectOptions(select, 'editor');
      await answer('editor');
      expect(await screen.findByText('orxan is now Editor.')).toBeVisible();
      expect(roles()).toEqual(['editor']);
      expect(select).toHaveValue('editor');
    });

    it('get their first one back when it is chosen while the list is read', async () => {
      const { select, answer } = await choosing();
      await userEvent.selectOptions(select, 'editor');
      const list = server.hold('GET /api/users/');
      await answer('editor');
      await waitFor(() => expect(server.asked('GET /api/users/')).toHaveLength(2));
      await userEvent.selectOptions(select, 'author');
      await waitFor(() => expect(roles()).toEqual(['editor', 'author']));
      expect(select).toHaveValue('author');
      await answer('author');
      server.on('GET /api/users/', () => json(users));
      await act(async () => list.answer(json(users)));
      expect(await screen.findByText('orxan is now Author.')).toBeVisible();
      expect(select).toHaveValue('author');
    });

    it('have what the server kept where the last one is refused, and that is said', async () => {
      const { select, held, answer } = await choosing();
      await answer('editor');
      await waitFor(() => expect(roles()).toEqual(['editor', 'owner']));
      await act(async () => held.answer(json({}, 500)));
      expect(await within(await row('orxan')).findByRole('alert')).not.toBeEmptyDOMElement();
      expect(await screen.findByText('orxan is now Editor.')).toBeVisible();
      await waitFor(() => expect(select).toHaveValue('editor'));
    });

    it('get it also when something else about them is on its way', async () => {
      const held = server.hold(PATCH);
      vi.spyOn(window, 'confirm').mockReturnValue(true);
      renderApp('/admin/people');
      const orxan = within(await row('orxan'));
      await userEvent.click(orxan.getByRole('button', { name: 'Disable orxan' }));
      await userEvent.selectOptions(orxan.getByRole('combobox'), 'editor');
      expect(orxan.getByRole('combobox')).toHaveValue('editor');
      expect(server.asked(PATCH).map(({ json: change }) => change)).toEqual([{ disabled: true }]);
      await act(async () => held.answer(json(user(2, 'orxan', 'author', true))));
      await waitFor(() => expect(server.asked(PATCH).map(({ json: change }) => change)).toEqual([{ disabled: true }, { role: 'editor' }]));
    });
  });

  it('change their own role only when they mean it', async () => {
    server.on('PATCH /api/users/1/', () => json(null, 204));
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    renderApp('/admin/people');
    const combobox = within(await row('leyla')).getByRole('combobox');
    await userEvent.selectOptions(combobox, 'editor');
    expect(confirm).toHaveBeenCalledWith('You are changing your own role to: Editor. You cannot take that back yourself. Go on?');
    expect(combobox).toHaveValue('owner');
    expect(server.asked('PATCH /api/users/1/')).toHaveLength(0);
    confirm.mockReturnValue(true);
    await userEvent.selectOptions(combobox, 'editor');
    await waitFor(() => expect(server.asked('PATCH /api/users/1/')).toHaveLength(1));
  });

  it('keep their last owner', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    server.on('PATCH /api/users/1/', () => json({}, 409));
    renderApp('/admin/people');
    const combobox = within(await row('leyla')).getByRole('combobox');
    await userEvent.selectOptions(combobox, 'author');
    expect(await within(await row('leyla')).findByText(/The last owner cannot be changed/)).toBeVisible();
    expect(combobox).toHaveValue('owner');
  });

  it('are asked about before an account is shut or removed', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    server.on('DELETE /api/users/2/', () => {
      users = users.slice(0, 1);
      return json(null, 204);
    });
    renderApp('/admin/people');
    const remove = within(await row('orxan')).getByRole('button', { name: 'Remove orxan' });
    await userEvent.click(remove);
    expect(server.asked('DELETE /api/users/2/')).toHaveLength(0);
    confirm.mockReturnValue(true);
    await userEvent.click(remove);
    expect(await screen.findByText('orxan was removed.')).toBeVisible();
    expect(screen.queryByText('orxan')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'People' })).toHaveFocus());
  });

  it('whom another owner has removed are gone from the list when something is changed about them, and that is said', async () => {
    server.on('PATCH /api/users/2/', () => {
      users = users.slice(0, 1);
      return json({}, 404);
    });
    renderApp('/admin/people');
    await userEvent.selectOptions(within(await row('orxan')).getByRole('combobox'), 'editor');
    await waitFor(() => expect(screen.queryByText('orxan')).toBeNull());
    expect(screen.getByText('This is not there any more.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'People' })).toHaveFocus());
  });

  it('take the focus from nobody who went on before somebody was removed', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const held = server.hold('DELETE /api/users/2/');
    renderApp('/admin/people');
    await userEvent.click(within(await row('orxan')).getByRole('button', { name: 'Remove orxan' }));
    const name = screen.getByLabelText('User name');
    await userEvent.type(name, 'ay');
    users = users.slice(0, 1);
    held.answer(json(null, 204));
    expect(await screen.findByText('orxan was removed.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('orxan')).toBeNull());
    await userEvent.keyboard('gün');
    expect(name).toHaveValue('aygün');
  });

  it('keep the focus on the page when a second step is reset or an invitation taken back', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    let invitations = [{ id: 5, username: 'aygün', role: 'author', invited_by: 'leyla', expires_at: SINCE }];
    users = [user(1, 'leyla', 'owner'), { ...user(2, 'orxan', 'author'), second_step: true }];
    server
      .on('GET /api/users/invitations/', () => json(invitations))
      .on('DELETE /api/users/2/second-step/', () => {
        users = [user(1, 'leyla', 'owner'), user(2, 'orxan', 'author')];
        return json(null, 204);
      })
      .on('DELETE /api/users/invitations/5/', () => {
        invitations = [];
        return json(null, 204);
      });
    renderApp('/admin/people');
    await userEvent.click(await screen.findByRole('button', { name: 'Reset second step: orxan' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset second step: orxan' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'People' })).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Take back the invitation for aygün' }));
    await waitFor(() => expect(screen.queryByText('aygün')).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Invite someone' })).toHaveFocus());
  });

  it('say nothing on a page that was left before the answer came', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const held = server.hold('DELETE /api/users/2/');
    const view = renderApp('/admin/people');
    await userEvent.click(within(await row('orxan')).getByRole('button', { name: 'Remove orxan' }));
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    await waitFor(() => expect(view.path()).toBe('/admin/account'));
    held.answer(json(null, 204));
    expect(await screen.findByRole('heading', { name: 'Password' })).toBeVisible();
    expect(screen.queryByText(/was removed/)).toBeNull();
  });

  it('are invited by a link that is shown once', async () => {
    server.on('POST /api/users/invitations/', ({ json: body }) => {
      const made = { ...(body as object), id: 5, invited_by: 'leyla', expires_at: SINCE };
      server.on('GET /api/users/invitations/', () => json([made]));
      return json({ ...made, url: '/login#invitation=geheim' }, 201);
    });
    renderApp('/admin/people');
    await userEvent.type(await screen.findByLabelText('User name'), ' aygün ');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'author');
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByLabelText('Invitation link')).toHaveValue('http://localhost/login#invitation=geheim');
    expect(server.asked('POST /api/users/invitations/')[0]?.json).toEqual({ username: 'aygün', role: 'author' });
    const link = screen.getByLabelText<HTMLInputElement>('Invitation link');
    const copy = screen.getByRole('button', { name: 'Copy' });
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await userEvent.click(copy);
    expect(await screen.findByText('The link was copied.')).toBeVisible();
    writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await userEvent.click(copy);
    expect(await screen.findByText(/^The browser did not allow copying/)).toBeVisible();
    expect(link).toHaveFocus();
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
    server.on('POST /api/users/invitations/', () => json({}, 400));
    await userEvent.type(screen.getByLabelText('User name'), 'orxan');
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('There is a user of this name already.')).toBeVisible();
    // Taken back, its link leads nowhere.
    server.on('DELETE /api/users/invitations/5/', () => json(null, 204));
    await userEvent.click(screen.getByRole('button', { name: 'Take back the invitation for aygün' }));
    expect(await screen.findByText('The invitation for aygün was taken back.')).toBeVisible();
    expect(screen.queryByLabelText('Invitation link')).toBeNull();
  });
});
