import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMeAgain } from '../auth/use-me';
import { useOwnName } from '../auth/use-session';
import { generations } from '../site/generations';
import { AdminLayout } from './admin-layout';
import { forgetLoaded, newQueryClient } from './query-client';

/** All that stands behind the sign-in. What it has loaded goes with it: who signs in next sees nothing of it. */
export function Admin() {
  const [client] = useState(newQueryClient);
  const name = useOwnName();
  const known = useRef(name);
  // Over words that are not saved, or while this tab slept, somebody else may sign in without the sign-in page.
  useEffect(() => {
    if (name === null || name === known.current) return;
    if (known.current !== null) {
      forgetLoaded(client);
      generations.forget();
    }
    known.current = name;
  }, [client, name]);
  useMeAgain(client);
  useEffect(() => generations.forget, []);
  return (
    <QueryClientProvider client={client}>
      <AdminLayout />
    </QueryClientProvider>
  );
}
