import { useRef, type KeyboardEvent } from 'react';
import { step } from './focus';
import { useHydrated } from './hydrated';

interface Props {
  label: string;
  /** `id` is the id of the panel. */
  tabs: { id: string; label: string }[];
  /** Nothing where none of the panels is shown. */
  active: string;
  onChoose: (id: string) => void;
}

/**
 * Links to the panels that become tabs (WAI-ARIA APG, automatic activation) once they can act as such.
 * Panels carry `panelProps`; the CSS hides inactive ones by `data-inactive` where scripts run and the hash does not name them.
 */
export function TabList({ label, tabs, active, onChoose }: Props) {
  const hydrated = useHydrated();
  const list = useRef<HTMLDivElement>(null);
  // The one that the keyboard comes to.
  const stop = Math.max(
    tabs.findIndex(({ id }) => id === active),
    0,
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return; // the list is horizontal: these scroll
    const next = step(event, stop, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.id);
    list.current?.querySelectorAll('a')[next as number]?.focus();
  };

  if (!hydrated) {
    return (
      <div className="tabs">
        {tabs.map(({ id, label: text }) => (
          <a key={id} className="tabs__tab" href={`#${id}`} data-active={id === active}>
            {text}
          </a>
        ))}
      </div>
    );
  }
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: text }, index) => (
        <a
          key={id}
          id={`${id}-tab`}
          className="tabs__tab"
          href={`#${id}`}
          data-active={id === active}
          role="tab"
          aria-selected={id === active}
          aria-controls={id}
          tabIndex={index === stop ? 0 : -1}
          onClick={(event) => {
            event.preventDefault();
            onChoose(id);
          }}
        >
          {text}
        </a>
      ))}
    </div>
  );
}

/** Attributes of the panel `id`; everything is readable before hydration. */
export function panelProps(id: string, active: string, hydrated: boolean) {
  const inactive = id !== active;
  return {
    id,
    'data-inactive': inactive ? '' : undefined,
    ...(hydrated ? { role: 'tabpanel', 'aria-labelledby': `${id}-tab`, hidden: inactive } : {}),
  };
}
