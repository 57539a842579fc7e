import { useId, useState } from 'react';
import { FaqItem } from '../shared/FaqItem';
import type { FaqAccordionProps } from './props';

/** One answer open at a time; choosing the open question closes it. */
export function FaqAccordion({ items }: FaqAccordionProps) {
  const group = useId();
  const [open, setOpen] = useState<number | null>(null);

  // Opening one closes another natively (`name`), which reports too: only the open one may close "the open one".
  const toggle = (index: number, isOpen: boolean) => setOpen((current) => (isOpen ? index : current === index ? null : current));

  return (
    <div className="faq-list">
      {items.map((item, index) => (
        <FaqItem key={item.question} {...item} name={group} open={open === index} onToggle={(isOpen) => toggle(index, isOpen)} />
      ))}
    </div>
  );
}
