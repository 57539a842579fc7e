import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newQueryClient } from '../shell/query-client';
import { speak } from '../test/texts';
import { NotLoaded } from './not-loaded';

const ask = vi.fn<() => Promise<string>>();
function List() {
  const title = useRef<HTMLHeadingElement>(null);
  const list = useQuery({ queryKey: ['list'], queryFn: ask });
  return (
    <>
      <h2 tabIndex={-1} ref={title}>
        Things
      </h2>
      <NotLoaded of={list} words="No things." title={title} />
      <p>{list.data}</p>
      <p>{list.errorUpdateCount} times</p>
    </>
  );
}

let renew: () => Promise<void>;
beforeEach(async () => {
  speak();
  const client = newQueryClient();
  renew = () => act(() => client.invalidateQueries());
  ask.mockReset().mockRejectedValue(new Error());
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  );
  await screen.findByText('No things.');
});

describe('what is asked for again by the page itself', () => {
  it('is not said once more to whoever asked for nothing, when it fails', async () => {
    const said = screen.getByText('No things.');
    await renew();
    expect(await screen.findByText('2 times')).toBeVisible();
    expect(screen.getByText('No things.')).toBe(said);
  });

  it('leaves the focus on the page when it comes under the hand that was about to press', async () => {
    screen.getByRole('button', { name: 'Load again' }).focus();
    ask.mockResolvedValue('here');
    await renew();
    expect(await screen.findByText('here')).toBeVisible();
    expect(screen.queryByText('No things.')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
  });

  it('moves no focus that was nowhere', async () => {
    ask.mockResolvedValue('here');
    await renew();
    expect(await screen.findByText('here')).toBeVisible();
    expect(document.body).toHaveFocus();
  });
});
