import { useRef, useState } from 'react';
import type { ListedPost } from '../api/types';
import { choose, NONE, range, type Selection } from './selection';

/** What is chosen in a list of which `shown` is on the page. It ends when another list is looked at (`list`), not with another page. */
export function useSelection(shown: readonly ListedPost[], list: string) {
  const [kept, setKept] = useState<{ list: string; selection: Selection }>({ list, selection: NONE });
  const last = useRef<number | null>(null);
  const selection = kept.list === list ? kept.selection : NONE;
  const keep = (next: Selection) => setKept({ list, selection: next });
  return {
    selection,
    /** One post, or with Shift all from the one before to it. */
    toggle(post: ListedPost, chosen: boolean, withShift: boolean) {
      keep(choose(selection, withShift ? range(shown, last.current, post.id) : [post], chosen));
      last.current = post.id;
    },
    togglePage(chosen: boolean) {
      keep(choose(selection, shown, chosen));
    },
    /** What these came to: only those that `stay` are chosen. What was chosen since, here or in another list, stays so. */
    settle(posts: readonly ListedPost[], stay: readonly ListedPost[]) {
      setKept((now) => (now.list === list ? { list, selection: choose(choose(now.selection, posts, false), stay, true) } : now));
    },
    clear() {
      keep(NONE);
      last.current = null;
    },
  };
}

export type SelectionOfList = ReturnType<typeof useSelection>;
