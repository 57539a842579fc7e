import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';

const KEY = ['message-undone'];

/** What did not work about a message that is not shown any more. It waits for whoever has left the screen; what was told there is over when one leaves. */
export function useUndone(): [string, (sentence: string) => void] {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: () => '', enabled: false, initialData: '', gcTime: Infinity });
  // One has left as soon as the screen is out of sight, though the code of the next one is still on its way.
  useLayoutEffect(() => () => void queries.setQueryData(KEY, ''), [queries]);
  return [data, (sentence) => void queries.setQueryData(KEY, sentence)];
}
