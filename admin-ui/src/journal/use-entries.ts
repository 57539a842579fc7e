import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onEntriesChange } from './changes';
import { awaitSittings, liveSittings } from './locks';
import { type Entry, readEntries } from './store';

const KEY = ['entries'];
const NONE: Entry[] = [];

async function abandonedEntries(): Promise<Entry[]> {
  const [entries, live] = await Promise.all([readEntries(), liveSittings()]);
  awaitSittings(entries.map(({ sitting }) => sitting).filter((sitting) => live.has(sitting)));
  return entries.filter((entry) => !live.has(entry.sitting));
}

/** Entries that no open form holds, to be offered back; read again whenever one comes free or goes. */
export function useEntries(): readonly Entry[] {
  const client = useQueryClient();
  useEffect(() => onEntriesChange(() => void client.invalidateQueries({ queryKey: KEY })), [client]);
  // Looked for anew by whoever comes back, as nobody listened meanwhile. While there is nothing at all a query takes no news until
  // its first look is over, which may be older.
  const { data } = useQuery({ queryKey: KEY, queryFn: abandonedEntries, initialData: NONE, staleTime: 0, gcTime: 0 });
  return data;
}
