/** The languages that the interface speaks, whatever others texts are written in. */
export const SPOKEN = ['az', 'en', 'ru'] as const;
export type Spoken = (typeof SPOKEN)[number];

/** Where the language choice is remembered; the public site uses the same key. */
export const LANGUAGE_KEY = 'i18nextLng';

const DEFAULT: Spoken = 'az';

/** The supported language of a tag such as `ru-RU`. */
function supported(tag: string | null): Spoken | undefined {
  const primary = tag?.toLowerCase().split('-')[0];
  return SPOKEN.find((language) => language === primary);
}

/** Stored choice, then the browser's languages, then Azerbaijani. */
export function detectLanguage(stored: string | null, browser: readonly string[]): Spoken {
  return supported(stored) ?? browser.map(supported).find((language) => language !== undefined) ?? DEFAULT;
}
