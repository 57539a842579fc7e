import { useTranslation } from 'react-i18next';

/** Shown when a page cannot be loaded or drawn; drafts are in the journal and come back after the reload. */
export function PageProblem() {
  const { t } = useTranslation();
  return (
    <main className="page-problem" role="alert">
      <p>{t('login.unreachable')}</p>
      <button className="button button--primary" type="button" onClick={() => window.location.reload()}>
        {t('failure.retry')}
      </button>
    </main>
  );
}
