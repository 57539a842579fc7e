import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../api/types';
import type { FieldName } from '../form/fields';
import { useSeoTexts } from '../i18n/seo-texts';

/** A field whatever its language. */
type Kind = FieldName extends infer N ? (N extends `${infer K}_${Language}` ? K : N) : never;

/** The label of any field in words: "Title (EN)". */
export function useFieldLabel(): (name: FieldName) => string {
  const { t } = useTranslation();
  const seo = useSeoTexts();
  return (name) => {
    const language = LANGUAGES.find((candidate) => name.endsWith(`_${candidate}`));
    const kind = (language ? name.slice(0, -language.length - 1) : name) as Kind;
    const label = kind === 'meta_title' || kind === 'meta_description' ? seo(kind) : t(`form.${kind}`);
    return language ? `${label} (${language.toUpperCase()})` : label;
  };
}
