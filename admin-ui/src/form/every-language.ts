import { type Language, type LanguageLife, LANGUAGES, type Life } from '../api/types';

/** Nothing is written in it. */
const EMPTY: LanguageLife = {
  state: 'empty',
  stale: false,
  differs: false,
  published_at: null,
  scheduled_at: null,
  scheduled_action: null,
  publish_at: null,
  unpublish_at: null,
};

/** Where each language stands, also one that the site did not have when this was kept, or has no more. */
export function everyLanguage(known: Partial<Life['languages']>): Life['languages'] {
  return Object.fromEntries(LANGUAGES.map((language) => [language, known[language] ?? EMPTY])) as Record<Language, LanguageLife>;
}
