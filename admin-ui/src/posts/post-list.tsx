import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../api/types';
import { scrollToTop } from '../ui/scroll';
import { type CategoryFilter, pageCount, pageOf, type StateFilter, visiblePosts } from './list-rules';
import { ListTools } from './list-tools';
import { Pager } from './pager';
import { PostCard } from './post-card';
import { TrashView } from './trash-view';
import type { usePosts } from './use-posts';

interface Props {
  list: ReturnType<typeof usePosts>;
}

/** The posts: category filter, six cards a page, featured first. */
export function PostList({ list }: Props) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<CategoryFilter>('all');
  const [state, setState] = useState<StateFilter>('any');
  const [trash, setTrash] = useState(false);
  const [language, setLanguage] = useState<Language>('az');
  const [wanted, setWanted] = useState(1);
  const title = useRef<HTMLHeadingElement>(null);
  const posts = visiblePosts(list.posts, filter, state);
  const { page, posts: shown } = pageOf(posts, wanted);

  const emptyText = state !== 'any' ? 'list.noneInState' : filter === 'all' ? 'list.none' : 'list.empty';

  if (trash) return <TrashView onBack={() => setTrash(false)} />;
  return (
    <section className="list" aria-labelledby="list-title">
      <header className="list__header">
        <h2 className="panel__title" id="list-title" ref={title} tabIndex={-1}>
          {t('list.title')}
        </h2>
        <p className="muted" role="status">
          {list.loading ? t('list.loading') : t('list.count', { count: posts.length })}
        </p>
        <ListTools
          filter={filter}
          state={state}
          onState={(next) => {
            setState(next);
            setWanted(1);
          }}
          onTrash={() => setTrash(true)}
          language={language}
          onFilter={(next) => {
            setFilter(next);
            setWanted(1);
          }}
          onLanguage={setLanguage}
        />
      </header>
      {list.failed && !list.loading && (
        <div className="notice notice--problem">
          <p>{t('list.failed')}</p>
          <button type="button" className="button" onClick={list.reload}>
            {t('list.retry')}
          </button>
        </div>
      )}
      {!list.failed && !list.loading && posts.length === 0 && <p className="list__empty">{t(emptyText)}</p>}
      <ul className="cards">
        {shown.map((post) => (
          <PostCard key={post.id} post={post} language={language} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={pageCount(posts.length)}
        onPage={(next) => {
          setWanted(next);
          scrollToTop();
          // The next Tab leads into the new cards instead of past them.
          title.current?.focus({ preventScroll: true });
        }}
      />
    </section>
  );
}
