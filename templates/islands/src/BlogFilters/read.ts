import { each, one, type Read } from '../plain/props';
import type { BlogFiltersProps } from './props';

export const read = {
  title: (filters) => one(filters, 'h2').textContent,
  categories: (filters) =>
    each(filters, 'li a', (link) => ({
      id: one(link, '[data-count]').getAttribute('data-count') ?? '',
      label: one(link, 'span').textContent,
      url: link.getAttribute('href') ?? '',
      active: link.hasAttribute('aria-current'),
    })),
} satisfies Read<BlogFiltersProps>;
