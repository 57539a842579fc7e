import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageCounts } from '../api/types';
import { inboxServer, list, message, opened, pageOf } from '../test/messages-page';
import { renderApp } from '../test/render-app';
import { json, type FakeServer } from '../test/server';

const FOUND = 'GET /api/messages/found/?state=suspected';
const FOUND_ELSEWHERE = 'GET /api/messages/found/?state=all';
const SEVERAL = 'POST /api/messages/several/';

let server: FakeServer;
let there: number[];
const asked = vi.fn<(question?: string) => boolean>();

const suspected = (id: number) => message(id, { suspected: 'robot' });
const seen = (ids: readonly number[]) => ids.map((id) => ({ id, version: 1 }));
const sent = () => server.asked(SEVERAL).map(({ json: body }) => (body as { messages: { id: number }[] }).messages.map(({ id }) => id));

beforeEach(() => {
  there = [5, 4, 3];
  asked.mockReset().mockReturnValue(true);
  vi.stubGlobal('confirm', asked);
  server = inboxServer()
    .on(list('suspected'), () => pageOf(there.slice(0, 20).map(suspected), { older: Math.max(0, there.length - 20) }))
    .on(FOUND, () => json(seen(there)))
    .on(FOUND_ELSEWHERE, () => json([]))
    .on(SEVERAL, ({ json: body }) => {
      const { messages } = body as { messages: { id: number }[] };
      there = there.filter((id) => !messages.some((one) => one.id === id));
      return json({ deleted: messages.length, changed: 0 });
    });
});

const button = () => screen.findByRole('button', { name: /^Delete all/ });
async function atSuspected() {
  renderApp('/admin/messages?folder=suspected');
  return button();
}

describe('an inbox that fills up', () => {
  const counts = (room: MessageCounts['room']) =>
    server.on('GET /api/messages/counts/', () => json({ unread: 0, new: 2, answered: 0, archived: 0, suspected: 0, room, changes: 1 }));

  it('says so over the list, and what to do', async () => {
    counts('none');
    renderApp('/admin/messages');
    expect(await screen.findByText(/^The inbox is full\./)).toBeVisible();
  });

  it('says before that there is little room', async () => {
    counts('little');
    renderApp('/admin/messages');
    expect(await screen.findByText(/^The inbox is filling up\./)).toBeVisible();
  });
});

