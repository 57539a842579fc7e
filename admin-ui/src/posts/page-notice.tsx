import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useMe } from '../auth/use-me';
import { titleOf } from '../form/fields';
import { RedirectDialog } from '../life/parts';
import type { Notice } from '../saving/state';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';

/** What could not be done a moment ago, why, and the way on; it stays until the next step. */
export function PageNotice() {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const notice = useWorkspaceState((state) => state.notice);
  const restoring = useWorkspaceState((state) => state.restoring);
  // Only editors may take a post out of the trash.
  const writes = useMe()?.role === 'author';
  const [sending, setSending] = useState(false);
  if (!notice) return null;
  const trashed = notice.kind === 'trashed';
  const kept = notice.kind === 'draftKept';
  const open = notice.kind === 'draftOpen';
  const news = trashed || kept || open || notice.kind === 'draftDropped';
  return (
    <section className={`notice${news ? '' : ' notice--problem'}`} role={news ? 'status' : 'alert'} data-notice={notice.kind}>
      <p className="notice__title">
        <Icon name={trashed ? 'trash' : kept || open ? 'pen' : news ? 'check' : 'alert'} />
        <NoticeTitle notice={notice} />
      </p>
      {notice.kind === 'unopened' && <p>{t(notice.failure === 'gone' ? 'notices.openGone' : `failure.${notice.failure}`)}</p>}
      {trashed && <p>{t(writes ? 'trash.byEditor' : 'trash.movedHint')}</p>}
      {(kept || open) && <p>{t(notice.left.life?.live === false ? 'leftDraft.hintNew' : 'leftDraft.hintLive')}</p>}
      <div className="notice__actions">
        {trashed && !writes && (
          <button type="button" className="button" aria-disabled={restoring.includes(notice.id)} onClick={() => void workspace.bringBack(notice.id)}>
            {t('trash.restore')}
          </button>
        )}
        {trashed && notice.wasLive && (
          <button type="button" className="button button--quiet" onClick={() => setSending(true)}>
            {t('redirect.open')}
          </button>
        )}
        {trashed && sending && <RedirectDialog id={notice.id} known={notice.redirect} onClose={() => setSending(false)} />}
        {(kept || open) && (
          <button type="button" className="button" onClick={() => void workspace.edit(notice.left.id)}>
            {t('leftDraft.goOn')}
          </button>
        )}
        {kept && (
          <button type="button" className="button button--quiet button--danger" onClick={() => void workspace.dropLeft(notice)}>
            {t(notice.opened?.life?.exists ? 'leftDraft.undo' : 'leftDraft.drop')}
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
  if (notice.kind === 'draftKept') return t('leftDraft.kept', { title: titleOf(notice.left.fields) || `№ ${notice.left.id}` });
  if (notice.kind === 'draftOpen') return t('leftDraft.open', { title: titleOf(notice.left.fields) || `№ ${notice.left.id}` });
  if (notice.kind === 'draftDropped') return t('leftDraft.dropped', { title: notice.title });
  if (notice.kind === 'undone') return t(notice.failure === 'invalid' ? 'life.refused' : `failure.${notice.failure}`);
  if (notice.kind === 'changedBefore') return t('history.changedBefore');
  if (notice.kind !== 'unopened') return t(`notices.${notice.kind}`);
  return t('notices.unopened', { title: workspace.posts.titleOf(notice.id) || `№ ${notice.id}` });
}
