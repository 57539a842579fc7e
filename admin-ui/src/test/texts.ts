import type { Language } from '../api/types';
import { startTranslations } from '../i18n';
import { az } from '../i18n/locales/az';
import { desk as azDesk } from '../i18n/locales/az-desk';
import { office as azOffice } from '../i18n/locales/az-office';
import { en } from '../i18n/locales/en';
import { desk as enDesk } from '../i18n/locales/en-desk';
import { office as enOffice } from '../i18n/locales/en-office';
import { ru } from '../i18n/locales/ru';
import { desk as ruDesk } from '../i18n/locales/ru-desk';
import { office as ruOffice } from '../i18n/locales/ru-office';
import type { Messages } from '../i18n/locales/az';

/** All parts of each language. */
export const TEXTS: Readonly<Record<Language, Messages>> = {
  az: { ...az, ...azDesk, ...azOffice },
  en: { ...en, ...enDesk, ...enOffice },
  ru: { ...ru, ...ruDesk, ...ruOffice },
};

/** The interface's texts at once, as if they had arrived: English unless the test says otherwise. */
export function speak(language: Language = 'en'): void {
  localStorage.setItem('i18nextLng', language);
  startTranslations(language, TEXTS[language]);
}
