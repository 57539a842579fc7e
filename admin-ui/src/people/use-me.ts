import { useQuery } from '@tanstack/react-query';
import { readMe } from '../api/people';
import type { Me } from '../api/types';

/** Who is signed in; nothing while that is not known. The server decides what they may do, whatever is shown here. */
export function useMe(): Me | undefined {
  return useQuery({ queryKey: ['me'], queryFn: () => readMe(true), retry: false, networkMode: 'always' }).data;
}
