import { useQuery, useQueryClient } from '@tanstack/react-query';
import { liveSessions } from './liveness';
import { type Draft, readDrafts } from './store';

const KEY = ['drafts'];

async function abandonedDrafts(): Promise<Draft[]> {
  const [drafts, live] = await Promise.all([readDrafts(), liveSessions()]);
  return drafts.filter((draft) => !live.has(draft.session));
}

/** Drafts no open form holds, to be offered back; `session` is left out even where locks are missing. */
export function useDrafts(session: string): { drafts: Draft[]; reload: () => void } {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: abandonedDrafts, retry: false, networkMode: 'always' });
  return {
    drafts: (data ?? []).filter((draft) => draft.session !== session),
    reload: () => void client.invalidateQueries({ queryKey: KEY }),
  };
}
