import type { Language } from '../api/types';
import type { Messages } from './locales/az';

/** A chunk for each language: a browser fetches the one it shows. */
const SOURCES: Readonly<Record<Language, () => Promise<Messages>>> = {
  az: async () => (await import('./locales/az')).az,
  en: async () => (await import('./locales/en')).en,
  ru: async () => (await import('./locales/ru')).ru,
};

/** All texts of one language; fails if they do not arrive, and can be asked again. */
export function loadTexts(language: Language): Promise<Messages> {
  return SOURCES[language]();
}
