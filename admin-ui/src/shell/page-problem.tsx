import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { onEntriesChange } from '../journal/changes';
import { readEntries } from '../journal/store';

/** Shown when a page cannot be loaded or drawn, with the truth about what was typed. */
export function PageProblem() {
  const { t } = useTranslation();
  const kept = useEntryKept();
  return (
    <main className="page-problem" role="alert">
      <p>{t(isLoadFailure(useRouteError()) ? 'login.unreachable' : 'problem.drawing')}</p>
      {kept && <p>{t('problem.kept')}</p>}
      <button className="button button--primary" type="button" onClick={() => window.location.reload()}>
        {t('problem.reload')}
      </button>
    </main>
  );
}

/** A part of the program that did not arrive; browsers name it differently, but it is never another error of ours. */
function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script|Failed to fetch/i.test(error.message);
}

/** Whether an entry is in the journal; the last words are written while this is shown. */
function useEntryKept(): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    const look = () => void readEntries().then((entries) => setKept(entries.length > 0), () => undefined);
    look();
    return onEntriesChange(look);
  }, []);
  return kept;
}
