import { useEffect, useRef } from 'react';
import { useQueryParameter } from '../shared/address';
import { fill } from '../shared/text';
import type { BlogSearchProps } from './props';
import { ResultCard } from './ResultCard';
import { useSearch } from './useSearch';

/** Results in the place of the list if the address asks (`/blog/?q=…`); else what CSS shows as long as this code is coming, or has not come. */
export function BlogSearch(props: BlogSearchProps) {
  const query = useQueryParameter('q');
  useEffect(() => {
    const { dataset } = document.documentElement; // the list itself is hidden by CSS
    if (query) dataset.blogSearch = '';
    else delete dataset.blogSearch;
  }, [query]);

  useEffect(() => (query ? nameSearch(`${query} – `) : undefined), [query]);

  if (!query)
    return (
      <>
        <p className="blog-search__wait">{props.loading}</p>
        <p className="blog-search__lost">
          {`${props.failed} `}
          {/* eslint-disable-next-line jsx-a11y/anchor-is-valid -- this very address, once more */}
          <a href="">{props.again}</a>
        </p>
      </>
    );
  return (
    <section className="blog-search" aria-labelledby="blog-search-title">
      <div className="blog-search__head">
        <h2 id="blog-search-title">{fill(props.words.title, { q: query })}</h2>
        <a href={props.all}>{props.words.view_all}</a>
      </div>
      <Results key={query} {...props} query={query} />
    </section>
  );
}

/** Begins the title of the page with what is searched, also when a list that comes in place gives it another one; gives the way to end that. */
function nameSearch(words: string): () => void {
  const name = () => {
    if (!document.title.startsWith(words)) document.title = words + document.title;
  };
  name();
  const observer = new MutationObserver(name);
  observer.observe(document.head, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    if (document.title.startsWith(words)) document.title = document.title.slice(words.length);
  };
}

function Results({ index, loading, failed: lost, again, words, query }: BlogSearchProps & { query: string }) {
  const { posts, stage, more } = useSearch(index, query);
  const list = useRef<HTMLUListElement>(null);
  const status = useRef<HTMLDivElement>(null);
  /** The last result, or what is said where there is none: it has the focus of the button that went until there is a next one. */
  const last = useRef<HTMLElement>(null);
  const askForMore = () => {
    last.current = linksIn(list.current).at(-1) ?? status.current;
    last.current?.focus({ preventScroll: true });
    more();
  };
  useEffect(() => {
    const links = linksIn(list.current);
    const next = last.current && links[links.indexOf(last.current) + 1];
    if (!next) return;
    // Whoever went on meanwhile stays where they are.
    if (document.activeElement === last.current) next.focus();
    last.current = null;
  }, [posts]);

  const none = posts.length === 0;
  const empty = none && stage === 'done';
  const failed = stage === 'failed';
  const told = none ? !failed && loading : fill(words.count, { n: `${posts.length}${stage === 'done' ? '' : '+'}` });
  return (
    <>
      {/* One for all stages: what stands in a new one from the start is often not said. */}
      <div role="status" ref={status} tabIndex={-1} className={empty ? 'blog-search__empty' : 'blog-search__count'}>
        {empty ? (
          <>
            <h3>{words.empty_title}</h3>
            <p>{words.empty_hint}</p>
          </>
        ) : (
          told
        )}
      </div>
      {none ? null : (
        <ul className="blog-search__list" ref={list}>
          {posts.map((post) => (
            <ResultCard key={post.url} post={post} more={words.read_more} />
          ))}
        </ul>
      )}
      {failed && <p role="alert">{lost}</p>}
      {(stage === 'paused' || failed) && (
        <button type="button" className="button" onClick={askForMore}>
          {failed ? again : words.more}
        </button>
      )}
    </>
  );
}

function linksIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('h3 a') ?? [])];
}
