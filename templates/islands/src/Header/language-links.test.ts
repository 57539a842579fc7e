import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepLanguage } from './language-links';

const alternates = ['az', 'en', 'ru']
  .map((lang) => `<link rel="alternate" hreflang="${lang}" href="https://www.khazri.example/${lang === 'az' ? '' : `${lang}/`}about/">`)
  .join('');
const link = () => document.querySelector('a') as HTMLAnchorElement;
const path = () => link().href.replace(location.origin, '');

describe('the links of the languages', () => {
  beforeAll(() => {
    keepLanguage();
    addEventListener('click', (event) => event.preventDefault()); // jsdom cannot navigate
  });
  beforeEach(() => {
    document.head.innerHTML = alternates;
    history.replaceState(null, '', '/en/about/?a=1#b');
  });

  it('keep page, query and hash', () => {
    document.body.innerHTML = '<a id="ru" data-lang-choice="ru" href="/ru/old/">RU</a>';
    link().click();
    expect(path()).toBe('/ru/about/?a=1#b');
  });

  it('keep them when a menu is only opened on them', () => {
    document.body.innerHTML = '<a data-lang-choice="ru" href="/ru/old/">RU</a>';
    link().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
    expect(path()).toBe('/ru/about/?a=1#b');
  });

  it('are taken apart from other links', () => {
    document.body.innerHTML = '<a href="/ru/">RU</a>';
    link().click();
    document.dispatchEvent(new Event('click'));
    expect(path()).toBe('/ru/');
  });
});
