import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { Outlet } from 'react-router-dom';
import { SignInDialog } from '../auth/sign-in-dialog';
import { signOut } from '../auth/sign-out';
import { useMe } from '../auth/use-me';
import { useUnsaved } from '../auth/use-session';
import { withTexts } from '../i18n';
import { GenerationLine } from '../site/generation-line';
import { Mark } from '../ui/mark';
import { leaveUnsaved, mayLeave } from '../ui/unsaved';
import { usePageTitle } from '../ui/use-page-title';
import { Menu, useScreenTitle } from './menu';
import { PageBoundary } from './page-problem';
import './layout.css';

/** In the place of every screen for whoever must turn the second step on first. */
const SecondStepNeeded = lazy(async () => ({
  default: (await withTexts(['office'], () => import('../people/second-step-needed'))).SecondStepNeeded,
}));

/** Sidebar, title and the page. Signing out makes the guard lead to /login. */
export function AdminLayout() {
  const { t } = useTranslation();
  usePageTitle(useScreenTitle());
  const me = useMe();
  const secondStep = useSecondStepMissing(me?.second_step_missing === true);

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
        <Menu askFirst={askFirst} onLogout={onLogout} />
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
