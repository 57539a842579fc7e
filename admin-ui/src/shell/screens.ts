import { lazy } from 'react';
import { isSignedIn } from '../auth/session';
import { withTexts } from '../i18n';

const admin = () => import('./admin');
const posts = () => import('../posts/posts-page');

/** The screens, each a chunk of its own: signing in loads little, and every screen only itself and what it says. */
export const Admin = lazy(async () => ({ default: (await admin()).Admin }));
export const PostsPage = lazy(async () => ({ default: (await posts()).PostsPage }));
export const MediaPage = lazy(async () => ({ default: (await withTexts(['office', 'desk'], () => import('../media/media-page'))).MediaPage }));
export const MessagesPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../messages/messages-page'))).MessagesPage }));
export const AuditPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../audit/audit-page'))).AuditPage }));
export const PeoplePage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../people/people-page'))).PeoplePage }));
export const ReleasesPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../releases/releases-page'))).ReleasesPage }));
export const TokensPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../tokens/tokens-page'))).TokensPage }));
export const WebhooksPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../webhooks/webhooks-page'))).WebhooksPage }));
export const AccountPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../people/account-page'))).AccountPage }));
/** Sends for what the address will show, before anything is drawn; what does not arrive is told where it is missing. */
export function fetchFirstScreen(path: string): void {
  if (isSignedIn()) fetchAdmin(!/^\/admin\/./.test(path));
}

/** What comes behind the sign-in, and most likely in it. */
export function fetchAdmin(withPosts = true): void {
  admin().catch(() => undefined);
  if (withPosts) posts().catch(() => undefined);
}
