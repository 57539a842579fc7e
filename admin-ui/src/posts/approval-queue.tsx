import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { listApprovals } from '../api/approvals';
import type { WaitingApproval } from '../api/types';
import { useMe } from '../auth/use-me';
import { formatBaku } from '../i18n/dates';
import { useWorkspace } from '../saving/workspace-context';
import { onStoreChange } from '../site/store-changes';
import { Icon } from '../ui/icon';

/** For editors: what authors want to see published, the oldest first. */
export function ApprovalQueue() {
  const { t } = useTranslation();
  const me = useMe();
  const editor = me !== undefined && me.role !== 'author' && !me.second_step_missing;
  const { data, refetch } = useQuery({ queryKey: ['approvals'], queryFn: listApprovals, enabled: editor, staleTime: 0 });
  useEffect(() => onStoreChange(() => void (editor && refetch())), [editor, refetch]);
  if (!editor || !data || data.length === 0) return null;
  return (
    <section className="notice unsaved" aria-labelledby="approvals-title">
      <h2 className="notice__title" id="approvals-title" aria-live="polite">
        <Icon name="check" />
        {t('approval.queue', { count: data.length })}
      </h2>
      <ul className="unsaved__list approval__list">
        {data.map((waiting) => (
          <Waiting key={waiting.post_id} waiting={waiting} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ waiting }: { waiting: WaitingApproval }) {
  const { t, i18n } = useTranslation();
  const workspace = useWorkspace();
  const { post_id: id, languages, asked_by: name, asked_at: at, note, changed } = waiting;
  const title = waiting.title || t('approval.untitled');
  const codes = languages.map((language) => language.toUpperCase()).join(', ');
  return (
    <li className="unsaved__item">
      <span className="unsaved__name">
        <strong>{title}</strong> <span className="muted">№ {id}</span>
        <span className="approval__line muted">{t('approval.waits', { name, languages: codes, time: formatBaku(at, i18n.language) })}</span>
        {changed && <span className="approval__line muted">{t('approval.changed')}</span>}
        {note !== '' && <span className="approval__line">{note}</span>}
      </span>
      <button type="button" className="button button--small" aria-label={`${t('approval.open')}: ${title}`} onClick={() => void workspace.edit(id)}>
        {t('approval.open')}
      </button>
    </li>
  );
}
