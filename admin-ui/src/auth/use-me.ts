import { type Query, useQuery } from '@tanstack/react-query';
import { readMe } from '../api/people';
import type { Me } from '../api/types';
import { useOwnName } from './use-session';

/** How old an answer may be for whoever comes back: an owner may have changed the role meanwhile. */
const FRESH_MS = 60_000;

/**
 * Who is signed in, asked again when somebody else is, and when something was refused (`shell/admin.tsx`); nothing while that is not
 * known. The server decides what they may do, whatever is shown here.
 */
export function useMe(): Me | undefined {
  // Whoever turns the second step on is shown codes just then, and takes them elsewhere: not behind their back.
  const staleTime = ({ state }: Query<Me>) => (state.data?.second_step_missing ? Infinity : FRESH_MS);
  return useQuery({ queryKey: ['me', useOwnName()], queryFn: () => readMe(true), staleTime, refetchOnWindowFocus: true }).data;
}
