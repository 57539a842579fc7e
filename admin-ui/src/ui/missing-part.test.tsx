import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { speak } from '../test/texts';
import { later } from './later';
import { loadAgain } from './load-again';
import { NotHere } from './not-here';
import { reachBy } from './use-load-again';

vi.mock('./load-again', () => ({ loadAgain: vi.fn() }));

const MISSING = 'This part did not arrive.';
const reach = vi.fn<(address: string) => Promise<unknown>>();
const retry = vi.fn<() => void>();
const Dialog = later<{ onClose: () => void }>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

beforeEach(() => {
  speak();
  vi.mocked(loadAgain).mockClear();
  reach.mockReset();
  retry.mockReset();
  reachBy(reach);
});

it('a part that did not arrive blames no line, and is asked for again', async () => {
  render(<NotHere onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent(MISSING);
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('one that the server has no more comes with the whole page, once something answers', async () => {
  render(<NotHere onRetry={retry} />);
  reach.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No connection to the server/);
  expect(loadAgain).not.toHaveBeenCalled();
  reach.mockResolvedValueOnce(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
  await waitFor(() => expect(loadAgain).toHaveBeenCalledOnce());
  expect(reach.mock.calls).toEqual([[window.location.pathname], [window.location.pathname]]);
  // The browser asked, and whoever has words that are not saved stayed.
  reach.mockResolvedValueOnce(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
  await waitFor(() => expect(loadAgain).toHaveBeenCalledTimes(2));
});

it('so does a dialog, which can be closed', async () => {
  const close = vi.fn<() => void>();
  render(<Dialog onClose={close} />);
  expect(await screen.findByText(MISSING)).toBeVisible();
  reach.mockResolvedValueOnce(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
  await waitFor(() => expect(loadAgain).toHaveBeenCalledOnce());
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
  expect(close).toHaveBeenCalledOnce();
});
