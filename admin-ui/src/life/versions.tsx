import { useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES } from '../api/types';
import type { FieldName } from '../form/fields';
import { useCategories } from '../site/categories';
import { compareHtml, compareText } from '../rich-text/compare';
import { ComparedText } from './compared-text';
import { useFieldLabel } from './use-field-label';

interface Props {
  name: FieldName;
  older: string | boolean;
  newer: string | boolean;
  olderLabel: string;
  newerLabel: string;
  /** Of its heading, under the one it stands below. */
  level?: 3 | 4;
}

/** Two versions of a field beside each other, with the words that differ marked. */
export function Versions({ name, older, newer, olderLabel, newerLabel, level = 3 }: Props) {
  const Heading = `h${level}` as const;
  const label = useFieldLabel();
  const { t } = useTranslation();
  const categories = useCategories();
  const lang = LANGUAGES.find((language) => name.endsWith(`_${language}`));
  const words = (value: string | boolean) => {
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no');
    return name === 'category' ? categories.label(value) : value;
  };
  const [before, after] = [String(words(older)), String(words(newer))];
  const [left, right] = useMemo(() => (name.startsWith('content_') ? compareHtml : compareText)(before, after), [name, before, after]);
  return (
    <section className="versions">
      <Heading className="versions__name">{label(name)}</Heading>
      <div className="versions__side versions__side--older">
        <p className="versions__label muted">{olderLabel}</p>
        <ComparedText lines={left} lang={lang} />
      </div>
      <div className="versions__side">
        <p className="versions__label muted">{newerLabel}</p>
        <ComparedText lines={right} lang={lang} />
      </div>
    </section>
  );
}
