import { useRef, useState } from 'react';
import { useHashTab } from '../shared/hash-tab';
import { matches } from '../shared/search';
import { TabList } from '../shared/TabList';
import { fill } from '../shared/text';
import { FaqPanel } from './FaqPanel';
import { FaqSearch } from './FaqSearch';
import { PANEL } from './panel';
import type { FaqBrowserProps, FaqCategory } from './props';

const panelId = (category: string) => PANEL + category;

export function FaqBrowser({ categories, tags, words }: FaqBrowserProps) {
  const tabs = categories.map(({ id, label }) => ({ id: panelId(id), label }));
  const [active, choose, led] = useHashTab(tabs.map(({ id }) => id));
  // An address that leads to a category leaves the search; not the one that was there before anything was typed.
  const visit = led.startsWith('0 ') ? '' : led;
  const [typed, setTyped] = useState({ visit, query: '' });
  const query = typed.visit === visit ? typed.query : '';
  const setQuery = (text: string) => setTyped({ visit, query: text });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  // The button that clears goes with what it clears.
  const clear = () => {
    setQuery('');
    field.current?.focus();
  };

  const searching = query.trim() !== '';
  const shown = searching ? categories.map((category) => found(category, query)) : categories;
  const count = shown.reduce((sum, { items }) => sum + items.length, 0);

  // The way on that is then offered: the categories, of which none is shown.
  const nothing = searching && count === 0;
  const browse = (id: string) => {
    setQuery('');
    choose(id);
  };

  const toggle = (key: string, isOpen: boolean) =>
    setOpen((before) => {
      const after = new Set(before);
      if (isOpen) after.add(key);
      else after.delete(key);
      return after;
    });

  return (
    <div className="faq-browser">
      <FaqSearch words={words} tags={tags} query={query} onQuery={setQuery} onClear={clear} field={field} />
      <p className="faq-browser__status" role="status">
        {searching ? fill(words.found, { n: count }) : ''}
      </p>
      {searching && !nothing ? null : <TabList label={words.tabs} tabs={tabs} active={nothing ? '' : active} onChoose={browse} />}
      {shown.map((category) => (
        <FaqPanel
          key={category.id}
          id={panelId(category.id)}
          category={category}
          active={active}
          searching={searching}
          isOpen={(key) => open.has(key)}
          onToggle={toggle}
        />
      ))}
      {nothing ? (
        <div className="faq-browser__empty">
          <h2>{words.empty_title}</h2>
          <p>{words.empty_hint}</p>
          <button type="button" className="faq-browser__clear" onClick={clear}>
            {words.clear}
          </button>
        </div>
      ) : null}
    </div>
  );
}

function found(category: FaqCategory, query: string): FaqCategory {
  return { ...category, items: category.items.filter((item) => matches(query, item.question, item.answer)) };
}
