import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '../auth/session';
import { inboxServer, list, message, opened, row } from '../test/messages-page';
import { renderApp } from '../test/render-app';
import { json, type FakeServer } from '../test/server';

const FAILED = 'That did not work. Try again in a moment.';
const PATCH = 'PATCH /api/messages/1/';
let server: FakeServer;

beforeEach(() => {
  server = inboxServer().on(list('answered'), () => json([message(8, { state: 'answered', read: true })], 200, { 'X-Total-Count': '1' }));
});

/** The first message, which somebody has looked at. */
async function lookedAt(): Promise<HTMLElement> {
  renderApp('/admin/messages');
  const item = await opened(1);
  await screen.findByText('1 unread message');
  return item;
}
const toAnswered = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Answered/ }));
  await row(8);
};
const alert = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent: words }) => words)
    .filter(Boolean);

describe('what does not work about a message that is not shown any more', () => {
  it('is told all the same: archiving, answered too late for its folder', async () => {
    const item = await lookedAt();
    const held = server.hold(PATCH);
    await userEvent.click(within(item).getByRole('button', { name: 'Archive' }));
    await toAnswered();
    await act(async () => held.answer(json({}, 503)));
    await waitFor(() => expect(alert()).toEqual([`Message of Visitor 1: ${FAILED}`]));
    expect(screen.getByRole('button', { name: /^Answered/ })).toHaveFocus();
    // It is over with the next step.
    await userEvent.click(screen.getByRole('button', { name: /^New/ }));
    await row(1);
    expect(alert()).toEqual([]);
  });

  it.each([
    ['the connection is lost', null, `Message of Visitor 1: ${FAILED}`],
    ['the role was taken', 403, 'Message of Visitor 1: This needs the role of an editor.'],
    ['there are too many', 429, 'Message of Visitor 1: Too many attempts. Wait a few minutes.'],
  ])('is told: deleting, when %s', async (_, status, sentence) => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const item = await lookedAt();
    const held = server.hold('DELETE /api/messages/1/');
    await userEvent.click(within(item).getByRole('button', { name: 'Delete the message of Visitor 1' }));
    await toAnswered();
    await act(async () => (status ? held.answer(json({}, status)) : held.lose()));
    await waitFor(() => expect(alert()).toEqual([sentence]));
  });

  it('is told by a page of words that were looked for', async () => {
    const item = await lookedAt();
    server.on(`${list('all')}&q=vergi`, () => json([message(7)], 200, { 'X-Total-Count': '1' }));
    const held = server.hold(PATCH);
    await userEvent.click(within(item).getByRole('button', { name: 'Mark as answered' }));
    await userEvent.type(screen.getByLabelText('Search messages'), 'vergi{Enter}');
    await row(7);
    await act(async () => held.answer(json({}, 500)));
    await waitFor(() => expect(alert()).toEqual([`Message of Visitor 1: ${FAILED}`]));
  });

  it.each([
    [
      'is told: a note that somebody else has written first',
      toAnswered,
      ['Message of Visitor 1: Someone else has changed this meanwhile. Load it as it is now.'],
    ],
    [
      'is shown where only its words were hidden: such a note',
      async () => userEvent.click(screen.getByRole('button', { name: /^Visitor 1/ })),
      [expect.stringContaining('theirs')],
    ],
  ])('%s', async (_, goOn, told) => {
    const item = await lookedAt();
    const held = server.hold('GET /api/messages/1/');
    await userEvent.type(within(item).getByRole('textbox', { name: /^Note/ }), 'mine');
    await userEvent.click(within(item).getByRole('button', { name: 'Archive' }));
    await goOn();
    await act(async () => held.answer(json(message(1, { note: 'theirs' }), 200, { ETag: '"2"' })));
    await waitFor(() => expect(alert()).toEqual(told));
    expect(server.asked(PATCH).map(({ json: change }) => change)).toEqual([{ read: true }]);
  });

  const leave = async () => {
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Messages' })).toBeNull());
  };
  const comeBack = async () => {
    await userEvent.click(screen.getByRole('link', { name: /^Messages/ }));
    await row(1);
  };
  const archived = async () => {
    const item = await lookedAt();
    const held = server.hold(PATCH);
    await userEvent.click(within(item).getByRole('button', { name: 'Archive' }));
    return held;
  };

  const somebodyElse = () => act(async () => storeTokens({ access: `a.${btoa(JSON.stringify({ name: 'aysel' }))}.a`, refresh: 'r' }));

  it('waits for whoever has left the screen before the answer, and is told once', async () => {
    const held = await archived();
    // The code of the next one may still be on its way.
    await leave();
    await act(async () => held.answer(json({}, 503)));
    await comeBack();
    await waitFor(() => expect(alert()).toEqual([`Message of Visitor 1: ${FAILED}`]));
    await leave();
    await comeBack();
    expect(alert()).toEqual([]);
  });

  it('is told to whoever is back before the answer', async () => {
    const held = await archived();
    await leave();
    expect(await screen.findByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
    await comeBack();
    expect(alert()).toEqual([]);
    await act(async () => held.lose());
    await waitFor(() => expect(alert()).toEqual([`Message of Visitor 1: ${FAILED}`]));
  });

  it('is for whoever asked for it, not for who has signed in in the same tab since', async () => {
    const held = await archived();
    await toAnswered();
    await somebodyElse();
    await act(async () => held.answer(json({}, 503)));
    await row(8);
    expect(alert()).toEqual([]);
  });

  it('and was told already, goes with whoever read it', async () => {
    const held = await archived();
    await toAnswered();
    await act(async () => held.answer(json({}, 503)));
    await waitFor(() => expect(alert()).toEqual([`Message of Visitor 1: ${FAILED}`]));
    await somebodyElse();
    await waitFor(() => expect(alert()).toEqual([]));
  });

  it('is told beside its name where only its words are hidden', async () => {
    const item = await lookedAt();
    const held = server.hold(PATCH);
    await userEvent.click(within(item).getByRole('button', { name: 'Archive' }));
    await userEvent.click(within(item).getByRole('button', { name: /^Visitor 1/ }));
    await act(async () => held.answer(json({}, 503)));
    expect(await within(item).findByText(FAILED)).toBeVisible();
  });
});

