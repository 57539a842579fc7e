import type { FaqEntry } from '../FaqAccordion/props';

export interface FaqCategory {
  id: string;
  label: string;
  items: FaqEntry[];
}

export interface FaqBrowserProps {
  categories: FaqCategory[];
  tags: string[];
  words: {
    tabs: string;
    search: string;
    clear: string;
    empty_title: string;
    empty_hint: string;
    tags_title: string;
    /** With `{n}`. */
    found: string;
  };
}
