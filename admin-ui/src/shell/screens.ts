import { type ComponentType, lazy } from 'react';
import { isSignedIn } from '../auth/session';
import { withTexts } from '../i18n';

/** A screen that may be here before it is drawn. */
class Screen {
  private here: ComponentType | null = null;

  constructor(private readonly load: () => Promise<ComponentType>) {}

  readonly fetch = async (): Promise<ComponentType> => (this.here = await this.load());

  readonly drawn = lazy(() => (this.here ? atOnce({ default: this.here }) : this.fetch().then((screen) => ({ default: screen }))));
}

/**
 * What `lazy` draws without a stop. For a promise, though it be kept, it shows what stands in for the screen first, and React then leaves that for 300 ms
 * lest it flicker; of any thenable it takes the value that comes within the call.
 */
function atOnce<T>(value: T): Promise<T> {
  return { then: (take: (value: T) => void) => take(value) } as Promise<T>;
}

/** How long the frame waits to be drawn together with the posts, in milliseconds; what stalls does not keep it back. */
const PATIENCE = 2_000;

const admin = new Screen(async () => (await import('./admin')).Admin);
const posts = new Screen(async () => (await import('../posts/posts-page')).PostsPage);

/** The screens, each a chunk of its own: signing in loads little, and every screen only itself and what it says. */
export const Admin = admin.drawn;
export const PostsPage = posts.drawn;
export const MediaPage = lazy(async () => ({
  default: (await withTexts(['office', 'desk'], () => import('../media/media-page'))).MediaPage,
}));
export const MessagesPage = lazy(async () => ({
  default: (await withTexts(['office'], () => import('../messages/messages-page'))).MessagesPage,
}));
export const AuditPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../audit/audit-page'))).AuditPage }));
export const PeoplePage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../people/people-page'))).PeoplePage }));
export const ReleasesPage = lazy(async () => ({
  default: (await withTexts(['office'], () => import('../releases/releases-page'))).ReleasesPage,
}));
export const TokensPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../tokens/tokens-page'))).TokensPage }));
export const WebhooksPage = lazy(async () => ({
  default: (await withTexts(['office'], () => import('../webhooks/webhooks-page'))).WebhooksPage,
}));
export const AccountPage = lazy(async () => ({
  default: (await withTexts(['office'], () => import('../people/account-page'))).AccountPage,
}));

/** What the address will show, here before anything is drawn; what does not arrive is told where it is missing. */
export async function fetchFirstScreen(path: string): Promise<void> {
  if (isSignedIn()) await fetchAdmin(!/^\/admin\/./.test(path));
}

/** What comes behind the sign-in, and most likely in it. */
export async function fetchAdmin(withPosts = true): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.allSettled([admin.fetch(), withPosts && Promise.race([posts.fetch(), patience])]);
}
