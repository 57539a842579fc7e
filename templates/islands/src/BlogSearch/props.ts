/** One post of the search index (newest first); all texts as people read them. */
export interface FoundPost {
  url: string;
  title: string;
  excerpt: string;
  category: string;
  date: string;
  image?: string | null;
}

export interface BlogSearchProps {
  /** Address of the index of the page's language. */
  index: string;
  /** Address of the whole list. */
  all: string;
  words: {
    /** With `{q}`. */
    title: string;
    /** With `{n}`. */
    count: string;
    loading: string;
    failed: string;
    empty_title: string;
    empty_hint: string;
    view_all: string;
    read_more: string;
  };
}
