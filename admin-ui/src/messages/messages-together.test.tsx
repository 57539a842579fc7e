import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../api/types';
import { inbox, inboxServer, list, message, opened, pageOf, row } from '../test/messages-page';
import { renderApp } from '../test/render-app';
import { json, type FakeServer } from '../test/server';

const PATCH = 'PATCH /api/messages/1/';
const WORDS = `${list('all')}&q=vergi`;
const leyla = { id: 1, username: 'leyla' };
let server: FakeServer;

beforeEach(() => {
  server = inboxServer();
});

/** A colleague does something to the first message. */
function changes(change: Partial<Message>) {
  inbox.all = inbox.all.map((one) => (one.id === 1 ? { ...one, version: 2, etag: '"2"', ...change } : one));
  server.on(PATCH, ({ json: asked, headers }) => {
    const now = inbox.all.find(({ id }) => id === 1);
    const stale = headers.get('If-Match') !== null && headers.get('If-Match') !== now?.etag;
    const { assigned_to: who, ...rest } = asked as { assigned_to?: number };
    return stale ? json({}, 412) : json({ ...now, ...rest, ...(who && { assigned_to: leyla }), read: true, version: 3, etag: '"3"' });
  });
}
const archived = { state: 'archived', handled_by: 'leyla', handled_at: '2026-11-01T09:00:00Z' } as const;
const sent = () => server.asked(PATCH).filter(({ json: change }) => !('read' in (change as object)));
/** The minute after which the counts are asked for. */
async function aMinute(work: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await work();
  act(() => void vi.advanceTimersByTime(60_000));
  vi.useRealTimers();
}

