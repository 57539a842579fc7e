import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATEGORIES, LANGUAGES } from '../api/types';
import { PAGES, pagePath, publicPath } from './addresses';

/** What a match arm of the generator answers: `Route::About => "about/".into()`. */
function arm(code: string, name: string): string | undefined {
  return (
    new RegExp(`${name} =>[\\s{]*(?:String::new\\(\\)|(?:format!\\()?"([^"]*)")`).exec(code)?.[1] ??
    (code.includes(`${name} => String::new()`) ? '' : undefined)
  );
}

const ROUTES = readFileSync('../generator/src/routes/mod.rs', 'utf8');
const LANG = readFileSync('../generator/src/base/lang.rs', 'utf8');
const BARE = /const DEFAULT: Lang = Lang::(\w+);/.exec(LANG)?.[1]?.toLowerCase();
/** Where the generator puts the pages of a language. */
const folder = (language: string) => (language === BARE ? '' : LANG.includes(`"/${language}"`) ? `/${language}` : undefined);
const capital = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());

describe('the addresses of the site', () => {
  it('are those that the generator makes', () => {
    for (const language of LANGUAGES) {
      const prefix = folder(language);
      for (const page of PAGES) {
        const service = CATEGORIES.find((category) => category === page);
        const tail = service
          ? arm(ROUTES, 'Route::Service\\(id\\)')?.replace('{id}', service)
          : page === 'blog'
            ? arm(ROUTES, 'None')
            : arm(ROUTES, `Route::${capital(page)}`);
        expect(pagePath(page, language)).toBe(`${prefix}/${tail}`);
      }
      expect(publicPath(7, language)).toBe(`${prefix}/${arm(ROUTES, 'Route::Post\\(id\\)')?.replace('{id}', '7')}`);
    }
  });

  it('leave out no page that is always there', () => {
    const [, tails = ''] = /fn tail\(self\)[^{]*\{([\s\S]*?)\n {4}\}/.exec(ROUTES) ?? [];
    const always = [...tails.matchAll(/Route::(\w+) =>/g)].map(([, name = '']) => name.toLowerCase());
    expect(always.sort()).toEqual(PAGES.filter((page) => page !== 'blog' && !CATEGORIES.some((category) => category === page)).sort());
  });
});
