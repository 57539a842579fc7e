import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { SeveralAction } from '../api/finding';
import type { Category, ListedPost } from '../api/types';
import { useCategories } from '../site/categories';
import { Icon, type IconName } from '../ui/icon';
import { keepFocus } from '../ui/keep-focus';
import { shareOf } from './selection';
import { useSeveral } from './use-several';
import type { SelectionOfList } from './use-selection';

const ACTIONS = [
  { action: 'publish', icon: 'check' },
  { action: 'unpublish', icon: 'close' },
  { action: 'trash', icon: 'trash' },
] as const satisfies readonly { action: SeveralAction; icon: IconName }[];

/** What can be done to the posts that are chosen, and what became of it. */
export function SelectionBar({ chosen, shown }: { chosen: SelectionOfList; shown: readonly ListedPost[] }) {
  const { t } = useTranslation();
  const { busy, report, close, run, undo } = useSeveral(chosen);
  const { selection, clear } = chosen;
  const categories = useCategories();
  const said = useRef<HTMLElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const count = selection.size;
  // The button that was pressed may be gone with the bar; whoever has gone on is left there.
  useEffect(() => {
    if (report) keepFocus(said.current);
  }, [report]);

  function ask(action: SeveralAction, category?: Category) {
    const name = category && categories.label(category);
    if (window.confirm(t(`finding.ask_${action}`, { count, name }))) void run(action, category);
  }

  /** A button that goes, alone or with all of this, takes the focus with it: to what stays. */
  function leave(whole: boolean, work: () => void) {
    (whole ? document.getElementById('list-title') : region.current)?.focus({ preventScroll: true });
    work();
  }

  if (count === 0 && !report && busy === null) return null;
  return (
    <div className="selection" role="region" ref={region} tabIndex={-1} aria-label={t('finding.selection')}>
      {report && (
        <section
          ref={said}
          tabIndex={-1}
          className={`selection__report${report.failed.length > 0 || report.lost ? ' selection__report--problem' : ''}`}
          role="status"
        >
          <div className="selection__said">
            {report.done.length > 0 && <p>{t(`finding.did_${report.action}`, { count: report.done.length })}</p>}
            {report.lost && <p>{t('finding.lost', { reason: report.lost })}</p>}
            {report.failed.length > 0 && (
              <>
                <p className="selection__not">{t('finding.notDone', { count: report.failed.length })}</p>
                <ul className="selection__failed">
                  {report.failed.map(({ id, title, reason }) => (
                    <li key={id}>
                      <b lang="az">{title}</b>: {reason}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
          <div className="selection__tools">
            {report.action === 'trash' && report.done.length > 0 && (
              <button type="button" className="button button--small" onClick={undo}>
                <Icon name="undo" />
                {t('finding.undo')}
              </button>
            )}
            <button type="button" className="button button--quiet button--small" onClick={() => leave(count === 0 && busy === null, close)}>
              {t('notices.close')}
            </button>
          </div>
        </section>
      )}
      {(count > 0 || busy !== null) && (
        <div className="selection__bar">
          <p className="selection__count" role="status">
            {busy === null ? t('finding.chosen', { count }) : t('finding.working')}
            {busy !== null && <span className="spinner" aria-hidden="true" />}
          </p>
          {ACTIONS.map(({ action, icon }) => (
            <button
              key={action}
              type="button"
              className={`button button--small${action === 'trash' ? ' button--danger' : ''}`}
              aria-disabled={busy !== null}
              onClick={() => busy === null && ask(action)}
            >
              <Icon name={icon} />
              {t(`finding.do_${action}`)}
            </button>
          ))}
          <select
            name="several_category"
            aria-label={t('finding.do_category')}
            value=""
            disabled={busy !== null}
            onChange={(event) => ask('category', event.target.value)}
          >
            <option value="">{t('finding.do_category')}</option>
            {categories.all.map(({ id }) => (
              <option key={id} value={id} lang="az">
                {categories.label(id)}
              </option>
            ))}
          </select>
          {shareOf(selection, shown) !== 'all' && shown.length > 0 && (
            <button
              type="button"
              className="button button--quiet button--small"
              disabled={busy !== null}
              onClick={() => leave(false, () => chosen.togglePage(true))}
            >
              {t('finding.choosePage')}
            </button>
          )}
          <button
            type="button"
            className="button button--quiet button--small"
            disabled={busy !== null}
            onClick={() => leave(report === null, clear)}
          >
            {t('finding.chooseNone')}
          </button>
        </div>
      )}
    </div>
  );
}
