import { QueryClient } from '@tanstack/react-query';

/**
 * How everything is asked for; a query names only what it has otherwise. Nothing is fetched again behind the editor's back: a failed load shows an alert, and
 * alerts refocus the window. Off-line it is asked for all the same, and fails where somebody sees it, instead of waiting unseen.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always', staleTime: Infinity },
    },
  });
}

/** For whoever has taken over: what is not shown goes, and what is shown is asked for again, as far as they may see it. */
export function forgetLoaded(client: QueryClient): void {
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries();
}
