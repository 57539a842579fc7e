import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useMe } from '../auth/use-me';
import { titleOf } from '../form/fields';
import { RedirectDialog } from '../life/parts';
import { usePlanWords } from '../life/state-badge';
import type { Notice } from '../saving/state';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { Icon, type IconName } from '../ui/icon';
import { useLeftFocus } from './left-focus';

/** What went as somebody wanted; anything else is a problem. */
const NEWS: Partial<Record<Notice['kind'], IconName>> = {
  trashed: 'trash',
  draftKept: 'pen',
  draftOpen: 'pen',
  draftDropped: 'check',
  planned: 'clock',
  unplanned: 'check',
};

type Trashed = Extract<Notice, { kind: 'trashed' }>;

/** What could not be done a moment ago, why, and the way on; it stays until the next step. */
export function PageNotice({ onFocusLost }: { onFocusLost: () => void }) {
  const notice = useWorkspaceState((state) => state.notice);
  /** The post that goes elsewhere: it stays that one, whatever is said meanwhile. */
  const [sent, setSent] = useState<Trashed | null>(null);
  return (
    <>
      {notice && <Said notice={notice} onSend={setSent} onFocusLost={onFocusLost} />}
      {sent && <RedirectDialog id={sent.id} known={sent.redirect} onClose={() => setSent(null)} />}
    </>
  );
}

interface SaidProps {
  notice: Notice;
  onSend: (post: Trashed) => void;
  onFocusLost: () => void;
}

function Said({ notice, onSend, onFocusLost }: SaidProps) {
  const { t } = useTranslation();
  // The button that was pressed goes with what was said.
  const section = useLeftFocus<HTMLElement>(onFocusLost);
  const workspace = useWorkspace();
  const restoring = useWorkspaceState((state) => state.restoring);
  // Only editors may take a post out of the trash.
  const writes = useMe()?.role === 'author';
  const trashed = notice.kind === 'trashed';
  const left = notice.kind === 'draftKept' || notice.kind === 'draftOpen' ? notice.left : null;
  const icon = NEWS[notice.kind];
  return (
    <section ref={section} className={`notice${icon ? '' : ' notice--problem'}`} role={icon ? 'status' : 'alert'} data-notice={notice.kind}>
      <p className="notice__title">
        <Icon name={icon ?? 'alert'} />
        <NoticeTitle notice={notice} />
      </p>
      {notice.kind === 'unopened' && <p>{t(notice.failure === 'gone' ? 'notices.openGone' : `failure.${notice.failure}`)}</p>}
      {trashed && <p>{t(writes ? 'trash.byEditor' : 'trash.movedHint')}</p>}
      {notice.kind === 'planned' && <PlanWords {...notice} />}
      {left && <p>{t(left.life?.live === false ? 'leftDraft.hintNew' : 'leftDraft.hintLive')}</p>}
      <div className="notice__actions">
        {trashed && !writes && (
          <button
            type="button"
            className="button"
            aria-disabled={restoring.includes(notice.id)}
            onClick={() => void workspace.bringBack(notice.id)}
          >
            {t('trash.restore')}
          </button>
        )}
        {trashed && notice.wasLive && !writes && (
          <button type="button" className="button button--quiet" onClick={() => onSend(notice)}>
            {t('redirect.open')}
          </button>
        )}
        {left && (
          <button type="button" className="button" onClick={() => void workspace.edit(left.id)}>
            {t('leftDraft.goOn')}
          </button>
        )}
        {notice.kind === 'draftKept' && (
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

function PlanWords({ action, languages, at }: Extract<Notice, { kind: 'planned' }>) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const of = languages?.map((language) => t(`languages.${language}`)).join(', ') ?? t('publishing.takeOffWhole');
  return (
    <p>
      {of}: {words({ action, at, waits: false })}
    </p>
  );
}

function NoticeTitle({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  if (notice.kind === 'trashed') return t('trash.moved', { title: notice.title });
  if (notice.kind === 'draftKept') return t('leftDraft.kept', { title: titleOf(notice.left.fields) || `№ ${notice.left.id}` });
  if (notice.kind === 'draftOpen') return t('leftDraft.open', { title: titleOf(notice.left.fields) || `№ ${notice.left.id}` });
  if (notice.kind === 'notRemoved') return t('trash.notRemoved', { title: notice.title });
  if (notice.kind === 'draftDropped') return t('leftDraft.dropped', { title: notice.title });
  if (notice.kind === 'undone' && notice.trash && notice.failure === 'forbidden') return t(`publishing.${notice.trash}Forbidden`);
  if (notice.kind === 'undone') return t(notice.failure === 'invalid' ? 'publishing.refused' : `failure.${notice.failure}`);
  if (notice.kind === 'planned') return t('life.scheduled');
  if (notice.kind === 'unplanned') return t(notice.all ? 'publishing.plansCancelled' : 'publishing.planCancelled');
  if (notice.kind === 'changedBefore') return t('history.changedBefore');
  if (notice.kind !== 'unopened') return t(`notices.${notice.kind}`);
  return t('notices.unopened', { title: workspace.posts.titleOf(notice.id) || `№ ${notice.id}` });
}
