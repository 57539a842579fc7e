import { useTranslation } from 'react-i18next';
import type { Language } from '../api/types';
import { seo as az } from './locales/az-seo';
import { seo as en } from './locales/en-seo';
import { seo as ru } from './locales/ru-seo';

type SeoTexts = Readonly<Record<keyof typeof az, string>>;

/** All three languages come with the form: they are few, the first view is without them, and another language needs no answer. */
export const SEO_TEXTS: Readonly<Record<Language, SeoTexts>> = { az, en, ru };

/** The texts about search engines and networks in the interface's language. */
export function useSeoTexts(): (key: keyof SeoTexts, values?: Readonly<Record<string, string | number>>) => string {
  const { i18n } = useTranslation();
  const texts = SEO_TEXTS[i18n.language as Language];
  return (key, values = {}) => texts[key].replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]));
}