describe('all of a folder', () => {
  it('are deleted by one question that names their number, and the focus stays', async () => {
    const remove = await atSuspected();
    expect(remove).toHaveTextContent('Delete all 3 messages');
    remove.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('3 messages were deleted.')).toBeVisible();
    expect(asked.mock.calls).toEqual([['Delete 3 messages for good?']]);
    expect(server.asked(SEVERAL)[0]?.json).toEqual({ action: 'delete', messages: seen([5, 4, 3]) });
    expect(await screen.findByText('There are no messages here.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
  });

  it('stay when the question is answered with no', async () => {
    asked.mockReturnValue(false);
    await userEvent.click(await atSuspected());
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(sent()).toEqual([]);
    expect(screen.getByText('Visitor 5')).toBeVisible();
  });

  it('take opened ones along, and a note that is not saved stays in sight', async () => {
    const remove = await atSuspected();
    server
      .on('GET /api/messages/5/', () => json({}, 404))
      .on('PATCH /api/messages/5/', () => json(message(5, { suspected: 'robot', read: true })));
    const item = await opened(5);
    await userEvent.type(within(item).getByRole('textbox'), 'zəng');
    await userEvent.click(remove);
    expect(await screen.findByText('There are no messages here.')).toBeVisible();
    expect(screen.getByText('3 messages were deleted.')).toBeVisible();
    expect(screen.queryByText(/Somebody else/)).toBeNull();
    expect(screen.getByText(/Notes that are not saved yet.*Visitor 5/)).toBeVisible();
  });

  it('stay when they came after what is shown, or somebody has changed them', async () => {
    const remove = await atSuspected();
    server.on(FOUND, () => json(seen([6, 5, 4, 3]))).on(SEVERAL, () => json({ deleted: 2, changed: 1 }));
    await userEvent.click(remove);
    expect(await screen.findByText('2 messages were deleted. 1 stays, because somebody has changed it meanwhile.')).toBeVisible();
    expect(asked.mock.calls).toEqual([['Delete 3 messages for good?']]);
    expect(sent()).toEqual([[5, 4, 3]]);
  });

  it('are not asked about where one has gone on before their numbers came', async () => {
    const held = server.hold(FOUND);
    await userEvent.click(await atSuspected());
    await userEvent.click(screen.getByRole('button', { name: /^New\d*$/ }));
    expect(await screen.findByText('Visitor 2')).toBeVisible();
    await act(async () => held.answer(json(seen(there))));
    expect(asked).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  /** Of 1001 messages so many of the first thousand are deleted; then nothing works any more. */
  async function half(deleted: number) {
    there = Array.from({ length: 1001 }, (_, at) => 1001 - at);
    const remove = await atSuspected();
    const held = server.hold(SEVERAL);
    await userEvent.click(remove);
    await waitFor(() => expect(server.asked(SEVERAL)).toHaveLength(1));
    server.on(SEVERAL, () => json({}, 500));
    there = [1];
    await act(async () => held.answer(json({ deleted, changed: 0 })));
  }

  it('go a thousand at a time; what was deleted before something failed is told, and the one that remains can still be deleted', async () => {
    await half(1000);
    expect(await screen.findByText('1000 messages were deleted.')).toBeVisible();
    expect(sent().map((ids) => ids.length)).toEqual([1000, 1]);
    expect(await screen.findByText('Visitor 1')).toBeVisible();
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .filter(Boolean),
    ).toEqual(['That did not work. Try again in a moment.']);
    expect(screen.getByRole('button', { name: 'Delete 1 message' })).toBeVisible();
  });

  it('that were gone before they were asked for are counted as neither, and hide nothing of what follows', async () => {
    await half(999);
    expect(await screen.findByText('999 messages were deleted.')).toBeVisible();
  });

  it('are not told to be deleted where a colleague has moved them and nothing has arrived', async () => {
    const remove = await atSuspected();
    server.on(SEVERAL, () => {
      there = [];
      server.on(FOUND_ELSEWHERE, () => json([5, 4, 3].map((id) => ({ id, version: 2 }))));
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(remove);
    expect(await screen.findByText(/^3 stay, because somebody has changed them meanwhile/)).toBeVisible();
    expect(screen.queryByText(/were deleted/)).toBeNull();
  });

  it('are told to be gone where only the answer was lost', async () => {
    const remove = await atSuspected();
    server.on(SEVERAL, () => {
      there = [];
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(remove);
    expect(await screen.findByText('3 messages were deleted.')).toBeVisible();
    expect(await screen.findByText('There are no messages here.')).toBeVisible();
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .filter(Boolean),
    ).toEqual([]);
  });

  it('are read again without a question where a colleague was first', async () => {
    const remove = await atSuspected();
    there = [];
    await userEvent.click(remove);
    expect(await screen.findByText('There are no messages here.')).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  it('are offered where they are done with, found, or fill pages', async () => {
    const found = () => pageOf([message(2), message(1)]);
    server
      .on(list('all'), () => pageOf([message(2), message(1)], { older: 30 }))
      .on(list('answered'), () => pageOf([message(2), message(1)], { older: 1 }))
      .on(`${list('all')}&q=flood`, found);
    renderApp('/admin/messages');
    expect(await screen.findByText('Visitor 2')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Delete all/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'All' }));
    await screen.findByText('Page 1 of 3');
    expect(screen.queryByRole('button', { name: /^Delete all/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Answered' }));
    expect(await button()).toHaveTextContent('Delete all 3 messages');
    await userEvent.type(screen.getByLabelText('Search messages'), 'flood{Enter}');
    expect(await screen.findByRole('button', { name: 'Delete all 2 messages' })).toBeVisible();
  });
});
