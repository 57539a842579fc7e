import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyForm } from '../form/state';
import { announceEntries } from './changes';
import { holdSitting } from './locks';
import { entryOf, readEntries, removeEntry, writeEntry } from './store';
import { useEntries } from './use-entries';

beforeEach(async () => {
  for (const { sitting } of await readEntries()) await removeEntry(sitting);
});

/** The admin's own client fetches nothing again by itself. */
function entries() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const view = () =>
    renderHook(() => useEntries(), { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> });
  return { view };
}

describe('the entries that are offered', () => {
  it('are those that came free while no page listened, too', async () => {
    await writeEntry(entryOf(emptyForm('left')));
    const letGo = holdSitting('left');
    const { view } = entries();
    const first = view();
    await waitFor(async () => expect(await readEntries()).toHaveLength(1));
    expect(first.result.current).toEqual([]);
    first.unmount();
    letGo();
    announceEntries();
    const second = view();
    await waitFor(() => expect(second.result.current.map(({ sitting }) => sitting)).toEqual(['left']));
  });

  it('are those that come free during the first look, too', async () => {
    await writeEntry(entryOf(emptyForm('left')));
    const letGo = holdSitting('left');
    const { result } = entries().view();
    // It has seen by now who holds what, and reads the entries.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    letGo();
    act(announceEntries);
    await waitFor(() => expect(result.current.map(({ sitting }) => sitting)).toEqual(['left']));
  });
});
