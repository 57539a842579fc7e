import type { Language } from '../api/types';
import { startTranslations } from '../i18n';
import { az } from '../i18n/locales/az';
import { en } from '../i18n/locales/en';
import { ru } from '../i18n/locales/ru';
import type { Messages } from '../i18n/locales/az';

const TEXTS: Readonly<Record<Language, Messages>> = { az, en, ru };

/** The interface's texts at once, as if they had arrived: English unless the test says otherwise. */
export function speak(language: Language = 'en'): void {
  localStorage.setItem('i18nextLng', language);
  startTranslations(language, TEXTS[language]);
}
