export interface BlogCategory {
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
