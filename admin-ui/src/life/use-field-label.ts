import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES, type Language } from '../api/types';
import type { FieldName } from '../form/fields';

/** A field whatever its language. */
type Kind = FieldName extends infer N ? (N extends `${infer K}_${Language}` ? K : N) : never;

/** The label of any field in words: "Title (EN)". */
export function useFieldLabel(): (name: FieldName) => string {
  const { t } = useTranslation();
  const label = (kind: Kind): string => {
    switch (kind) {
      case 'meta_title':
      case 'meta_description':
      case 'slug':
        return t(`seo.${kind}`);
      case 'title':
      case 'excerpt':
      case 'content':
        return t(`texts.${kind}`);
      default:
        return t(`form.${kind}`);
    }
  };
  return (name) => {
    const language = LANGUAGES.find((candidate) => name.endsWith(`_${candidate}`));
    const kind = (language ? name.slice(0, -language.length - 1) : name) as Kind;
    return language ? `${label(kind)} (${language.toUpperCase()})` : label(kind);
  };
}
