import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onDraftsChange } from './changes';
import { liveSessions } from './locks';
import { type Draft, readDrafts } from './store';

const KEY = ['drafts'];
const NONE: Draft[] = [];

async function abandonedDrafts(): Promise<Draft[]> {
  const [drafts, live] = await Promise.all([readDrafts(), liveSessions()]);
  return drafts.filter((draft) => !live.has(draft.session));
}

/** Drafts that no open form holds, to be offered back; read again whenever one comes free or goes. */
export function useDrafts(): readonly Draft[] {
  const client = useQueryClient();
  useEffect(() => onDraftsChange(() => void client.invalidateQueries({ queryKey: KEY })), [client]);
  const { data } = useQuery({ queryKey: KEY, queryFn: abandonedDrafts, retry: false, networkMode: 'always' });
  return data ?? NONE;
}
