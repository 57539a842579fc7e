import { each, one, type Read } from '../plain/props';
import { readFaqItem } from '../shared/faq-item';
import { PANEL } from './panel';
import type { FaqBrowserProps } from './props';

export const read = {
  categories: (browser) =>
    each(browser, '.faq-browser__panel', (panel) => ({
      id: panel.id.slice(PANEL.length),
      label: one(panel, '.faq-browser__category').textContent,
      items: each(panel, '.faq-item', readFaqItem),
    })),
  tags: (browser) => each(browser, '.topic', (topic) => topic.textContent),
} satisfies Read<FaqBrowserProps>;
