import { useEffect, useRef, useState } from 'react';
import type { FoundPost } from './props';
import { findPosts } from './shards';

/** So many results are shown before the visitor asks for more. */
const SCREENFUL = 12;

export interface Search {
  posts: FoundPost[];
  /** `paused`: there may be more; `failed`: the search data, or the rest of it, did not come, and `more` asks again. */
  stage: 'searching' | 'paused' | 'done' | 'failed';
}

/** Results of a query as they arrive, and how to ask for more. */
export function useSearch(index: string, query: string): Search & { more: () => void } {
  const [search, setSearch] = useState<Search>({ posts: [], stage: 'searching' });
  const more = useRef<() => void>(() => {});
  useEffect(() => {
    let wanted = SCREENFUL;
    let posts: FoundPost[] = [];
    let left = false;
    const steps = findPosts(index, query);
    const show = (stage: Search['stage']) => setSearch({ posts, stage });
    const run = async () => {
      try {
        for await (const step of { [Symbol.asyncIterator]: () => ({ next: () => steps.next() }) }) {
          if (left) return;
          posts = [...posts, ...step.posts];
          if (step.stage === 'searching' && posts.length >= wanted) return show('paused');
          show(step.stage);
          if (step.stage !== 'searching') return;
        }
      } catch {
        // what came is not what is read here: the steps have ended
      }
      if (!left) show('failed');
    };
    more.current = () => {
      wanted = posts.length + SCREENFUL;
      show('searching');
      void run();
    };
    void run();
    return () => {
      left = true;
    };
  }, [index, query]);
  return { ...search, more: () => more.current() };
}
