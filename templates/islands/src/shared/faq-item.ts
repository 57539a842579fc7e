import { one } from '../plain/props';

/** Question and answer, as `FaqItem` has written them. */
export function readFaqItem(item: Element): { question: string; answer: string } {
  return { question: one(item, 'h3').textContent, answer: one(item, '.faq-item__answer p').textContent };
}
