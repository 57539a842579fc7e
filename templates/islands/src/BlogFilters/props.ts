export interface BlogCategory {
  /** By which `counts.css` gives its number of posts. */
  id: string;
  label: string;
  url: string;
  active: boolean;
}

export interface BlogFiltersProps {
  title: string;
  /** The first is "all". */
  categories: BlogCategory[];
  words: {
    close: string;
    loading: string;
    /** Announced after a change; with `{title}`. */
    updated: string;
  };
}
