import { useQuery } from '@tanstack/react-query';
import { ownName } from '../api/client';
import { readMe } from '../api/people';
import type { Me } from '../api/types';

/** Who is signed in, asked again when somebody else is; nothing while that is not known. The server decides what they may do, whatever is shown here. */
export function useMe(): Me | undefined {
  return useQuery({ queryKey: ['me', ownName()], queryFn: () => readMe(true), retry: false, networkMode: 'always' }).data;
}
