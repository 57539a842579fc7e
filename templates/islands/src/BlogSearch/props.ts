/** One post of the search data; all texts as people read them. */
export interface FoundPost {
  url: string;
  title: string;
  /** Of a text that is not in the language of the page. */
  title_lang?: string;
  excerpt: string;
  excerpt_lang?: string;
  category: string;
  date: string;
  image?: string | null;
}

export interface BlogSearchProps {
  /** Address of the list of shards of the page's language; the shards lie in the folder of the same name. */
  index: string;
  /** Address of the whole list. */
  all: string;
  /** Until what searches is there, and while it searches. */
  loading: string;
  /** What searches, or what is searched, did not come. */
  failed: string;
  /** Asks for it again. */
  again: string;
  words: {
    /** With `{q}`. */
    title: string;
    /** With `{n}`, which ends with a `+` while there may be more. */
    count: string;
    empty_title: string;
    empty_hint: string;
    view_all: string;
    read_more: string;
    /** Shows more results. */
    more: string;
  };
}
