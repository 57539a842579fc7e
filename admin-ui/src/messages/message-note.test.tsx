import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inbox, inboxServer, list, message, opened, row } from '../test/messages-page';
import { renderApp } from '../test/render-app';
import { json, type FakeServer } from '../test/server';

let server: FakeServer;

beforeEach(() => {
  server = inboxServer();
});

describe('a note', () => {
  const note = (item: HTMLElement) => within(item).getByRole('textbox', { name: /^Note/ });

  it('is kept with the tag it was read with', async () => {
    server.on('GET /api/messages/1/', () => json(message(1), 200, { ETag: '"1"' }));
    renderApp('/admin/messages');
    const item = await opened(1);
    await userEvent.type(note(item), 'call him');
    await userEvent.click(within(item).getByRole('button', { name: 'Save the note' }));
    expect(await screen.findByText('The note was saved.')).toBeVisible();
    const [asked] = server.asked('PATCH /api/messages/1/').slice(-1);
    expect([asked?.json, asked?.headers.get('If-Match')]).toEqual([{ note: 'call him' }, '"1"']);
    expect(within(item).queryByRole('button', { name: 'Save the note' })).toBeNull();
    expect(note(item)).toHaveFocus();
  });

  it('never covers another’s words unseen, and is not lost when the line is', async () => {
    server.on('GET /api/messages/1/', () => json(message(1, { note: 'theirs' }), 200, { ETag: '"3"' }));
    renderApp('/admin/messages');
    const item = await opened(1);
    await userEvent.type(note(item), 'mine');
    const save = within(item).getByRole('button', { name: 'Save the note' });
    await userEvent.click(save);
    expect(await within(item).findByText('theirs')).toBeVisible();
    expect(server.asked('PATCH /api/messages/1/').filter(({ json: change }) => 'note' in (change as object))).toHaveLength(0);
    server.on('PATCH /api/messages/1/', () => json({}, 503));
    await userEvent.click(save);
    expect(await within(item).findByText(/That did not work/)).toBeVisible();
    expect(note(item)).toHaveValue('mine');
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    expect(confirm).toHaveBeenCalledOnce();
    expect(note(item)).toHaveValue('mine');
  });

  /** The server's side of the message: read with a tag, as it is now. */
  const readable = () =>
    server.on('GET /api/messages/1/', () =>
      json(
        inbox.all.find(({ id }) => id === 1),
        200,
        { ETag: '"1"' },
      ),
    );
  const noted = () =>
    server
      .asked('PATCH /api/messages/1/')
      .map(({ json: change }) => change)
      .filter((change) => 'note' in (change as object));

  it('keeps what is typed while an earlier state of it is saved', async () => {
    readable();
    renderApp('/admin/messages');
    const item = await opened(1);
    await screen.findByText('1 unread message');
    await userEvent.type(note(item), 'call');
    const held = server.hold('PATCH /api/messages/1/');
    await userEvent.click(within(item).getByRole('button', { name: 'Save the note' }));
    await waitFor(() => expect(noted()).toHaveLength(1));
    await userEvent.type(note(item), ' him');
    inbox.all = [message(2), message(1, { read: true, note: 'call' })];
    held.answer(json(inbox.all[1], 200, { ETag: '"2"' }));
    expect(await screen.findByText('The note was saved.')).toBeVisible();
    expect(note(item)).toHaveValue('call him');
    await userEvent.click(within(item).getByRole('button', { name: 'Save the note' }));
    await waitFor(() => expect(noted()).toEqual([{ note: 'call' }, { note: 'call him' }]));
  });

  it('goes along when the message is answered', async () => {
    readable();
    renderApp('/admin/messages');
    const item = await opened(1);
    await userEvent.type(note(item), 'called');
    await userEvent.click(within(item).getByRole('button', { name: 'Mark as answered' }));
    expect(await screen.findByText('The message of Visitor 1 counts as answered.')).toBeVisible();
    const sent = server.asked('PATCH /api/messages/1/').at(-1);
    expect([sent?.json, sent?.headers.get('If-Match')]).toEqual([{ state: 'answered', note: 'called' }, '"1"']);
    await waitFor(() => expect(screen.queryByText('Visitor 1')).toBeNull());
    expect(screen.queryByText(/^Notes that are not saved yet/)).toBeNull();
  });

  it('stays in sight with the message when another’s came first', async () => {
    server.on('GET /api/messages/1/', () => json(message(1, { note: 'theirs' }), 200, { ETag: '"3"' }));
    renderApp('/admin/messages');
    const item = await opened(1);
    await userEvent.type(note(item), 'mine');
    await userEvent.click(within(item).getByRole('button', { name: 'Archive' }));
    expect(await within(item).findByText('theirs')).toBeVisible();
    expect(noted()).toHaveLength(0);
    expect(note(item)).toHaveValue('mine');
    await userEvent.click(within(item).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(noted()).toEqual([{ state: 'archived', note: 'mine' }]));
  });

  it('is there again after another folder was looked at, and is not left unasked meanwhile', async () => {
    server.on(list('archived'), () => json([], 200, { 'X-Total-Count': '0' }));
    renderApp('/admin/messages');
    await userEvent.type(note(await opened(1)), 'mine');
    await userEvent.click(within(screen.getByRole('group', { name: 'Folders of messages' })).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Notes that are not saved yet, on messages not shown here: Visitor 1.')).toBeVisible();
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    expect(confirm).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: /^New/ }));
    expect(note(await row(1))).toHaveValue('mine');
    expect(note(await row(1))).toBeVisible();
    expect(screen.queryByText(/^Notes that are not saved yet/)).toBeNull();
  });

  it('is not lost when it was typed on while its message went', async () => {
    readable();
    server.on(list('answered'), () =>
      json(
        inbox.all.filter(({ state }) => state === 'answered'),
        200,
        { 'X-Total-Count': '1' },
      ),
    );
    renderApp('/admin/messages');
    const item = await opened(1);
    await screen.findByText('1 unread message');
    await userEvent.type(note(item), 'called');
    const held = server.hold('PATCH /api/messages/1/');
    await userEvent.click(within(item).getByRole('button', { name: 'Mark as answered' }));
    await waitFor(() => expect(noted()).toHaveLength(1));
    await userEvent.type(note(item), ' twice');
    inbox.all = [message(2), message(1, { state: 'answered', read: true, note: 'called' })];
    held.answer(json(inbox.all[1], 200, { ETag: '"2"' }));
    expect(await screen.findByText(/^Notes that are not saved yet.*Visitor 1\.$/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Answered/ }));
    expect(note(await row(1))).toHaveValue('called twice');
  });

  const folder = (name: string | RegExp) =>
    within(screen.getByRole('group', { name: 'Folders of messages' })).getByRole('button', { name });
  const elsewhere = 'Notes that are not saved yet, on messages not shown here: Visitor 1.';

  /** A note on message 1, which somebody else deletes while another folder is looked at. */
  async function orphaned() {
    server.on(list('archived'), () => json([], 200, { 'X-Total-Count': '0' }));
    renderApp('/admin/messages');
    await userEvent.type(note(await opened(1)), 'call him');
    inbox.all = inbox.all.filter(({ id }) => id !== 1);
    await userEvent.click(folder('Archive'));
    await screen.findByText(elsewhere);
  }

  it('can be read, copied and given up when somebody else deleted its message', async () => {
    const clipboard = { writeText: vi.fn(() => Promise.resolve()) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await orphaned();
    await userEvent.click(folder(/^New/));
    expect(await screen.findByText('Visitor 2')).toBeVisible();
    expect(screen.getByText('call him')).toBeVisible();
    expect(screen.getByText('Visitor 1, November 1, 2026, 12:00:')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Copy the note on the message of Visitor 1' }));
    expect(await screen.findByText('The note was copied.')).toBeVisible();
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith('call him');

    const discard = screen.getByRole('button', { name: 'Discard the note on the message of Visitor 1' });
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await userEvent.click(discard);
    expect(screen.getByText('call him')).toBeVisible();
    confirm.mockReturnValue(true);
    await userEvent.click(discard);
    expect(screen.getByText('The unsaved note on the message of Visitor 1 was discarded.')).toBeVisible();
    expect(screen.queryByText('call him')).toBeNull();
    expect(screen.queryByText(elsewhere)).toBeNull();
    expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
    confirm.mockClear();
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Messages' })).toBeNull());
    expect(confirm).not.toHaveBeenCalled();
  });

  it('is there to be read when the list comes late, and whoever went on is left where they are', async () => {
    await orphaned();
    const held = server.hold(list('new'));
    await userEvent.click(folder(/^New/));
    const search = screen.getByLabelText('Search messages');
    await userEvent.type(search, 'au');
    held.answer(json(inbox.all, 200, { 'X-Total-Count': '1' }));
    await waitFor(() => expect(screen.queryByText('Visitor 1')).toBeNull());
    expect(await screen.findByText('call him')).toBeVisible();
    expect(search).toHaveFocus();
    expect(search).toHaveValue('au');
  });

  it('that is given up by then is not told of when the browser refuses late to copy it; one that is there, is', async () => {
    const refusals: (() => void)[] = [];
    const writeText = () => new Promise((_resolve, reject) => refusals.push(() => reject(new Error('no'))));
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await orphaned();
    const copy = screen.getByRole('button', { name: 'Copy the note on the message of Visitor 1' });
    await userEvent.click(copy);
    refusals[0]?.();
    expect(await screen.findByText('The browser did not allow copying. Select the words and copy them yourself.')).toBeVisible();
    await userEvent.click(copy);
    await userEvent.click(screen.getByRole('button', { name: 'Discard the note on the message of Visitor 1' }));
    await act(async () => refusals[1]?.());
    expect(screen.getByText('The unsaved note on the message of Visitor 1 was discarded.')).toBeVisible();
    expect(screen.queryByText(/^The browser did not allow copying/)).toBeNull();
  });

  it('elsewhere is told of by what was there before', async () => {
    server.on(list('archived'), () => json([], 200, { 'X-Total-Count': '0' }));
    renderApp('/admin/messages');
    await userEvent.type(note(await opened(1)), 'mine');
    const before = screen.getAllByRole('status');
    await userEvent.click(folder('Archive'));
    expect(before).toContain(await screen.findByText(elsewhere));
  });
});
