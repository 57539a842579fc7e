import { useQuery } from '@tanstack/react-query';
import { countMessages } from '../api/messages';
import type { MessageCounts } from '../api/types';

/** Visitors write at any time: asked once a minute while the page is looked at. */
const EVERY_MS = 60_000;

/** How many messages there are; nothing while that is not known. */
export function useCounts(): MessageCounts | undefined {
  return useQuery({
    queryKey: ['message-counts'],
    queryFn: countMessages,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    staleTime: EVERY_MS,
  }).data;
}
