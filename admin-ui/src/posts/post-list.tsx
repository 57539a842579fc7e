import { use, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language, ListedPost } from '../api/types';
import { useMe } from '../auth/use-me';
import { type Filter, paramsOf } from '../finding/filter';
import { FindingTools } from '../finding/finding-tools';
import { PostTick } from '../finding/post-tick';
import type { SelectionBar } from '../finding/selection-bar';
import { useFilter } from '../finding/use-filter';
import { useFound } from '../finding/use-found';
import { useSelection } from '../finding/use-selection';
import { WorkspaceContext } from '../saving/workspace-context';
import { keepFocus } from '../ui/keep-focus';
import { laterPart } from '../ui/later';
import { Part } from '../ui/part';
import { scrollToTop } from '../ui/scroll';
import { featuredOf, PAGE_SIZE, pageCount, pageOf, visiblePosts } from './list-rules';
import { ListTools } from './list-tools';
import { Pager } from './pager';
import { PostCard } from './post-card';
import type { usePosts } from './use-posts';

// Few open it, and not at once.
const trashCode = new Part(async () => (await import('./trash-view')).TrashView);
const TrashView = laterPart(trashCode);

interface Props {
  list: ReturnType<typeof usePosts>;
  /** For several posts at once: what changes posts comes with the form's code. */
  Bar: typeof SelectionBar | undefined;
}

/** What is on the page: cards that are here already, or what the server finds for words and the like. */
function useShown(list: Props['list'], filter: Filter, correctPage: (page: number) => void) {
  const found = useFound(filter, PAGE_SIZE, list.posts);
  const last = found?.settled ? pageCount(found.total) : Infinity;
  const toLast = useEffectEvent(() => correctPage(last));
  // The only post of the last page has gone, or the address is of a time when there were more.
  const beyond = filter.page > last;
  useEffect(() => {
    if (beyond) toLast();
  }, [beyond]);
  const here = visiblePosts(list.posts, filter.category, filter.state);
  if (found) return { ...found, page: Math.min(filter.page, pageCount(found.total)), asked: true };
  const { page, posts } = pageOf(here, filter.page);
  return { posts, page, total: here.length, loading: list.loading, failed: list.failed && !list.loading, retry: list.reload, asked: false };
}

/** The posts: category filter, six cards a page, featured first; beside it search, other filters, and several posts at once. */
export function PostList({ list, Bar }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const { filter, change, correctPage, clear } = useFilter();
  const [wanted, setTrash] = useState(false);
  // What changes posts needs the form's code.
  const ready = use(WorkspaceContext) !== null;
  const code = useSyncExternalStore(trashCode.subscribe, trashCode.get);
  const trash = wanted && ready && <TrashView onClose={() => setTrash(false)} />;
  const [language, setLanguage] = useState<Language>('az');
  const title = useRef<HTMLHeadingElement>(null);
  // Back from the trash, whose button goes with it.
  const away = useRef(false);
  useEffect(() => {
    if (away.current && !wanted) keepFocus(title.current);
    away.current = wanted;
  }, [wanted]);
  const shown = useShown(list, filter, correctPage);
  const featured = featuredOf(list.posts)?.id;
  const chosen = useSelection(shown.posts, paramsOf({ ...filter, page: 1 }).toString());

  const emptyText = shown.asked
    ? 'finding.notFound'
    : filter.state !== 'any'
      ? 'list.noneInState'
      : filter.category === 'all'
        ? 'list.none'
        : 'list.empty';
  const tickOf = (post: ListedPost) => (
    <PostTick
      title={post[`title_${language}`] || post.title_az || t('list.noTitle')}
      chosen={chosen.selection.has(post.id)}
      onChoose={(is, withShift) => chosen.toggle(post, is, withShift)}
    />
  );

  if (trash && code.part) return trash;
  return (
    <section className="list" aria-labelledby="list-title">
      <header className="list__header">
        <h2 className="panel__title" id="list-title" ref={title} tabIndex={-1}>
          {t('list.title')}
        </h2>
        <p className="muted" role="status">
          {trash && !code.failed
            ? t('layout.arriving')
            : shown.loading
              ? t('list.loading')
              : !shown.failed && t('list.count', { count: shown.total })}
        </p>
        <ListTools
          filter={filter.category}
          state={filter.state}
          onState={(state) => change({ state })}
          onTrash={() => setTrash(true)}
          language={language}
          onFilter={(category) => change({ category })}
          onLanguage={setLanguage}
        />
        <FindingTools filter={filter} posts={list.posts} onChange={change} onClear={clear} />
      </header>
      {shown.failed && (
        <div className="notice notice--problem">
          <p>{t(shown.asked ? 'finding.failed' : 'list.failed')}</p>
          <button type="button" className="button" onClick={shown.retry}>
            {t('list.retry')}
          </button>
        </div>
      )}
      {!shown.failed && !shown.loading && shown.total === 0 && <p className="list__empty">{t(emptyText)}</p>}
      <ul className={`cards${shown.asked && shown.loading ? ' cards--late' : ''}`}>
        {shown.posts.map((post) => (
          <PostCard
            key={post.id}
            post={post}
            language={language}
            featured={post.id === featured}
            chosen={chosen.selection.has(post.id)}
            tick={me && me.role !== 'author' && tickOf(post)}
            writes={me?.role === 'author'}
          />
        ))}
      </ul>
      {trash}
      {ready && Bar && <Bar chosen={chosen} shown={shown.posts} />}
      <Pager
        page={shown.page}
        pages={pageCount(shown.total)}
        onPage={(page) => {
          change({ page });
          scrollToTop();
          // The next Tab leads into the new cards instead of past them.
          title.current?.focus({ preventScroll: true });
        }}
      />
    </section>
  );
}
