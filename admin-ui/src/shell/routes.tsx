import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { GuestOnly, SignedInOnly } from '../auth/guards';
import { Entrance } from './entrance';
import { PageBoundary } from './page-problem';
import {
  AccountPage,
  Admin,
  AuditPage,
  MediaPage,
  MessagesPage,
  PeoplePage,
  PostsPage,
  ReleasesPage,
  TokensPage,
  WebhooksPage,
} from './screens';

/** Every screen with its guard. */
export function Screens() {
  return (
    <PageBoundary>
      <Suspense>
        <Routes>
          <Route element={<GuestOnly />}>
            <Route path="/login" element={<Entrance />} />
          </Route>
          <Route element={<SignedInOnly />}>
            <Route path="/admin" element={<Admin />}>
              <Route index element={<PostsPage />} />
              <Route path="pictures" element={<MediaPage />} />
              <Route path="messages" element={<MessagesPage />} />
              <Route path="audit" element={<AuditPage />} />
              <Route path="people" element={<PeoplePage />} />
              <Route path="releases" element={<ReleasesPage />} />
              <Route path="tokens" element={<TokensPage />} />
              <Route path="webhooks" element={<WebhooksPage />} />
              <Route path="account" element={<AccountPage />} />
            </Route>
          </Route>
          <Route path="/admin/*" element={<Navigate to="/admin" replace />} />
          <Route path="*" element={<Navigate to="/login" replace />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
