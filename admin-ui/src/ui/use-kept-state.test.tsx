import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inboxServer, message as letter, opened as message, row } from '../test/messages-page';
import { libraryServer, opened as picture, picture as stored } from '../test/pictures-page';
import { renderApp } from '../test/render-app';
import { json } from '../test/server';

/** A phone throws the page away, which nothing in it notices, and loads it again: only the tab has kept something. */
function thrownAway({ unmount }: { unmount: () => void }) {
  const kept = Object.entries({ ...sessionStorage });
  unmount();
  for (const [name, value] of kept) sessionStorage.setItem(name, value);
}
const note = (item: HTMLElement) => within(item).getByRole('textbox', { name: /^Note/ });
const words = () => Object.values({ ...sessionStorage }).filter((value) => value.includes('mine'));

it('words of a note outlive a page that is thrown away, until they are saved', async () => {
  inboxServer();
  const page = renderApp('/admin/messages');
  fireEvent.change(note(await message(1)), { target: { value: 'mine' } });
  thrownAway(page);
  renderApp('/admin/messages');
  // Its row is open.
  const item = await row(1);
  expect(note(item)).toHaveValue('mine');
  fireEvent.click(within(item).getByRole('button', { name: 'Save the note' }));
  expect(await screen.findByText('The note was saved.')).toBeVisible();
  expect(words()).toEqual([]);
});

it('a colleague’s note that came meanwhile is shown before it is written over', async () => {
  const server = inboxServer();
  const page = renderApp('/admin/messages');
  const item = await message(1);
  fireEvent.change(note(item), { target: { value: 'mine' } });
  thrownAway(page);
  server.on('GET /api/messages/1/', () => json(letter(1, { note: 'theirs' }), 200, { ETag: '"3"' }));
  renderApp('/admin/messages');
  const again = await row(1);
  fireEvent.click(within(again).getByRole('button', { name: 'Save the note' }));
  expect(await within(again).findByText('theirs')).toBeVisible();
  expect(note(again)).toHaveValue('mine');
});

it('words of a note go with the screen that somebody leaves', async () => {
  inboxServer();
  const page = renderApp('/admin/messages');
  fireEvent.change(note(await message(1)), { target: { value: 'mine' } });
  expect(words()).toHaveLength(1);
  vi.mocked(window.confirm).mockReturnValue(true);
  fireEvent.click(screen.getByRole('link', { name: 'My account' }));
  await waitFor(() => expect(words()).toEqual([]));
  expect(page.path()).toBe('/admin/account');
});

const described = () => screen.getAllByRole('textbox', { name: /Description|Alt/ })[0] as HTMLElement;

/** Words about a picture are typed, and the page is thrown away. */
async function wordsOnly() {
  const server = libraryServer();
  const page = renderApp('/admin/pictures');
  await picture('p1');
  fireEvent.change(described(), { target: { value: 'mine' } });
  thrownAway(page);
  return server;
}

it('words about a picture outlive a page that is thrown away, and are saved over what they were written over', async () => {
  const server = await wordsOnly();
  renderApp('/admin/pictures');
  await picture('p1');
  expect(described()).toHaveValue('mine');
  server.on('PATCH /api/media/1/', () => json({}, 412));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/changed/)).toBeVisible();
  expect(server.asked('PATCH /api/media/1/')[0]?.headers.get('If-Match')).toBe('"1"');
  expect(described()).toHaveValue('mine');
});

it('words about a picture that arrived before the page went are saved, and nobody else is blamed', async () => {
  const server = await wordsOnly();
  server.on('GET /api/media/1/', () => json(stored(1, { alt_az: 'mine' }), 200, { ETag: '"2"' }));
  renderApp('/admin/pictures');
  await picture('p1');
  expect(described()).toHaveValue('mine');
  await waitFor(() => expect(words()).toEqual([]));
});
