import { FaqItem } from '../shared/FaqItem';
import { useHydrated } from '../shared/hydrated';
import { panelProps } from '../shared/TabList';
import type { FaqCategory } from './props';

interface Props {
  id: string;
  category: FaqCategory;
  active: string;
  /** Results of all categories are shown; there are no tabs then. */
  searching: boolean;
  isOpen: (key: string) => boolean;
  onToggle: (key: string, open: boolean) => void;
}

export function FaqPanel({ id, category, active, searching, isOpen, onToggle }: Props) {
  const hydrated = useHydrated();
  const attributes = searching ? { id, hidden: category.items.length === 0 } : panelProps(id, active, hydrated);
  return (
    <section className="faq-browser__panel" data-results={searching || undefined} {...attributes}>
      <h2 className="faq-browser__category">{category.label}</h2>
      <div className="faq-list">
        {category.items.map((item) => {
          const key = `${category.id}: ${item.question}`; // the same item, whatever a search leaves of the list
          return <FaqItem key={key} {...item} open={isOpen(key)} onToggle={(open) => onToggle(key, open)} />;
        })}
      </div>
    </section>
  );
}
