import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { goneInAnyCase, statusOf } from '../api/errors';
import { listTrash, removeForGood } from '../api/life';
import { firstTitle, type TrashedPost } from '../api/types';
import { useMe } from '../auth/use-me';
import { formatDate } from '../i18n/dates';
import { useCategories } from '../site/categories';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { onStoreChange } from '../site/store-changes';
import { Icon } from '../ui/icon';
import { keepFocus } from '../ui/keep-focus';
import { NotLoaded } from '../ui/not-loaded';
import { useWhileHere } from '../ui/while-here';
import { daysLeft } from './list-rules';
import './trash.css';

/** Posts of the last thirty days that were deleted: each comes back whole, or goes for good. */
export function TrashView({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const list = useQuery({ queryKey: ['trash'], queryFn: listTrash, gcTime: 0 });
  const { data, refetch } = list;
  const [said, setSaid] = useState('');
  const [removing, setRemoving] = useState<readonly number[]>([]);
  const writes = useMe()?.role === 'author';
  const isHere = useWhileHere();
  const title = useRef<HTMLHeadingElement>(null);
  // Whoever has gone on in the form while its code came is left there.
  useEffect(() => keepFocus(title.current), []);
  useEffect(() => onStoreChange(() => void refetch()), [refetch]);

  /** The button that was pressed goes with its card; whoever has gone on in the form is left there. */
  async function settle({ id }: TrashedPost, sentence: string) {
    setSaid(sentence);
    const { data: left } = await refetch();
    // Where nothing came of it the card is still there.
    if (!left?.some((post) => post.id === id)) keepFocus(title.current, document.querySelector(`[data-trashed-id="${id}"]`));
  }
  async function restore(post: TrashedPost) {
    const ended = await workspace.bringBack(post.id);
    if (ended === null) return;
    // Of one that was not there, or may not be restored, a notice tells.
    const failed = ended === 'failed' ? t('trash.failed') : '';
    await settle(post, ended === 'restored' ? t('trash.restored', { title: nameOf(post) }) : failed);
  }
  async function remove(post: TrashedPost) {
    if (removing.includes(post.id) || !window.confirm(t('trash.removeConfirm', { title: nameOf(post) }))) return;
    setRemoving((ids) => [...ids, post.id]);
    const title = nameOf(post);
    const ended = await goneInAnyCase(removeForGood(post.id)).then(
      () => 'removed' as const,
      (error: unknown) => (statusOf(error) === 403 ? 'forbidden' : 'failed'),
    );
    setRemoving((ids) => ids.filter((id) => id !== post.id));
    if (ended === 'forbidden') workspace.dispatch({ type: 'notice', notice: { kind: 'undone', failure: ended, trash: 'remove' } });
    else if (ended === 'failed' && !isHere()) workspace.dispatch({ type: 'notice', notice: { kind: 'notRemoved', title } });
    if (isHere()) await settle(post, ended === 'forbidden' ? '' : t(`trash.${ended}`, { title }));
  }

  return (
    <section className="list" aria-labelledby="list-title">
      <header className="list__header">
        <h2 className="panel__title" id="list-title" ref={title} tabIndex={-1}>
          {t('trash.show')}
        </h2>
        <p className="muted" role="status">
          {said || (data && t('list.count', { count: data.length }))}
        </p>
        <div className="list__tools">
          <button type="button" className="button button--quiet button--small" onClick={onClose}>
            {t('trash.back')}
          </button>
        </div>
      </header>
      {writes && data?.length !== 0 && <p className="muted">{t('trash.byEditor')}</p>}
      <NotLoaded of={list} words={t('life.failed')} title={title} />
      {data?.length === 0 && <p className="list__empty">{t('trash.empty')}</p>}
      <ul className="cards">
        {data?.map((post) => (
          <TrashCard
            key={post.id}
            post={post}
            removing={removing.includes(post.id)}
            onRestore={() => void restore(post)}
            onRemove={() => void remove(post)}
          />
        ))}
      </ul>
    </section>
  );
}

function nameOf(post: TrashedPost): string {
  return firstTitle(post) || `№ ${post.id}`;
}

function TrashCard({
  post,
  removing,
  onRestore,
  onRemove,
}: {
  post: TrashedPost;
  removing: boolean;
  onRestore: () => void;
  onRemove: () => void;
}) {
  const { t, i18n } = useTranslation();
  const categories = useCategories();
  const restoring = useWorkspaceState((state) => state.restoring.includes(post.id));
  // Authors see what is here; only editors may take it out or delete it for good.
  const writes = useMe()?.role === 'author';
  const name = nameOf(post);
  const date = formatDate(post.deleted_at, i18n.language);
  return (
    <li className="card card--trashed" data-trashed-id={post.id}>
      <article className="card__inner" aria-label={name}>
        <div className="card__text">
          <p className="card__facts">
            <span lang="az">{categories.label(post.category)}</span>
            {post.live && <span>· {t('trash.wasLive')}</span>}
          </p>
          <h3 className="card__title" lang="az">
            {name}
          </h3>
          <p className="card__by muted">
            {post.deleted_by ? t('trash.deletedBy', { date, name: post.deleted_by }) : t('trash.deleted', { date })}
          </p>
          <p className="card__days">{t('trash.days', { count: daysLeft(post.expires_at) })}</p>
          {post.redirect_to && <p className="card__redirect">{t('redirect.leads', { to: post.redirect_to })}</p>}
        </div>
        {!writes && (
          <div className="card__actions">
            <button
              type="button"
              className="button button--small"
              aria-label={t('trash.restoreLabel', { title: name })}
              aria-disabled={restoring}
              onClick={onRestore}
            >
              <Icon name="undo" />
              {t('trash.restore')}
            </button>
            <button
              type="button"
              className="button button--quiet button--small button--danger"
              aria-label={t('trash.removeLabel', { title: name })}
              aria-disabled={removing}
              onClick={onRemove}
            >
              <Icon name="trash" />
              {t('trash.remove')}
            </button>
          </div>
        )}
      </article>
    </li>
  );
}
