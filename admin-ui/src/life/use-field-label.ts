import { useTranslation } from 'react-i18next';
import type { TextKind } from '../api/types';
import type { FieldName } from '../form/fields';

/** The label of any field in words: "Title (EN)". */
export function useFieldLabel(): (name: FieldName) => string {
  const { t } = useTranslation();
  return (name) => {
    const [kind, language] = name.split('_');
    if (language) return `${t(`texts.${kind as TextKind}`)} (${language.toUpperCase()})`;
    return t(`form.${kind as 'category' | 'author' | 'featured' | 'trending'}`);
  };
}
