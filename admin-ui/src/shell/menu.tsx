import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { type Role, ROLES } from '../api/types';
import { useMe } from '../auth/use-me';
import { HelpButton } from '../help/help-button';
import type { TextKey } from '../i18n/translate';
import { LanguageSwitch } from '../i18n/language-switch';
import { useTranslation } from '../i18n/use-translation';
import { UnreadCount } from '../messages/unread-count';
import { Icon, type IconName } from '../ui/icon';
import { useMediaQuery } from '../ui/use-media-query';

interface Item {
  to: string;
  icon: IconName;
  name: TextKey;
  /** Who may go there, and whoever may do more. */
  least: Role;
}

const POSTS: Item = { to: '/admin', icon: 'page', name: 'layout.blogs', least: 'author' };
const MESSAGES: Item = { to: '/admin/messages', icon: 'mail', name: 'screens.messages', least: 'editor' };

/** In their order. */
const ITEMS: readonly Item[] = [
  POSTS,
  { to: '/admin/pictures', icon: 'image', name: 'screens.media', least: 'author' },
  MESSAGES,
  { to: '/admin/people', icon: 'people', name: 'screens.people', least: 'owner' },
  { to: '/admin/audit', icon: 'clock', name: 'screens.audit', least: 'owner' },
  { to: '/admin/releases', icon: 'undo', name: 'screens.releases', least: 'owner' },
  { to: '/admin/tokens', icon: 'key', name: 'screens.tokens', least: 'owner' },
  { to: '/admin/webhooks', icon: 'external', name: 'screens.webhooks', least: 'owner' },
  { to: '/admin/account', icon: 'person', name: 'screens.account', least: 'author' },
];

/** What is shown now. */
function itemAt(path: string): Item {
  return ITEMS.find(({ to }) => to === path.replace(/\/+$/, '')) ?? POSTS;
}

/** What the window is called, and with it the tab: the name of the screen comes first, and the posts have only the product's, as specified. */
export function useScreenTitle(): string {
  const { t } = useTranslation();
  const item = itemAt(useLocation().pathname);
  return item === POSTS ? t('layout.title') : `${t(item.name)} · ${t('layout.title')}`;
}

/** As in `layout.css`. */
const NARROW = '(max-width: 56rem)';

interface Props {
  /** Before the page is left. */
  askFirst: (event: MouseEvent) => void;
  onLogout: () => void;
}

/** Where one can go, and the interface's language. In a narrow window it lies behind a button that says where one is, and over the page, so that nothing moves. */
export function Menu({ askFirst, onLogout }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const path = useLocation().pathname;
  const here = itemAt(path);
  const rank = ROLES.indexOf(useMe()?.role ?? 'author');
  const narrow = useMediaQuery(NARROW);
  const [open, setOpen] = useState(false);
  // Another screen closes it, whichever way it came, and coming back does not open it.
  const [shown, setShown] = useState(path);
  if (shown !== path) {
    setShown(path);
    setOpen(false);
  }
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const screens = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!open) return;
    const end = new AbortController();
    const on = (where: EventTarget, name: string, react: (event: Event) => void) =>
      where.addEventListener(name, react, { signal: end.signal });
    const close = () => {
      setOpen(false);
      // What had the focus is out of sight.
      button.current?.focus();
    };
    const outside = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) setOpen(false);
    };
    // Neither a press nor the focus stays on what it covers.
    on(document, 'pointerdown', outside);
    on(document, 'focusin', outside);
    on(document, 'keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') close();
    });
    // Before what was chosen is done: the help gives the focus back to where it was.
    if (screens.current) on(screens.current, 'click', close);
    return () => end.abort();
  }, [open]);

  return (
    <div className="menu-of-screens" ref={whole}>
      <button
        ref={button}
        className="menu-of-screens__button"
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'menu'} />
        <span className="visually-hidden">{t('layout.menu')}: </span>
        <span className="menu-of-screens__here">{t(here.name)}</span>
        {narrow && rank >= ROLES.indexOf(MESSAGES.least) && <UnreadCount />}
      </button>
      <div className="menu-of-screens__panel" id={id}>
        <nav className="sidebar__nav" ref={screens} aria-label={t('layout.navigation')}>
          {ITEMS.filter(({ least }) => rank >= ROLES.indexOf(least)).map((item) => (
            <NavLink
              key={item.to}
              className="sidebar__link"
              to={item.to}
              end={item === POSTS}
              onClick={item === POSTS && here === POSTS ? undefined : askFirst}
            >
              <Icon name={item.icon} />
              {t(item.name)}
              {item === MESSAGES && <UnreadCount />}
            </NavLink>
          ))}
          <HelpButton />
          <button className="sidebar__link" type="button" onClick={onLogout}>
            <Icon name="logout" />
            {t('layout.logout')}
          </button>
        </nav>
        <LanguageSwitch />
      </div>
    </div>
  );
}
