import { Suspense, useEffect } from 'react';
import { useQueryParameter } from '../shared/address';
import { fill } from '../shared/text';
import { searchPosts, useIndex } from './index-file';
import type { BlogSearchProps } from './props';
import { ResultCard } from './ResultCard';

/** Nothing at all unless the address asks (`/blog/?q=…`); then results stand in the place of the list. */
export function BlogSearch(props: BlogSearchProps) {
  const query = useQueryParameter('q');
  useEffect(() => {
    const { dataset } = document.documentElement; // the list itself is hidden by CSS
    if (query) dataset.blogSearch = '';
    else delete dataset.blogSearch;
  }, [query]);

  if (!query) return null;
  return (
    <section className="blog-search" aria-labelledby="blog-search-title">
      <div className="blog-search__head">
        <h2 id="blog-search-title">{fill(props.words.title, { q: query })}</h2>
        <a href={props.all}>{props.words.view_all}</a>
      </div>
      <Suspense fallback={<p role="status">{props.words.loading}</p>}>
        <Results {...props} query={query} />
      </Suspense>
    </section>
  );
}

function Results({ index, words, query }: BlogSearchProps & { query: string }) {
  const posts = useIndex(index);
  if (!posts) return <p role="alert">{words.failed}</p>;

  const found = searchPosts(posts, query);
  if (found.length === 0) {
    return (
      <div role="status" className="blog-search__empty">
        <h3>{words.empty_title}</h3>
        <p>{words.empty_hint}</p>
      </div>
    );
  }
  return (
    <>
      <p role="status" className="blog-search__count">{fill(words.count, { n: found.length })}</p>
      <ul className="blog-search__list">
        {found.map((post) => <ResultCard key={post.url} post={post} more={words.read_more} />)}
      </ul>
    </>
  );
}
