import { useTranslation } from 'react-i18next';
import type { TextKind } from '../api/types';
import type { FieldName } from '../form/fields';

/** The label of any field in words: "Title (EN)". */
export function useFieldLabel(): (name: FieldName) => string {
  const { t } = useTranslation();
  return (name) => {
    const [kind, language] = name.split('_') as [TextKind | 'category' | 'author' | 'featured' | 'trending', string?];
    return language ? `${t(`form.${kind}`)} (${language.toUpperCase()})` : t(`form.${kind}`);
  };
}
