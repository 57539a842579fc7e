import { each, type Read } from '../plain/props';
import { readFaqItem } from '../shared/faq-item';
import type { FaqAccordionProps } from './props';

export const read = {
  items: (list) => each(list, '.faq-item', readFaqItem),
} satisfies Read<FaqAccordionProps>;
