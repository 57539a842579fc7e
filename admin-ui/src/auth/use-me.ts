import { type Query, type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onForbidden } from '../api/client';
import { readMe } from '../api/people';
import type { Me } from '../api/types';
import { useOwnName } from './use-session';

/** How old an answer may be for whoever comes back: an owner may have changed the role meanwhile. */
const FRESH_MS = 60_000;

/**
 * Who is signed in, asked again when somebody else is, and when something was refused; nothing while that is not
 * known. The server decides what they may do, whatever is shown here.
 */
export function useMe(): Me | undefined {
  // Whoever turns the second step on is shown codes just then, and takes them elsewhere: not behind their back.
  const staleTime = ({ state }: Query<Me>) => (state.data?.second_step_missing ? Infinity : FRESH_MS);
  return useQuery({ queryKey: ['me', useOwnName()], queryFn: () => readMe(true), staleTime, refetchOnWindowFocus: true }).data;
}

/** The role may be another one when something is refused: it is asked for again. An answer to that which is refused itself asks nothing more. */
export function useMeAgain(client: QueryClient): void {
  useEffect(() => onForbidden(() => void client.invalidateQueries({ queryKey: ['me'] }, { cancelRefetch: false })), [client]);
}
