import { useQuery } from '@tanstack/react-query';
import { readMe } from '../api/people';
import type { Me } from '../api/types';
import { useOwnName } from './use-session';

/** Who is signed in, asked again when somebody else is; nothing while that is not known. The server decides what they may do, whatever is shown here. */
export function useMe(): Me | undefined {
  return useQuery({ queryKey: ['me', useOwnName()], queryFn: () => readMe(true) }).data;
}
