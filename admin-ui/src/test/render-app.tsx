import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { setTokenSource } from '../api/client';
import { sessionTokens } from '../auth/refresh';
import { startTranslations } from '../i18n';
import { routes } from '../shell/routes';

/** The whole admin at an address, in English so that tests read well; storage is the test's own. */
export function renderApp(path: string) {
  localStorage.setItem('i18nextLng', localStorage.getItem('i18nextLng') ?? 'en');
  startTranslations();
  setTokenSource(sessionTokens);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...view, path: () => router.state.location.pathname };
}
