import { type ReactNode, use, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES, type Language, type ListedPost } from '../api/types';
import { emptyKinds, emptyTexts } from '../form/empty';
import { formatDate } from '../i18n/dates';
import { useCategories } from '../site/categories';
import { AskWorkspace, editedId, useComingState } from '../saving/workspace-context';
import { publicPath } from '../site/addresses';
import { Icon } from '../ui/icon';
import { scrollToTop } from '../ui/scroll';
import { hasProblem, StateBadge, useLanguageState } from '../life/state-badge';
import { EditingNow } from './editing-now';
import { dayOf } from './list-rules';
import { TextDots } from './text-dots';

interface Props {
  post: ListedPost;
  language: Language;
  /** Whether it is the featured post; a working copy that asks for the mark of another one is not. */
  featured: boolean;
  /** What chooses it, if it can be chosen. */
  tick?: ReactNode;
  chosen?: boolean;
  /** Whether it is shown to an author, who deletes only what is not on the site. */
  writes?: boolean;
}

/** One post at a glance: what it says in the chosen language, what is missing in each, and what can be done. */
export function PostCard({ post, language, featured, tick, chosen = false, writes = false }: Props) {
  const { t, i18n } = useTranslation();
  const edited = useComingState((state) => (state.opening ?? editedId(state)) === post.id, false);
  const changed = useComingState((state) => state.changed.includes(post.id), false);
  const title = post[`title_${language}`] ?? '';
  const words = useLanguageState();
  const categories = useCategories();
  const failed = LANGUAGES.filter((other) => hasProblem(post.languages?.[other]));
  const named = title || post.title_az || t('list.noTitle');

  return (
    <li className={`card${edited ? ' card--edited' : ''}${chosen ? ' card--chosen' : ''}`} data-post-id={post.id}>
      <article className="card__inner" aria-label={named}>
        <div className="card__picture">
          {tick}
          {post.image ? <img src={presentFile(post)} alt="" loading="lazy" /> : <span className="muted">{t('list.noImage')}</span>}
        </div>
        <div className="card__text">
          <p className="card__facts">
            <span lang="az">{categories.label(post.category)}</span>
            {post.state && <StateBadge state={failed.length > 0 ? 'problem' : post.state} />}
            {featured && <Badge icon="star" text={t('list.featured')} />}
            {post.trending && <Badge icon="trend" text={t('list.trending')} />}
            <EditingNow post={post} />
            {edited && <span className="badge badge--edited">{t('list.editing')}</span>}
          </p>
          <h3 className="card__title" lang={language}>
            {title || <span className="muted">{t('list.noTitle')}</span>}
          </h3>
          <p className="card__excerpt" lang={language}>
            {post[`excerpt_${language}`]}
          </p>
          <p className="card__by muted">
            {post.author.trim() !== '' && `${post.author} · `}
            <time dateTime={dayOf(post)}>{formatDate(dayOf(post), i18n.language)}</time>
          </p>
        </div>
        <PublicLinks post={post} title={named} />
        {failed.map(
          (other) =>
            post.languages && (
              <p key={other} className="card__problem">
                <span className="card__code">{other.toUpperCase()}</span>
                {words(post.languages[other])}
              </p>
            ),
        )}
        {changed && (
          <p className="card__changed" role="alert">
            {t('list.changed')}
          </p>
        )}
        <CardActions id={post.id} title={named} stays={writes && post.live !== false} />
      </article>
    </li>
  );
}

/** As `presentSource`, without a file that this page and the form would share. */
function presentFile({ image, image_id: id }: ListedPost) {
  return id === null ? (image ?? undefined) : `${image}?now`;
}

function CardActions({ id, title, stays }: { id: number; title: string; stays: boolean }) {
  const { t } = useTranslation();
  const ask = use(AskWorkspace);
  const deleting = useComingState((state) => state.deleting.includes(id), false);

  const asked = useRef(false);

  function edit() {
    scrollToTop();
    ask((workspace) => void workspace.edit(id));
  }

  /** Once, however often it is pressed: what links to the post is looked up before the question. */
  function remove() {
    if (asked.current) return;
    asked.current = true;
    ask((workspace) => {
      void workspace.remove(id).finally(() => {
        asked.current = false;
      });
    });
  }

  return (
    <div className="card__actions">
      <button type="button" className="button button--small" onClick={edit} aria-label={t('list.editLabel', { title })}>
        <Icon name="pen" />
        {t('list.edit')}
      </button>
      {!stays && (
        <button
          type="button"
          className="button button--quiet button--small button--danger"
          aria-disabled={deleting}
          aria-label={t(deleting ? 'list.deletingLabel' : 'list.deleteLabel', { title })}
          onClick={remove}
        >
          {deleting ? <span className="spinner" aria-hidden="true" /> : <Icon name="trash" />}
          {t(deleting ? 'list.deleting' : 'list.delete')}
        </button>
      )}
    </div>
  );
}

function Badge({ icon, text }: { icon: 'star' | 'trend'; text: string }) {
  return (
    <span className={`badge badge--${icon}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
}

/** The public page of each language that has one, its state, and the dots of its three texts. */
function PublicLinks({ post, title }: { post: ListedPost; title: string }) {
  const { t } = useTranslation();
  const empty = emptyTexts(post);
  return (
    <ul className="card__links">
      {LANGUAGES.map((language) => (
        <li key={language}>
          {post.live !== false ? (
            <a
              href={publicPath(post.id, language)}
              target="_blank"
              rel="noreferrer"
              aria-label={t('list.publicPage', { title, language: `${language.toUpperCase()}, ${t(`languages.${language}`)}` })}
            >
              {language.toUpperCase()}
            </a>
          ) : (
            <span className="card__offline">{language.toUpperCase()}</span>
          )}
          <LanguageMark post={post} language={language} />
          <TextDots empty={emptyKinds(empty, language)} />
        </li>
      ))}
    </ul>
  );
}

/** A small mark for each state that is not simply published; in words where one points or listens. */
function LanguageMark({ post, language }: { post: ListedPost; language: Language }) {
  const words = useLanguageState();
  const { t } = useTranslation();
  const life = post.languages?.[language];
  if (!life || (life.state === 'published' && !life.stale)) return null;
  // Said below, where there is room for the reason.
  if (hasProblem(life))
    return (
      <span className="language-mark language-mark--problem">
        <Icon name="alert" />
      </span>
    );
  const text = life.stale ? `${words(life)}. ${t('life.stale', { source: t('life.in_az') })}` : words(life);
  return (
    <span className={`language-mark language-mark--${life.stale ? 'stale' : life.state}`} title={text}>
      <span aria-hidden="true">{life.stale ? '!' : MARKS[life.state]}</span>
      <span className="visually-hidden">{text}</span>
      {life.state === 'scheduled' && <span className="language-mark__time">{text}</span>}
    </span>
  );
}

const MARKS = { empty: '–', draft: '✎', changed: '✎', scheduled: '◷', published: '' } as const;
