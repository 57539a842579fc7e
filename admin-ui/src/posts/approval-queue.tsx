import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { listApprovals, listReturned } from '../api/approvals';
import type { ListedPost, WaitingApproval } from '../api/types';
import { useMe } from '../auth/use-me';
import { formatBaku } from '../i18n/dates';
import { plansOf } from '../life/plans';
import { usePlanWords } from '../life/state-badge';
import { useWorkspace } from '../saving/workspace-context';
import { onStoreChange } from '../site/store-changes';
import { Icon, type IconName } from '../ui/icon';

/** What waits for whoever is here: for editors what authors want to see published, and plans that wait for them; for an author what was sent back. */
export function ApprovalQueue({ posts }: { posts: readonly ListedPost[] }) {
  const me = useMe();
  if (!me || me.second_step_missing) return null;
  if (me.role === 'author') return <SentBack />;
  return (
    <>
      <Asked />
      <Withheld posts={posts} />
    </>
  );
}

/** A list that others change. */
function useHeard(key: string, read: () => Promise<WaitingApproval[]>): readonly WaitingApproval[] {
  const { data, refetch } = useQuery({ queryKey: [key], queryFn: read, staleTime: 0 });
  useEffect(() => onStoreChange(() => void refetch()), [refetch]);
  return data ?? [];
}

/** The oldest first. */
function Asked() {
  const { t, i18n } = useTranslation();
  const waiting = useHeard('approvals', listApprovals);
  return (
    <Queue icon="check" title={t('approval.queue', { count: waiting.length })}>
      {waiting.map(({ post_id: id, title, languages, asked_by: name, asked_at: at, note, changed }) => (
        <Item key={id} id={id} title={title}>
          <span className="approval__line muted">
            {t('approval.waits', { name, languages: codesOf(languages), time: formatBaku(at, i18n.language) })}
          </span>
          {changed && <span className="approval__line muted">{t('approval.changed')}</span>}
          {note !== '' && <span className="approval__line">{note}</span>}
        </Item>
      ))}
    </Queue>
  );
}

function SentBack() {
  const { t, i18n } = useTranslation();
  const returned = useHeard('approvals returned', listReturned);
  return (
    <Queue icon="undo" title={t('approval.sentBack', { count: returned.length })}>
      {returned.map(({ post_id: id, title, returned: answer }) => (
        <Item key={id} id={id} title={title}>
          {answer && (
            <span className="approval__line muted">
              {t('approval.returned', { name: answer.by, time: formatBaku(answer.at, i18n.language) })}
            </span>
          )}
          {answer && <span className="approval__line">{answer.note}</span>}
        </Item>
      ))}
    </Queue>
  );
}

/** Publications that do not happen by themselves, because an author has changed what was planned. */
function Withheld({ posts }: { posts: readonly ListedPost[] }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const withheld = posts.flatMap((post) => {
    const plans = plansOf(post.languages).filter(({ waits }) => waits);
    return plans.length > 0 ? [{ post, plans }] : [];
  });
  return (
    <Queue icon="clock" title={t('approval.withheld', { count: withheld.length })}>
      {withheld.map(({ post: { id, title_az: title }, plans }) => (
        <Item key={id} id={id} title={title}>
          {plans.map((plan) => (
            <span key={plan.language} className="approval__line muted">
              {plan.language.toUpperCase()}: {words(plan)}
            </span>
          ))}
        </Item>
      ))}
    </Queue>
  );
}

function Queue({ icon, title, children }: { icon: IconName; title: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <section className="notice unsaved" aria-labelledby={id}>
      <h2 className="notice__title" id={id} aria-live="polite">
        <Icon name={icon} />
        {title}
      </h2>
      <ul className="unsaved__list approval__list">{children}</ul>
    </section>
  );
}

function Item({ id, title: given, children }: { id: number; title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const title = given || t('approval.untitled');
  return (
    <li className="unsaved__item">
      <span className="unsaved__name">
        <strong>{title}</strong> <span className="muted">№ {id}</span>
        {children}
      </span>
      <button
        type="button"
        className="button button--small"
        aria-label={`${t('approval.open')}: ${title}`}
        onClick={() => void workspace.edit(id)}
      >
        {t('approval.open')}
      </button>
    </li>
  );
}

function codesOf(languages: readonly string[]): string {
  return languages.map((language) => language.toUpperCase()).join(', ');
}