describe('while a colleague works in the inbox', () => {
  it('shows what is different though as many are in each folder', async () => {
    renderApp('/admin/messages');
    await aMinute(async () => {
      await row(1);
      inbox.all = [message(3), message(2)];
    });
    expect(await row(3)).toBeVisible();
    expect(screen.queryByText('Visitor 1')).toBeNull();
  });

  it('shows it among words that were looked for, too', async () => {
    server.on(WORDS, () => pageOf(inbox.all));
    renderApp('/admin/messages?folder=all&q=vergi');
    await aMinute(async () => {
      await row(1);
      inbox.all = [message(3), ...inbox.all];
    });
    expect(await row(3)).toBeVisible();
  });

  it('reads the list once more when it was on its way while something happened', async () => {
    const held = server.hold(list('new'));
    const old = pageOf(inbox.all);
    inbox.all = [message(3), ...inbox.all];
    renderApp('/admin/messages');
    await waitFor(() => expect(server.asked('GET /api/messages/counts/')).not.toHaveLength(0));
    server.on(list('new'), () => pageOf(inbox.all));
    await act(async () => held.answer(old));
    expect(await row(3)).toBeVisible();
  });

  it('an open message stays open when a colleague takes it from the folder, with the focus and the note, and says who', async () => {
    renderApp('/admin/messages');
    let note: HTMLElement | undefined;
    await aMinute(async () => {
      note = within(await opened(1)).getByRole('textbox', { name: /^Note/ });
      await userEvent.type(note, 'mine');
      changes(archived);
    });
    expect(await screen.findByText('leyla has archived it.')).toBeVisible();
    expect(note).toHaveFocus();
    expect(note).toHaveValue('mine');
    const item = within(await row(1));
    expect(item.getByRole('button', { name: 'Back to the new ones' })).toBeVisible();
    await userEvent.click(item.getByRole('button', { name: /^Visitor 1/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Visitor 1/ })).toBeNull());
    expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
    expect(screen.getByText(/^Notes that are not saved yet/)).toBeVisible();
  });

  it('an open message stays also when something that was asked for in another folder is answered late', async () => {
    server.on(list('all'), () => pageOf(inbox.all.filter(({ state }) => state === 'new')));
    renderApp('/admin/messages');
    const first = within(await opened(1));
    await screen.findByText('1 unread message');
    const held = server.hold(PATCH);
    await userEvent.click(first.getByRole('button', { name: 'Archive' }));
    await userEvent.click(screen.getByRole('button', { name: 'All' }));
    const note = within(await opened(2)).getByRole('textbox', { name: /^Note/ });
    await userEvent.type(note, 'mine');
    inbox.all = [{ ...message(2, { read: true, version: 2, etag: '"2"' }), ...archived }, message(1, { read: true, ...archived })];
    await act(async () => held.answer(json(inbox.all[1])));
    expect(await screen.findByText('leyla has archived it.')).toBeVisible();
    expect(note).toHaveFocus();
    expect(note).toHaveValue('mine');
  });

  it('an open message that a colleague deletes goes, and that is said', async () => {
    renderApp('/admin/messages');
    await aMinute(async () => {
      await opened(1);
      inbox.all = [message(2)];
    });
    expect(await screen.findByText('Somebody else has deleted the message of Visitor 1.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Visitor 1/ })).toBeNull());
  });

  it('what is opened is shown as it is now', async () => {
    inbox.all = [message(2), message(1, { read: true })];
    server.on(WORDS, () => pageOf(inbox.all));
    renderApp('/admin/messages?folder=all&q=vergi');
    await row(1);
    changes({ note: 'called', assigned_to: leyla });
    const item = within(await opened(1));
    await waitFor(() => expect(item.getByRole('textbox', { name: /^Note/ })).toHaveValue('called'));
    expect(item.getByRole('combobox')).toHaveValue('1');
    expect(item.getByText('It is to be answered by leyla now. The note is another one now.')).toBeVisible();
  });
});

describe('what is done to a message that is another one by now', () => {
  const looked = async () => {
    renderApp('/admin/messages');
    const item = await opened(1);
    await screen.findByText('1 unread message');
    await waitFor(() => expect(server.asked(list('new'))).toHaveLength(2));
    return within(item);
  };

  it('is not done unseen: its row shows what it is, and who was first', async () => {
    const item = await looked();
    changes(archived);
    await userEvent.click(item.getByRole('button', { name: 'Mark as answered' }));
    expect(await item.findByText('Nothing was changed, because the message is another one by now. leyla has archived it.')).toBeVisible();
    expect(sent().map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"']);
    expect(item.queryByRole('button', { name: 'Archive' })).toBeNull();
    // Now it is known.
    await userEvent.click(item.getByRole('button', { name: 'Mark as answered' }));
    expect(await screen.findByText('The message of Visitor 1 counts as answered.')).toBeVisible();
    expect(sent().map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"', '"2"']);
  });

  it('is not taken from whoever has it', async () => {
    server.on('GET /api/messages/assignees/', () => json([leyla, { id: 2, username: 'murad' }]));
    const item = await looked();
    await item.findByRole('option', { name: 'murad' });
    changes({ assigned_to: leyla });
    await userEvent.selectOptions(item.getByRole('combobox'), 'murad');
    expect(
      await item.findByText('Nothing was changed, because the message is another one by now. It is to be answered by leyla now.'),
    ).toBeVisible();
    await waitFor(() => expect(item.getByRole('combobox')).toHaveValue('1'));
  });

  it('is not done with a note that is not saved, either, and the note stays', async () => {
    const item = await looked();
    const note = item.getByRole('textbox', { name: /^Note/ });
    await userEvent.type(note, 'mine');
    changes(archived);
    await userEvent.click(item.getByRole('button', { name: 'Mark as answered' }));
    expect(await item.findByText(/leyla has archived it\.$/)).toBeVisible();
    expect(sent()).toHaveLength(0);
    expect(note).toHaveValue('mine');
  });

  it('is told beside another’s note, too, and is done when it is known', async () => {
    const item = await looked();
    const note = item.getByRole('textbox', { name: /^Note/ });
    await userEvent.type(note, 'mine');
    changes({ ...archived, note: 'theirs' });
    await userEvent.click(item.getByRole('button', { name: 'Mark as answered' }));
    expect(await item.findByText(/leyla has archived it\.$/)).toBeVisible();
    expect(item.getByText('theirs')).toBeVisible();
    expect(note).toHaveValue('mine');
    expect(sent()).toHaveLength(0);
    await userEvent.click(item.getByRole('button', { name: 'Mark as answered' }));
    await waitFor(() => expect(sent().map(({ json: change }) => change)).toEqual([{ state: 'answered', note: 'mine' }]));
  });

  it('is told where whoever asked has gone on to another folder', async () => {
    server.on(list('answered'), () => pageOf([message(8, { state: 'answered', read: true })]));
    const item = await looked();
    const held = server.hold(PATCH);
    await userEvent.click(item.getByRole('button', { name: 'Mark as answered' }));
    await userEvent.click(screen.getByRole('button', { name: /^Answered/ }));
    await row(8);
    changes(archived);
    await act(async () => held.answer(json({}, 412)));
    expect(
      await screen.findByText(
        'Message of Visitor 1: Nothing was changed, because the message is another one by now. leyla has archived it.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: /^Answered/ })).toHaveFocus();
  });

  it('is not refused for what one has done oneself', async () => {
    const item = await looked();
    changes({ version: 1, etag: '"1"' });
    await userEvent.selectOptions(item.getByRole('combobox'), 'leyla');
    await screen.findByText('To be answered by: leyla. Message: Visitor 1.');
    await userEvent.click(item.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(sent().map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"', '"3"']));
  });
});

describe('the address', () => {
  it('keeps folder, words and place', async () => {
    server.on(`${list('archived', '&before=40')}&q=vergi`, () => pageOf([message(9)], { newer: 30 }));
    renderApp('/admin/messages?folder=archived&q=vergi&before=40');
    expect(await screen.findByText('Visitor 9')).toBeVisible();
    expect(screen.getByLabelText('Search messages')).toHaveValue('vergi');
    expect(screen.getByRole('button', { name: 'Archive', pressed: true })).toBeVisible();
    server.on(`${list('archived', '&after=9')}&q=vergi`, () => pageOf([message(12)], { newer: 10, older: 20 }));
    await userEvent.click(screen.getByRole('button', { name: 'Newer' }));
    expect(await screen.findByText('Visitor 12')).toBeVisible();
  });

  it('that makes no sense shows the newest ones', async () => {
    renderApp('/admin/messages?folder=x&before=-1');
    expect(await row(1)).toBeVisible();
  });
});
