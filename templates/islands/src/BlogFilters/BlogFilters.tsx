import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useDrawer } from '../shared/drawer';
import { holdTab } from '../shared/focus';
import { Icon } from '../shared/Icon';
import { followsHere } from '../shared/links';
import { fill } from '../shared/text';
import { categoryOf } from './links';
import { region } from './page-swap';
import type { BlogFiltersProps } from './props';
import { useInPlace } from './useInPlace';

/** From here on the categories are a sidebar, below it a drawer. The same width stands in blog-filters.css. */
const WIDE = '(min-width: 62em)';

export function BlogFilters({ title, categories, words }: BlogFiltersProps) {
  const whole = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const chosen = useRef(false);
  const titleId = useId();
  const [said, setSaid] = useState('');
  const { ref: drawer, close, dismiss, modal } = useDrawer(WIDE, whole, panel, panel);

  const toList = () => region()?.focus({ preventScroll: true });
  const list = useInPlace(() => {
    setSaid(fill(words.updated, { title: document.title }));
    // A link in the old list or in the drawer is gone; the keyboard goes on at the new list.
    chosen.current = modal;
    if (document.activeElement === document.body) toList();
    close();
  });
  useEffect(() => {
    if (modal || !chosen.current) return;
    chosen.current = false; // only now the list is not inert any more
    toList();
  }, [modal]);
  const active = (list.path === null ? undefined : categoryOf(list.path, categories)) ?? categories.find((category) => category.active);

  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!followsHere(event.nativeEvent, event.currentTarget)) return;
    event.preventDefault();
    list.go(event.currentTarget.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!modal || !panel.current) return;
    if (event.key === 'Escape') dismiss();
    else holdTab(event, panel.current);
  };

  return (
    <div ref={whole} className="blog-filters">
      <details ref={drawer} className="blog-filters__toggle" suppressHydrationWarning>
        <summary>
          {/* One string: React parts neighbouring ones by comments. */}
          <Icon name="filter" /> <span className="visually-hidden">{`${title}: `}</span>
          {`${active?.label ?? ''} `}
          <Icon name="chevron-down" />
        </summary>
      </details>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that bubble from its controls */}
      <nav ref={panel} className="blog-filters__panel" aria-labelledby={titleId} onKeyDown={onKeyDown}>
        <div className="blog-filters__bar">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="blog-filters__close" aria-label={words.close} onClick={dismiss}>
            <Icon name="close" />
          </button>
        </div>
        <ul>
          {categories.map((category) => (
            <li key={category.url}>
              <a href={category.url} aria-current={category === active ? 'page' : undefined} onClick={onClick}>
                <span>{category.label}</span> <span data-count={category.id} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="blog-filters__status" role="status">
        {list.loading ? words.loading : said}
      </p>
    </div>
  );
}
