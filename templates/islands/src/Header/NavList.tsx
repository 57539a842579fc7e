import { Menu } from './Menu';
import type { NavLink } from './props';

interface Props {
  items: NavLink[];
  services: NavLink[];
  /** The dropdown lies above the page (bar) and not inside the drawer. */
  layered: boolean;
  onChoose: () => void;
}

export function NavList({ items, services, layered, onChoose }: Props) {
  return (
    <ul className="header__list">
      {items.map((item) => (
        <li key={item.id}>
          {item.id === 'services' ? (
            <Menu className="header__services" label={item.label} current={item.current} layered={layered}>
              {services.map((service) => (
                <li key={service.id}>
                  <Link item={service} onChoose={onChoose} />
                </li>
              ))}
            </Menu>
          ) : (
            <Link item={item} onChoose={onChoose} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Link({ item, onChoose }: { item: NavLink; onChoose: () => void }) {
  return (
    <a href={item.url} aria-current={item.current ? 'page' : undefined} onClick={onChoose}>
      {item.label}
    </a>
  );
}
