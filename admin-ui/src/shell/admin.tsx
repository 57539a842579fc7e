import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminLayout } from './admin-layout';
import { newQueryClient } from './query-client';

/** All that stands behind the sign-in. What it has loaded goes with it: who signs in next sees nothing of it. */
export function Admin() {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AdminLayout />
    </QueryClientProvider>
  );
}
