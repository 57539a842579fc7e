import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useLoadAgain } from './use-load-again';

interface Props {
  onRetry: () => void;
  /** The class of the row of buttons. */
  row: string;
  /** One more button. */
  children?: ReactNode;
}

/**
 * In the place of code that did not arrive: the line is gone, or the server has newer code by now and this one no more. Words that are not
 * saved are safe: the journal has them, and the browser asks first.
 */
export function MissingPart({ onRetry, row, children }: Props) {
  const { t } = useTranslation();
  const { asking, unanswered, reload } = useLoadAgain();
  return (
    <>
      {/* Said again to whoever has tried again. */}
      <p role="alert" key={unanswered}>
        {t(unanswered > 0 ? 'failure.offline' : 'problem.missing')}
      </p>
      <div className={row}>
        <button type="button" className="button button--primary" onClick={onRetry}>
          {t('list.retry')}
        </button>
        <button type="button" className="button" aria-disabled={asking} onClick={() => void reload(window.location.pathname)}>
          {t('problem.reload')}
        </button>
        {children}
      </div>
    </>
  );
}
