import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inbox, inboxServer, list, message, opened, pageOf, row } from '../test/messages-page';
import { renderApp } from '../test/render-app';
import { json, type FakeServer } from '../test/server';

let server: FakeServer;

beforeEach(() => {
  server = inboxServer();
});

describe('the inbox', () => {
  it('tells in the menu how many nobody has opened, and opening one counts', async () => {
    renderApp('/admin/messages');
    expect(await screen.findByText('2 unread messages')).toBeInTheDocument();
    await opened(1);
    expect(await screen.findByText('1 unread message')).toBeInTheDocument();
    expect(server.asked('PATCH /api/messages/1/')[0]?.json).toEqual({ read: true });
  });

  it('says that a message is new apart from who wrote it', async () => {
    renderApp('/admin/messages');
    const { name } = message(1);
    const head = within(await row(1)).getByRole('button', { name: new RegExp(name) });
    expect(head).toHaveAccessibleName(expect.stringMatching(new RegExp(`^New ${name}`)));
  });

  it('is not shown to authors', async () => {
    server.on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'author' })).on(list('new'), () => json({}, 403));
    renderApp('/admin/messages');
    expect(await screen.findByText('This needs the role of an editor.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Messages/ })).toBeNull();
    expect(server.asked('GET /api/messages/counts/').length).toBeLessThanOrEqual(1);
  });

  it('calls a service that the firm has taken up since by its name, as soon as that is known', async () => {
    const held = server.hold('GET /api/blog/categories/');
    server.on(list('new'), () =>
      json([message(1, { subject: 'forensics' }), message(2, { subject: 'else' })], 200, { 'X-Total-Count': '2' }),
    );
    renderApp('/admin/messages');
    expect(within(await row(1)).getByText('forensics')).toBeVisible();
    await act(async () =>
      held.answer(json([{ id: 'forensics', title_az: 'Məhkəmə ekspertizası', title_en: 'Forensics and disputes', title_ru: '' }])),
    );
    expect(await within(await row(1)).findByText('Forensics and disputes')).toBeVisible();
    expect(within(await row(2)).getByText('else')).toBeVisible();
  });

  it('answers in one’s mail program', async () => {
    renderApp('/admin/messages');
    const reply = within(await opened(1)).getByRole('link', { name: 'Reply' });
    const address = reply.getAttribute('href') ?? '';
    expect(address).toMatch(/^mailto:visitor@example\.az\?subject=Re%3A%20Tax%20and%20legal&body=/);
    expect(decodeURIComponent(address)).toContain('> Words 1');
  });

  it('lets an answered message go, says so, and keeps the focus', async () => {
    renderApp('/admin/messages');
    await userEvent.click(within(await opened(1)).getByRole('button', { name: 'Mark as answered' }));
    expect(await screen.findByText('The message of Visitor 1 counts as answered.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Visitor 1')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
    expect(screen.getByText('Visitor 2')).toBeVisible();
  });

  it('finds words wherever the message is', async () => {
    server.on(`${list('all')}&q=vergi`, () => json([message(7, { state: 'archived', read: true })], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/messages');
    await userEvent.type(await screen.findByLabelText('Search messages'), ' vergi {Enter}');
    expect(await screen.findByText('Visitor 7')).toBeVisible();
    expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'End the search' }));
    expect(await screen.findByText('Visitor 2')).toBeVisible();
  });

  it('turns pages', async () => {
    server.on(list('new'), () => pageOf(inbox.all, { older: 19 })).on(list('new', '&before=1'), () => pageOf([message(9)], { newer: 20 }));
    renderApp('/admin/messages');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    expect(await screen.findByText('Visitor 9')).toBeVisible();
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Older' })).toBeDisabled();
    expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
  });

  it('goes back to the page before when the last message of the last one has left', async () => {
    let second = [message(1)];
    server
      .on(list('new'), () => pageOf([message(2)], { older: second.length }))
      .on(list('new', '&before=2'), () => pageOf(second, { newer: 1 }));
    renderApp('/admin/messages');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    const answered = within(await opened(1)).getByRole('button', { name: 'Mark as answered' });
    second = [];
    await userEvent.click(answered);
    expect(await screen.findByText('Visitor 2')).toBeVisible();
    expect(screen.queryByText('There are no messages here.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();

    // Another one has come: what was last known of the second page leads nobody back from it.
    second = [message(3)];
    await userEvent.click(screen.getByRole('button', { name: 'Answered' }));
    await userEvent.click(screen.getByRole('button', { name: /^New/ }));
    const older = await screen.findByRole('button', { name: 'Older' });
    const held = server.hold(list('new', '&before=2'));
    await userEvent.click(older);
    expect(screen.queryByText('There are no messages here.')).toBeNull();
    expect(screen.queryByText('Visitor 2')).toBeNull();
    held.answer(pageOf(second, { newer: 1 }));
    expect(await screen.findByText('Visitor 3')).toBeVisible();
  });

  it('leaves the focus in the search, and with whoever went on before an answer came', async () => {
    server.on(`${list('all')}&q=vergi`, () => json([message(7)], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/messages');
    const search = await screen.findByLabelText('Search messages');
    await userEvent.type(search, ' vergi {Enter}');
    expect(await screen.findByText('Visitor 7')).toBeVisible();
    expect(screen.getByLabelText('Search messages')).toHaveFocus();
    expect(screen.getByLabelText('Search messages')).toHaveValue('vergi');
    await userEvent.click(screen.getByRole('button', { name: 'End the search' }));
    expect(screen.getByLabelText('Search messages')).toHaveFocus();
    expect(screen.getByLabelText('Search messages')).toHaveValue('');

    const item = await opened(1);
    await screen.findByText('1 unread message');
    const held = server.hold('PATCH /api/messages/1/');
    await userEvent.click(within(item).getByRole('button', { name: 'Mark as answered' }));
    await userEvent.type(screen.getByLabelText('Search messages'), 'au');
    inbox.all = inbox.all.slice(0, 1);
    held.answer(json(message(1, { state: 'answered', read: true }), 200, { ETag: '"2"' }));
    await waitFor(() => expect(screen.queryByText('Visitor 1')).toBeNull());
    expect(screen.getByLabelText('Search messages')).toHaveFocus();
  });

  it('leaves another message as it is when the first is assigned late', async () => {
    renderApp('/admin/messages');
    const first = await opened(1);
    await screen.findByText('1 unread message');
    const held = server.hold('PATCH /api/messages/1/');
    server.on('PATCH /api/messages/2/', () => json(message(2, { read: true }), 200, { ETag: '"2"' }));
    await userEvent.selectOptions(within(first).getByRole('combobox'), 'leyla');
    const second = await opened(2);
    const note = within(second).getByRole('textbox', { name: /^Note/ });
    await userEvent.type(note, 'mine');
    const assigned = message(1, { read: true, assigned_to: { id: 1, username: 'leyla' } });
    inbox.all = [message(2, { read: true }), assigned];
    await act(async () => held.answer(json(assigned, 200, { ETag: '"2"' })));
    expect(await screen.findByText('To be answered by: leyla. Message: Visitor 1.')).toBeVisible();
    const who = within(await row(1)).getByRole('combobox', { name: 'To be answered by' });
    expect(who).toHaveValue('1');
    expect(who).toHaveAccessibleDescription('Visitor 1');
    expect(within(second).getByRole('combobox')).toHaveValue('');
    expect(note).toHaveValue('mine');
    expect(note).toHaveFocus();
  });

  describe('who is to answer, chosen again before the first choice is saved', () => {
    const PATCH = 'PATCH /api/messages/1/';
    const asked = () =>
      server
        .asked(PATCH)
        .map(({ json: change }) => change)
        .filter((change) => 'assigned_to' in (change as object));
    const murad = { id: 2, username: 'murad' };

    async function chosenTwice() {
      server.on('GET /api/messages/assignees/', () => json([{ id: 1, username: 'leyla' }, murad]));
      renderApp('/admin/messages');
      const item = await opened(1);
      await screen.findByText('1 unread message');
      const who = within(item).getByRole('combobox');
      await within(item).findByRole('option', { name: 'murad' });
      const first = server.hold(PATCH);
      await userEvent.selectOptions(who, 'leyla');
      expect(who).toHaveValue('1');
      await userEvent.selectOptions(who, 'murad');
      expect(who).toHaveValue('2');
      expect(asked()).toEqual([{ assigned_to: 1 }]);
      return { who, first };
    }

    it('is the last one, which is shown from the beginning', async () => {
      const { who, first } = await chosenTwice();
      const second = server.hold(PATCH);
      await act(async () => first.answer(json(message(1, { read: true, assigned_to: { id: 1, username: 'leyla' } }))));
      await waitFor(() => expect(asked()).toEqual([{ assigned_to: 1 }, { assigned_to: 2 }]));
      expect(who).toHaveValue('2');
      await act(async () => second.answer(json(message(1, { read: true, assigned_to: murad }))));
      expect(await screen.findByText('To be answered by: murad. Message: Visitor 1.')).toBeVisible();
      expect(who).toHaveValue('2');
    });

    it('is whoever it was when that fails', async () => {
      const { who, first } = await chosenTwice();
      await act(async () => first.answer(json({}, 503)));
      await waitFor(() => expect(who).toHaveValue(''));
      expect(screen.getByText('That did not work. Try again in a moment.')).toBeVisible();
      expect(asked()).toHaveLength(1);
    });
  });

  it('offers nobody as if there were nobody else when the list of colleagues did not arrive: it is asked for again', async () => {
    server.on('GET /api/messages/assignees/', () => json({}, 503));
    renderApp('/admin/messages');
    const item = within(await opened(1));
    expect(await item.findByText('The list of colleagues could not be loaded.')).toBeVisible();
    server.on('GET /api/messages/assignees/', () => json([{ id: 1, username: 'leyla' }]));
    await userEvent.click(item.getByRole('button', { name: 'Load again' }));
    expect(await item.findByRole('option', { name: 'leyla' })).toBeInTheDocument();
    expect(item.queryByText('The list of colleagues could not be loaded.')).toBeNull();
    expect(item.getByRole('combobox')).toHaveFocus();
  });

  it('says nothing of an earlier success beside a failure', async () => {
    renderApp('/admin/messages');
    const item = await opened(1);
    await screen.findByText('1 unread message');
    await userEvent.selectOptions(within(item).getByRole('combobox'), 'leyla');
    expect(await screen.findByText('To be answered by: leyla. Message: Visitor 1.')).toBeVisible();
    server.on('PATCH /api/messages/1/', () => json({}, 503));
    await userEvent.click(within(item).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('That did not work. Try again in a moment.')).toBeVisible();
    expect(screen.queryByText('To be answered by: leyla. Message: Visitor 1.')).toBeNull();
  });

  it('assigns and clears', async () => {
    server.on(list('suspected'), () => json([message(1, { suspected: 'robot' })], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/messages');
    await userEvent.selectOptions(within(await opened(1)).getByRole('combobox'), 'leyla');
    expect(await screen.findByText('To be answered by: leyla. Message: Visitor 1.')).toBeVisible();
    expect(server.asked('PATCH /api/messages/1/').at(-1)?.json).toEqual({ assigned_to: 1 });
    await userEvent.click(screen.getByRole('button', { name: /^Suspected/ }));
    const item = await opened(1);
    expect(within(item).queryByRole('link', { name: 'Reply' })).toBeNull();
    await userEvent.click(within(item).getByRole('button', { name: 'Not suspicious' }));
    expect(server.asked('PATCH /api/messages/1/').at(-1)?.json).toEqual({ suspected: false });
  });

  it('shows what has come as soon as the number beside it is known', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    renderApp('/admin/messages');
    await row(1);
    inbox.all = [message(3), ...inbox.all];
    act(() => void vi.advanceTimersByTime(60_000));
    vi.useRealTimers();
    expect(await row(3)).toBeVisible();
  });

  it('that somebody else has deleted goes, with what was written to it kept in sight', async () => {
    const gone = () => json({}, 404);
    server.on('GET /api/messages/1/', gone);
    renderApp('/admin/messages');
    const item = await opened(1);
    await screen.findByText('1 unread message');
    inbox.all = inbox.all.slice(0, 1);
    server.on('PATCH /api/messages/1/', gone).on('DELETE /api/messages/1/', gone);
    await userEvent.type(within(item).getByRole('textbox', { name: /^Note/ }), 'call him');
    await userEvent.click(within(item).getByRole('button', { name: 'Save the note' }));
    expect(await screen.findByText('Somebody else has deleted the message of Visitor 1.')).toBeVisible();
    expect(await screen.findByText(/^Notes that are not saved yet.*Visitor 1\.$/)).toBeVisible();
    expect(screen.getByText('call him')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Visitor 1/ })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
  });

  it('that two delete is deleted for both', async () => {
    server.on('DELETE /api/messages/2/', () => {
      inbox.all = inbox.all.slice(1);
      return json({}, 404);
    });
    renderApp('/admin/messages');
    await userEvent.click(within(await opened(2)).getByRole('button', { name: 'Delete the message of Visitor 2' }));
    expect(await screen.findByText('The message of Visitor 2 was deleted.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Visitor 2')).toBeNull());
  });

  it('asks before it deletes', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    server.on('DELETE /api/messages/2/', () => {
      inbox.all = inbox.all.slice(1);
      return json(null, 204);
    });
    renderApp('/admin/messages');
    const remove = within(await opened(2)).getByRole('button', { name: 'Delete the message of Visitor 2' });
    await userEvent.click(remove);
    expect(server.asked('DELETE /api/messages/2/')).toHaveLength(0);
    confirm.mockReturnValue(true);
    await userEvent.click(remove);
    expect(await screen.findByText('The message of Visitor 2 was deleted.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Visitor 2')).toBeNull());
  });
});
