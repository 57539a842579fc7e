import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../api/types';
import { storeTokens } from '../auth/session';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

function message(id: number, change: Partial<Message> = {}): Message {
  return {
    id, received_at: '2026-11-01T08:00:00Z', name: `Visitor ${id}`, email: 'visitor@example.az', phone: '', subject: 'tax', message: `Words ${id}`,
    state: 'new', read: false, suspected: null, note: '', assigned_to: null, handled_by: null, handled_at: null, mailed_at: null,
    ...change,
  };
}

const list = (state: string, page = 1) => `GET /api/messages/?state=${state}&page=${page}&page_size=20`;
let server: FakeServer;
let all: Message[];

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  all = [message(2), message(1)];
  server = new FakeServer()
    .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'editor' }))
    .on('GET /api/messages/assignees/', () => json([{ id: 1, username: 'leyla' }]))
    .on('GET /api/messages/counts/', () => json({ unread: all.filter(({ read }) => !read).length, new: all.length, answered: 0, archived: 0, suspected: 0 }))
    .on(list('new'), () => json(all.filter(({ state }) => state === 'new'), 200, { 'X-Total-Count': '2' }))
    .on('PATCH /api/messages/1/', ({ json: change }) => {
      const { assigned_to: who, ...rest } = change as { assigned_to?: number };
      const next = { ...message(1), ...all.find(({ id }) => id === 1), ...rest, ...(who && { assigned_to: { id: who, username: 'leyla' } }), read: true };
      all = all.map((one) => (one.id === 1 ? next : one));
      return json(next, 200, { ETag: '"2"' });
    });
});

async function row(id: number): Promise<HTMLElement> {
  const item = (await screen.findByText(`Visitor ${id}`)).closest('li');
  if (!item) throw new Error(`no row of ${id}`);
  return item;
}

async function opened(id: number): Promise<HTMLElement> {
  const item = await row(id);
  await userEvent.click(within(item).getByRole('button', { name: new RegExp(`Visitor ${id}`) }));
  return item;
}

describe('the inbox', () => {
  it('tells in the menu how many nobody has opened, and opening one counts', async () => {
    renderApp('/admin/messages');
    expect(await screen.findByText('2 unread messages')).toBeInTheDocument();
    await opened(1);
    expect(await screen.findByText('1 unread message')).toBeInTheDocument();
    expect(server.asked('PATCH /api/messages/1/')[0]?.json).toEqual({ read: true });
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
    server.on(list('new'), () => json([message(1, { subject: 'forensics' }), message(2, { subject: 'else' })], 200, { 'X-Total-Count': '2' }));
    renderApp('/admin/messages');
    expect(within(await row(1)).getByText('forensics')).toBeVisible();
    await act(async () => held.answer(json([{ id: 'forensics', title_az: 'Məhkəmə ekspertizası', title_en: 'Forensics and disputes', title_ru: '' }])));
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
    server.on(list('new'), () => json(all, 200, { 'X-Total-Count': '21' })).on(list('new', 2), () => json([message(9)], 200, { 'X-Total-Count': '21' }));
    renderApp('/admin/messages');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    expect(await screen.findByText('Visitor 9')).toBeVisible();
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Older' })).toBeDisabled();
    expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
  });

  it('goes back to the page before when the last message of the last one has left', async () => {
    let second = [message(1)];
    const total = () => ({ 'X-Total-Count': String(20 + second.length) });
    server.on(list('new'), () => json([message(2)], 200, total())).on(list('new', 2), () => json(second, 200, total()));
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
    const held = server.hold(list('new', 2));
    await userEvent.click(older);
    expect(screen.queryByText('There are no messages here.')).toBeNull();
    expect(screen.queryByText('Visitor 2')).toBeNull();
    held.answer(json(second, 200, total()));
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
    all = all.slice(0, 1);
    held.answer(json(message(1, { state: 'answered', read: true }), 200, { ETag: '"2"' }));
    await waitFor(() => expect(screen.queryByText('Visitor 1')).toBeNull());
    expect(screen.getByLabelText('Search messages')).toHaveFocus();
  });

  it('assigns and clears', async () => {
    server.on(list('suspected'), () => json([message(1, { suspected: 'robot' })], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/messages');
    await userEvent.selectOptions(within(await opened(1)).getByRole('combobox'), 'leyla');
    expect(await screen.findByText('To be answered by: leyla.')).toBeVisible();
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
    all = [message(3), ...all];
    server.on(list('new'), () => json(all, 200, { 'X-Total-Count': '3' }));
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
    all = all.slice(0, 1);
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
      all = all.slice(1);
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
      all = all.slice(1);
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
  const readable = () => server.on('GET /api/messages/1/', () => json(all.find(({ id }) => id === 1), 200, { ETag: '"1"' }));
  const noted = () => server.asked('PATCH /api/messages/1/').map(({ json: change }) => change).filter((change) => 'note' in (change as object));

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
    all = [message(2), message(1, { read: true, note: 'call' })];
    held.answer(json(all[1], 200, { ETag: '"2"' }));
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
    server.on(list('answered'), () => json(all.filter(({ state }) => state === 'answered'), 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/messages');
    const item = await opened(1);
    await screen.findByText('1 unread message');
    await userEvent.type(note(item), 'called');
    const held = server.hold('PATCH /api/messages/1/');
    await userEvent.click(within(item).getByRole('button', { name: 'Mark as answered' }));
    await waitFor(() => expect(noted()).toHaveLength(1));
    await userEvent.type(note(item), ' twice');
    all = [message(2), message(1, { state: 'answered', read: true, note: 'called' })];
    held.answer(json(all[1], 200, { ETag: '"2"' }));
    expect(await screen.findByText(/^Notes that are not saved yet.*Visitor 1\.$/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Answered/ }));
    expect(note(await row(1))).toHaveValue('called twice');
  });

  const folder = (name: string | RegExp) => within(screen.getByRole('group', { name: 'Folders of messages' })).getByRole('button', { name });
  const elsewhere = 'Notes that are not saved yet, on messages not shown here: Visitor 1.';

  /** A note on message 1, which somebody else deletes while another folder is looked at. */
  async function orphaned() {
    server.on(list('archived'), () => json([], 200, { 'X-Total-Count': '0' }));
    renderApp('/admin/messages');
    await userEvent.type(note(await opened(1)), 'call him');
    all = all.filter(({ id }) => id !== 1);
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
    held.answer(json(all, 200, { 'X-Total-Count': '1' }));
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
