import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../api/types';
import { detectLanguage, LANGUAGE_KEY } from './detect';
import { az } from './locales/az';
import { en } from './locales/en';
import { ru } from './locales/ru';

/** Starts the interface in the detected language; all three are bundled, so a switch is instant. */
export function startTranslations(): void {
  void i18next.use(initReactI18next).init({
    lng: detectLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages),
    fallbackLng: 'az',
    resources: { az: { translation: az }, en: { translation: en }, ru: { translation: ru } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  document.documentElement.lang = i18next.language;
}

/** Changes the interface's language and remembers it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}
