import { Component, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useLocation } from 'react-router-dom';
import { call } from '../api/client';
import { onEntriesChange } from '../journal/changes';
import { reachBy, useLoadAgain } from '../ui/use-load-again';

reachBy((address) => call(address, { cache: 'no-store' }));

/** What cannot be loaded or drawn makes room for a sentence and another attempt, until the reader goes elsewhere. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation().pathname}>{children}</Boundary>;
}

interface Caught {
  at: string;
  error: { cause: unknown } | null;
}

class Boundary extends Component<{ at: string; children: ReactNode }, Caught> {
  override state: Caught = { at: this.props.at, error: null };

  static getDerivedStateFromError(cause: unknown): Pick<Caught, 'error'> {
    return { error: { cause } };
  }

  static getDerivedStateFromProps({ at }: { at: string }, before: Caught): Caught | null {
    return at === before.at ? null : { at, error: null };
  }

  override render() {
    return this.state.error ? <PageProblem at={this.props.at} error={this.state.error.cause} /> : this.props.children;
  }
}

/** Shown when a page cannot be loaded or drawn, with the truth about what was typed. */
function PageProblem({ at, error }: { at: string; error: unknown }) {
  const { t } = useTranslation();
  const kept = useEntryKept();
  const { asking, unanswered, reload } = useLoadAgain();
  return (
    <div className="page-problem" role="alert">
      {/* Said again to whoever has tried again. */}
      <p key={unanswered}>{t(unanswered > 0 ? 'failure.offline' : isLoadFailure(error) ? 'problem.missing' : 'problem.drawing')}</p>
      {kept && <p>{t('problem.kept')}</p>}
      <button className="button button--primary" type="button" aria-disabled={asking} onClick={() => void reload(at)}>
        {t('problem.reload')}
      </button>
    </div>
  );
}

/** A part of the program that did not arrive, or its styles, or that the server has no more; browsers name it differently, but it is never another error of ours. */
function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|Failed to fetch|Unable to preload/i.test(error.message);
}

/** Whether an entry is in the journal; the last words are written while this is shown. */
function useEntryKept(): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    // With a form this is here already; it need not come with what is shown first.
    const look = () =>
      void import('../journal/store').then(async ({ readEntries }) => setKept((await readEntries()).length > 0)).catch(() => undefined);
    look();
    return onEntriesChange(look);
  }, []);
  return kept;
}
