import { each, one, type Read } from '../plain/props';
import type { BlogFiltersProps } from './props';

export const read = {
  title: (filters) => one(filters, 'h2').textContent,
  categories: (filters) => each(filters, 'li a', (link) => ({
    label: one(link, 'span').textContent,
    url: link.getAttribute('href') ?? '',
    count: Number(one(link, '.blog-filters__count').textContent),
    active: link.hasAttribute('aria-current'),
  })),
} satisfies Read<BlogFiltersProps>;
