import { LANGUAGES, type Language } from '../api/types';

/** Where the language choice is remembered; the public site uses the same key. */
export const LANGUAGE_KEY = 'i18nextLng';

const DEFAULT: Language = 'az';

/** The supported language of a tag such as `ru-RU`. */
function supported(tag: string | null): Language | undefined {
  const primary = tag?.toLowerCase().split('-')[0];
  return LANGUAGES.find((language) => language === primary);
}

/** Stored choice, then the browser's languages, then Azerbaijani. */
export function detectLanguage(stored: string | null, browser: readonly string[]): Language {
  return supported(stored) ?? browser.map(supported).find((language) => language !== undefined) ?? DEFAULT;
}
