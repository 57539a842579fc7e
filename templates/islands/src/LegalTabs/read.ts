import { each, one, type Read } from '../plain/props';
import type { LegalTabsProps } from './props';

export const read = {
  documents: (tabs) =>
    each(tabs, '.legal-tabs__document', (document) => ({
      id: document.id,
      title: one(document, 'h2').textContent,
      intro: one(document, '.legal-tabs__intro').innerHTML,
      sections: each(document, '.legal-tabs__section', (section) => ({
        id: section.id,
        title: one(section, 'h3').textContent.replace(/^\d+\. /, ''), // its number is the component's
        paragraphs: each(section, ':scope > p', (paragraph) => paragraph.innerHTML),
        points: each(section, 'li', (point) => point.innerHTML),
      })),
    })),
} satisfies Read<LegalTabsProps>;
