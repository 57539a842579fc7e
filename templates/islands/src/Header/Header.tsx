import { useRef, type KeyboardEvent } from 'react';
import { useDrawer } from '../shared/drawer';
import { holdTab } from '../shared/focus';
import { Html } from '../shared/Html';
import { LanguageMenu } from './LanguageMenu';
import { NavList } from './NavList';
import type { HeaderProps } from './props';

/** From here on the navigation is a bar, below it a drawer. The same width stands in header.css. */
const WIDE = '(min-width: 62em)';
/** A page has one header. */
const NAV = 'menu';

export function Header({ lang, brand, items, services, all_services, languages, words }: HeaderProps) {
  const header = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  const { ref: drawer, open, close, dismiss, modal, wide } = useDrawer(WIDE, header, nav);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!modal) return;
    if (event.key === 'Escape' && !event.defaultPrevented) dismiss();
    else if (header.current) holdTab(event, header.current);
  };

  return (
    // Its scrolled look and its line are not React's (scroll-look.ts) and may be there before it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys that bubble from its controls
    <header ref={header} className="header" onKeyDown={onKeyDown} suppressHydrationWarning>
      <div className="header__bar">
        <a className="header__brand" href={brand.url} onClick={close}>
          {brand.mark ? <Html className="header__mark" html={brand.mark} /> : null}
          <span className="header__name">{brand.name}</span>
          {brand.tagline ? <span className="header__tagline">{brand.tagline}</span> : null}
        </a>
        <nav ref={nav} className="header__nav" id={NAV} aria-label={words.main}>
          <NavList items={items} services={all_services ? [...services, all_services] : services} layered={wide} onChoose={close} />
        </nav>
        <LanguageMenu lang={lang} languages={languages} label={words.language} onChoose={close} />
        <details ref={drawer} className="header__drawer" suppressHydrationWarning>
          <summary className="header__burger" aria-label={open ? words.close : words.menu} aria-controls={NAV} data-close={words.close}>
            <span className="header__burger-lines" />
          </summary>
        </details>
      </div>
      <div className="header__progress" data-progress={0} aria-hidden="true" suppressHydrationWarning />
    </header>
  );
}
