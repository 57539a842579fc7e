import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import { sessionTokens } from '../auth/refresh';
import { storeTokens } from '../auth/session';
import { newQueryClient } from '../shell/query-client';
import { FakeServer, json } from '../test/server';
import { speak } from '../test/texts';
import { LibraryPicker } from './library-picker';

const picture = (id: number) => ({
  id,
  url: `/api/blog/images/${id}/`,
  version: 'a',
  width: 8,
  height: 6,
  file_name: `p${id}.png`,
  alt_az: '',
});
const pages = (page: number) => `GET /api/media/?page=${page}&page_size=24`;
const ofTwo = { 'X-Total-Count': '25' };
const onPick = vi.fn();
let server: FakeServer;

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  server = new FakeServer().on(pages(1), () => json([picture(2)], 200, ofTwo)).on(pages(2), () => json([picture(1)], 200, ofTwo));
  setTokenSource(sessionTokens);
  speak();
});

async function shown(): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={newQueryClient()}>
      <LibraryPicker onPick={onPick} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return screen.findByRole('dialog');
}
async function open(): Promise<HTMLElement> {
  const dialog = await shown();
  await within(dialog).findByText('p2.png');
  return dialog;
}

describe('the pictures to take one of', () => {
  it('keep the focus when the button that turned the page is of no more use', async () => {
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Older' }));
    expect(await within(dialog).findByText('p1.png')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Older' })).toBeDisabled();
    expect(within(dialog).getByRole('list')).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenLastCalledWith(expect.objectContaining({ id: 1 }));
  });

  it('go back a page when the last one has become empty meanwhile', async () => {
    const dialog = await open();
    const ofOne = { 'X-Total-Count': '24' };
    server.on(pages(1), () => json([picture(2)], 200, ofOne)).on(pages(2), () => json([], 200, ofOne));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Older' }));
    await waitFor(() => expect(within(dialog).queryByRole('navigation')).toBeNull());
    expect(await within(dialog).findByText('p2.png')).toBeVisible();
  });

  it('that could not be loaded come at the second try; the first of them is one Tab away', async () => {
    server.on(pages(1), () => json({}, 500));
    const dialog = within(await shown());
    expect(await dialog.findByText('The pictures could not be loaded.')).toHaveAttribute('role', 'alert');
    const again = dialog.getByRole('button', { name: 'Load again' });
    const held = server.hold(pages(1));
    await userEvent.click(again);
    await userEvent.click(again);
    expect(server.asked(pages(1))).toHaveLength(2);
    await act(async () => held.answer(json([picture(2)])));
    expect(await dialog.findByText('p2.png')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('list')).toHaveFocus());
    await userEvent.tab();
    expect(dialog.getByRole('button', { name: 'p2.png' })).toHaveFocus();
  });
});
