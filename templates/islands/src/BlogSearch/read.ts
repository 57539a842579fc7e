import { one, ownText, type Read } from '../plain/props';
import type { BlogSearchProps } from './props';

export const read = {
  loading: (search) => one(search, '.blog-search__wait').textContent,
  failed: (search) => ownText(one(search, '.blog-search__lost')),
  again: (search) => one(search, 'a').textContent,
} satisfies Read<BlogSearchProps>;
