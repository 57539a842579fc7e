import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { useOwnName } from '../auth/use-session';

/**
 * What did not work about a message that is not shown any more. It waits for whoever has left the screen, and for nobody else who signs in
 * in their place; what was told there is over when one leaves.
 */
export function useUndone(): [string, (sentence: string) => void] {
  const queries = useQueryClient();
  const name = useOwnName();
  const key = useMemo(() => ['message-undone', name], [name]);
  const { data } = useQuery({ queryKey: key, queryFn: () => '', enabled: false, initialData: '', gcTime: Infinity });
  // One has left as soon as the screen is out of sight, though the code of the next one is still on its way.
  useLayoutEffect(() => () => void queries.setQueryData(key, ''), [queries, key]);
  return [data, (sentence) => void queries.setQueryData(key, sentence)];
}
