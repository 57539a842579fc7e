import { useTranslation } from 'react-i18next';
import type { Notice } from '../saving/state';
import { useWorkspace, useWorkspaceState } from '../saving/use-workspace';
import { Icon } from '../ui/icon';

/** What could not be done a moment ago, why, and the way on; it stays until the next step. */
export function PageNotice() {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const notice = useWorkspaceState((state) => state.notice);
  if (!notice) return null;
  const trashed = notice.kind === 'trashed';
  return (
    <section className={`notice${trashed ? '' : ' notice--problem'}`} role={trashed ? 'status' : 'alert'}>
      <p className="notice__title">
        <Icon name={trashed ? 'trash' : 'alert'} />
        <NoticeTitle notice={notice} />
      </p>
      {notice.kind === 'unopened' && <p>{t(notice.failure === 'gone' ? 'notices.openGone' : `failure.${notice.failure}`)}</p>}
      {trashed && <p>{t('trash.movedHint')}</p>}
      <div className="notice__actions">
        {trashed && (
          <button type="button" className="button" onClick={() => void workspace.bringBack(notice.id)}>
            {t('trash.restore')}
          </button>
        )}
        {notice.kind === 'unopened' && notice.failure !== 'gone' && (
          <button type="button" className="button" onClick={() => void workspace.edit(notice.id)}>
            {t('failure.retry')}
          </button>
        )}
        <button type="button" className="button button--quiet" onClick={() => workspace.dispatch({ type: 'notice', notice: null })}>
          {t('notices.close')}
        </button>
      </div>
    </section>
  );
}

function NoticeTitle({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  if (notice.kind === 'trashed') return t('trash.moved', { title: notice.title });
  if (notice.kind === 'undone') return t(notice.failure === 'invalid' ? 'life.refused' : `failure.${notice.failure}`);
  if (notice.kind !== 'unopened') return t(`notices.${notice.kind}`);
  return t('notices.unopened', { title: workspace.posts.titleOf(notice.id) || `№ ${notice.id}` });
}