describe('what is saved of a message after its folder was left', () => {
  it('is what every folder shows', async () => {
    server.on(list('all'), () => json([message(1, { read: true })], 200, { 'X-Total-Count': '1' }));
    const item = await lookedAt();
    const held = server.hold(PATCH);
    server.on('GET /api/messages/1/', () => json(message(1), 200, { ETag: '"1"' }));
    await userEvent.type(within(item).getByRole('textbox', { name: /^Note/ }), 'called');
    await userEvent.click(within(item).getByRole('button', { name: 'Save the note' }));
    await userEvent.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(server.asked(list('all'))).toHaveLength(1));
    const saved = message(1, { read: true, note: 'called' });
    server.on(list('all'), () => json([saved], 200, { 'X-Total-Count': '1' }));
    await act(async () => held.answer(json(saved, 200, { ETag: '"2"' })));
    expect(await screen.findByText('The note was saved.')).toBeVisible();
    expect(within(await row(1)).getByRole('textbox', { name: /^Note/, hidden: true })).toHaveValue('called');
  });
});

it('a look that is answered late takes back neither what was told since nor what was changed', async () => {
  const look = server.hold(PATCH);
  renderApp('/admin/messages');
  const item = await opened(1);
  const who = { id: 1, username: 'leyla' };
  server.on(PATCH, () => json(message(1, { read: true, assigned_to: who })));
  server.on(list('new'), () => json([message(2), message(1, { read: true, assigned_to: who })], 200, { 'X-Total-Count': '2' }));
  await userEvent.selectOptions(within(item).getByRole('combobox'), 'leyla');
  expect(await screen.findByText('To be answered by: leyla. Message: Visitor 1.')).toBeVisible();
  await act(async () => look.answer(json(message(1, { read: true }))));
  expect(screen.getByText('To be answered by: leyla. Message: Visitor 1.')).toBeVisible();
  expect(within(item).getByRole('combobox')).toHaveValue('1');
});
