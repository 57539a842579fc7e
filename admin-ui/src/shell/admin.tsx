import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminLayout } from './admin-layout';

/** Nothing is fetched again behind the editor's back: a failed load shows an alert, and alerts refocus the window. */
function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always', staleTime: Infinity },
    },
  });
}

/** All that stands behind the sign-in. What it has loaded goes with it: who signs in next sees nothing of it. */
export function Admin() {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AdminLayout />
    </QueryClientProvider>
  );
}
