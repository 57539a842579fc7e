import { Navigate, type RouteObject } from 'react-router-dom';
import { GuestOnly, SignedInOnly } from '../auth/guards';
import { AdminLayout } from './admin-layout';
import { Entrance } from './entrance';
import { PageProblem } from './page-problem';

/** Every screen with its guard. The posts come as a chunk of their own, so that signing in loads little. */
export const routes: RouteObject[] = [
  {
    element: <GuestOnly />,
    children: [{ path: '/login', element: <Entrance /> }],
  },
  {
    element: <SignedInOnly />,
    children: [
      {
        path: '/admin',
        element: <AdminLayout />,
        errorElement: <PageProblem />,
        hydrateFallbackElement: <></>,
        children: [
          { index: true, lazy: async () => ({ Component: (await import('../posts/posts-page')).PostsPage }) },
          { path: 'pictures', lazy: async () => ({ Component: (await import('../media/media-page')).MediaPage }) },
          { path: 'messages', lazy: async () => ({ Component: (await import('../messages/messages-page')).MessagesPage }) },
          { path: 'audit', lazy: async () => ({ Component: (await import('../audit/audit-page')).AuditPage }) },
          { path: 'people', lazy: async () => ({ Component: (await import('../people/people-page')).PeoplePage }) },
          { path: 'releases', lazy: async () => ({ Component: (await import('../releases/releases-page')).ReleasesPage }) },
          { path: 'tokens', lazy: async () => ({ Component: (await import('../tokens/tokens-page')).TokensPage }) },
          { path: 'webhooks', lazy: async () => ({ Component: (await import('../webhooks/webhooks-page')).WebhooksPage }) },
          { path: 'account', lazy: async () => ({ Component: (await import('../people/account-page')).AccountPage }) },
        ],
      },
    ],
  },
  { path: '/admin/*', element: <Navigate to="/admin" replace /> },
  { path: '*', element: <Navigate to="/login" replace /> },
];
