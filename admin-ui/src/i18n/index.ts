import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../api/types';
import { detectLanguage, LANGUAGE_KEY } from './detect';
import { loadTexts } from './load';
import type { Messages } from './locales/az';

const NAMESPACE = 'translation';

/** The language that was asked for last: texts of an earlier wish may arrive after it. */
let wanted: Language | null = null;

/** The language in which the interface starts. */
export function detectedLanguage(): Language {
  return detectLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages);
}

/** Starts the interface with the texts of one language; those of another come when it is chosen. */
export function startTranslations(language: Language, texts: Messages): void {
  wanted = language;
  void i18next.use(initReactI18next).init({
    lng: language,
    // Each language has every text, which a test keeps.
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: texts } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  document.documentElement.lang = language;
}

/**
 * Changes the interface's language and remembers it, once its texts are here. Fails if they do not arrive: then everything stays as
 * it is, and choosing it again asks for them again. A wish that was followed by another changes nothing any more.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  wanted = language;
  if (!i18next.hasResourceBundle(language, NAMESPACE)) {
    try {
      i18next.addResourceBundle(language, NAMESPACE, await loadTexts(language));
    } catch (error) {
      if (wanted === language) throw error;
    }
  }
  if (wanted !== language) return;
  localStorage.setItem(LANGUAGE_KEY, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
