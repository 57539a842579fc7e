import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listMessages } from '../api/messages';
import type { Message, MessageCounts } from '../api/types';
import { newer } from './newer';
import type { Shown } from './use-place';

/** Messages on a page. */
export const PAGE = 20;

/** A page of a folder; what is changed by hand is shown at once, and read again. */
export function useMessages({ folder, words, place }: Shown, counts: MessageCounts | undefined) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: ['messages', folder, words, place],
    queryFn: () => listMessages(folder, words, place, PAGE),
    staleTime: 0,
  });
  // Visitors write, and colleagues work, while this is looked at: what is older, the list or the numbers, is read again.
  const [known, now] = [list.data?.changes, counts?.changes];
  useEffect(() => {
    if (known && now && known !== now) void queries.invalidateQueries({ queryKey: [known < now ? 'messages' : 'message-counts'] });
  }, [queries, known, now]);

  /** Wherever it is shown by now, or was before. */
  function replace(id: number, how: (one: Message) => Message) {
    queries.setQueriesData<typeof list.data>(
      { queryKey: ['messages'] },
      (data) => data && { ...data, messages: data.messages.map((one) => (one.id === id ? how(one) : one)) },
    );
  }
  async function renew(also: boolean) {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['message-counts'] }),
      also && queries.invalidateQueries({ queryKey: ['messages'] }),
    ]);
  }
  return {
    list,
    renew,
    /** One has changed it. */
    put: (message: Message) => replace(message.id, () => message),
    /** It was read. */
    freshen: (message: Message) => replace(message.id, (one) => newer(one, message)),
  };
}
