import { each, one, ownText, type Read } from '../plain/props';
import type { HeaderProps, NavLink } from './props';

const href = (link: Element) => link.getAttribute('href') ?? '';
const label = (element: Element) => element.getAttribute('aria-label') ?? '';
const link = (element: Element): NavLink => ({
  id: href(element),
  label: element.textContent,
  url: href(element),
  current: element.hasAttribute('aria-current'),
});

/** The whole header stands in its markup. */
export const read = {
  lang: (header) => one(header, '.header__language [aria-current]').lang,
  brand: (header) => ({
    name: one(header, '.header__name').textContent,
    tagline: header.querySelector('.header__tagline')?.textContent,
    url: href(one(header, '.header__brand')),
    mark: header.querySelector('.header__mark')?.innerHTML,
  }),
  items: (header) =>
    each(header, '.header__list > li', (item) => {
      const menu = item.querySelector('details');
      if (!menu) return link(one(item, 'a'));
      return { id: 'services', label: one(menu, 'summary span').textContent, url: '', current: menu.classList.contains('is-current') };
    }),
  services: (header) => each(header, '.header__services a', link),
  all_services: () => undefined, // the last of the services
  languages: (header) =>
    each(header, '.header__language a', (language) => ({
      lang: language.lang,
      label: one(language, 'span').textContent,
      name: ownText(language),
      url: href(language),
    })),
  words: (header) => {
    const language = one(header, '.header__language [aria-current]');
    const named = `: ${one(language, 'span').textContent}, ${ownText(language)}`;
    const burger = one(header, '.header__burger');
    return {
      main: label(one(header, '.header__nav')),
      menu: label(burger),
      close: burger.dataset.close ?? '',
      language: label(one(header, '.header__language summary')).slice(0, -named.length),
    };
  },
} satisfies Read<HeaderProps>;
