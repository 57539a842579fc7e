import type { Spoken } from './detect';
import type { Messages } from './locales/az';

/** Parts of a language's texts: `core` is there before anything is drawn, the others come with the screens that say them. */
export type TextPart = 'core' | 'desk' | 'office';

/** A chunk for each part of each language: a browser fetches those that it shows. */
const SOURCES: Readonly<Record<TextPart, Readonly<Record<Spoken, () => Promise<Partial<Messages>>>>>> = {
  core: {
    az: async () => (await import('./locales/az')).az,
    en: async () => (await import('./locales/en')).en,
    ru: async () => (await import('./locales/ru')).ru,
  },
  desk: {
    az: async () => (await import('./locales/az-desk')).desk,
    en: async () => (await import('./locales/en-desk')).desk,
    ru: async () => (await import('./locales/ru-desk')).desk,
  },
  office: {
    az: async () => (await import('./locales/az-office')).office,
    en: async () => (await import('./locales/en-office')).office,
    ru: async () => (await import('./locales/ru-office')).office,
  },
};

/** A part of the texts of one language; fails if it does not arrive, and can be asked again. */
export function loadTexts(language: Spoken, part: TextPart = 'core'): Promise<Partial<Messages>> {
  return SOURCES[part][language]();
}
