import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { SignInDialog } from '../auth/sign-in-dialog';
import { signOut } from '../auth/sign-out';
import { useMe } from '../auth/use-me';
import { useUnsaved } from '../auth/use-session';
import { HelpButton } from '../help/help-button';
import { withTexts } from '../i18n';
import { LanguageSwitch } from '../i18n/language-switch';
import { UnreadCount } from '../messages/unread-count';
import { GenerationLine } from '../site/generation-line';
import { Icon } from '../ui/icon';
import { Mark } from '../ui/mark';
import { leaveUnsaved, mayLeave } from '../ui/unsaved';
import { usePageTitle } from '../ui/use-page-title';
import { PageBoundary } from './page-problem';
import './layout.css';

/** In the place of every screen for whoever must turn the second step on first. */
const SecondStepNeeded = lazy(async () => ({
  default: (await withTexts(['office'], () => import('../people/second-step-needed'))).SecondStepNeeded,
}));

/** Sidebar, title and the page. Signing out makes the guard lead to /login. */
export function AdminLayout() {
  const { t } = useTranslation();
  usePageTitle(t('layout.title'));
  const me = useMe();
  const secondStep = useSecondStepMissing(me?.second_step_missing === true);
  const onPosts = useLocation().pathname === '/admin';

  /** The form goes with its page; what it holds stays in the journal. */
  function askFirst(event: MouseEvent) {
    if (!mayLeave(t('layout.leave'))) event.preventDefault();
  }

  function onLogout() {
    if (!mayLeave(t('layout.leave'))) return;
    // Agreed: the guard need not keep the form, whose words stay in the journal.
    leaveUnsaved();
    signOut();
  }

  return (
    <div className="layout">
      <a className="skip-link" href="#content">
        {t('layout.skip')}
      </a>
      <aside className="sidebar">
        <a className="sidebar__home" href="/" target="_blank" rel="noreferrer" aria-label={t('layout.site')} title={t('layout.site')}>
          <Mark dark />
        </a>
        <nav className="sidebar__nav" aria-label={t('layout.navigation')}>
          <NavLink className="sidebar__link" to="/admin" end onClick={onPosts ? undefined : askFirst}>
            <Icon name="page" />
            {t('layout.blogs')}
          </NavLink>
          <NavLink className="sidebar__link" to="/admin/pictures" onClick={askFirst}>
            <Icon name="image" />
            {t('screens.media')}
          </NavLink>
          {me && me.role !== 'author' && (
            <NavLink className="sidebar__link" to="/admin/messages" onClick={askFirst}>
              <Icon name="mail" />
              {t('screens.messages')}
              <UnreadCount />
            </NavLink>
          )}
          {me?.role === 'owner' && (
            <NavLink className="sidebar__link" to="/admin/people" onClick={askFirst}>
              <Icon name="people" />
              {t('screens.people')}
            </NavLink>
          )}
          {me?.role === 'owner' && (
            <NavLink className="sidebar__link" to="/admin/audit" onClick={askFirst}>
              <Icon name="clock" />
              {t('screens.audit')}
            </NavLink>
          )}
          {me?.role === 'owner' && (
            <NavLink className="sidebar__link" to="/admin/releases" onClick={askFirst}>
              <Icon name="undo" />
              {t('screens.releases')}
            </NavLink>
          )}
          {me?.role === 'owner' && (
            <NavLink className="sidebar__link" to="/admin/tokens" onClick={askFirst}>
              <Icon name="key" />
              {t('screens.tokens')}
            </NavLink>
          )}
          {me?.role === 'owner' && (
            <NavLink className="sidebar__link" to="/admin/webhooks" onClick={askFirst}>
              <Icon name="external" />
              {t('screens.webhooks')}
            </NavLink>
          )}
          <NavLink className="sidebar__link" to="/admin/account" onClick={askFirst}>
            <Icon name="person" />
            {t('screens.account')}
          </NavLink>
          <HelpButton />
          <button className="sidebar__link" type="button" onClick={onLogout}>
            <Icon name="logout" />
            {t('layout.logout')}
          </button>
        </nav>
        <LanguageSwitch />
      </aside>
      <div className="layout__main">
        <header className="layout__header">
          <h1 className="layout__title">{t('layout.title')}</h1>
          <GenerationLine />
        </header>
        <main id="content" tabIndex={-1}>
          <PageBoundary>
            <Suspense fallback={<p className="layout__arriving muted">{t('layout.arriving')}</p>}>
              {me && secondStep ? <SecondStepNeeded name={me.username} /> : <Outlet />}
            </Suspense>
          </PageBoundary>
        </main>
      </div>
      <SignInDialog />
    </div>
  );
}

/** What is unsaved stays in view, and says itself why it is refused; codes that are shown once stay until they are kept. */
function useSecondStepMissing(missing: boolean): boolean {
  const unsaved = useUnsaved();
  const [shown, setShown] = useState(missing);
  if (!unsaved && shown !== missing) setShown(missing);
  return shown;
}
