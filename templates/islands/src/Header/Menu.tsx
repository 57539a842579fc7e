import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useDisclosure } from '../shared/disclosure';
import { isBrowsers, step } from '../shared/focus';
import { Icon } from '../shared/Icon';
import { classes } from '../shared/text';

interface Props {
  className: string;
  label: ReactNode;
  /** Accessible name, where the visible label is only a code. */
  name?: string;
  current?: boolean;
  layered: boolean;
  /** `<li>` with one link each. */
  children: ReactNode;
}

/** A disclosure of links (WAI-ARIA APG, "Disclosure Navigation Menu") with the optional arrow keys. */
export function Menu({ className, label, name, current, layered, children }: Props) {
  const { ref, open, show, close, dismiss } = useDisclosure({ layered });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && ref.current?.open) {
      // the element knows before `open` is told
      event.preventDefault(); // the drawer around it stays
      dismiss();
      return;
    }
    if (isBrowsers(event)) return;
    const links = [...(ref.current?.querySelectorAll('a') ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
    const onControl = focused < 0;
    if (onControl && !open && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const next = onControl && event.key === 'ArrowUp' ? links.length - 1 : step(event, focused, links.length);
    if (next === undefined) return;
    event.preventDefault();
    show();
    links[next]?.focus();
  };

  const onClick = (event: MouseEvent) => {
    if ((event.target as Element).closest('a')) close();
  };

  // Inside the drawer a list that folds under the finger would move what is being tapped.
  const onBlur = (event: FocusEvent) => {
    if (layered && event.relatedTarget && !ref.current?.contains(event.relatedTarget)) close();
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- from its links
    <details
      ref={ref}
      className={classes('menu', className, current && 'is-current')}
      name="header-menu"
      onKeyDown={onKeyDown}
      onClick={onClick}
      onBlur={onBlur}
      suppressHydrationWarning
    >
      <summary className="menu__control" aria-label={name}>
        <span aria-hidden={name ? true : undefined}>{label}</span>
        <Icon name="chevron-down" />
      </summary>
      <ul className="menu__list">{children}</ul>
    </details>
  );
}
