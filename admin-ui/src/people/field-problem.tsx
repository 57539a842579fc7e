import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Fields } from './use-fields';

interface Props {
  fields: Fields;
  /** Below this field what is wrong with it; without a name, at the end of the form, what is about none of them. */
  name?: string;
  className?: string;
  /** What is said of the whole form. */
  children?: ReactNode;
}

/** What is wrong, said when it comes, in one place of the form. */
export function FieldProblem({ fields, name = '', className = 'field__error', children }: Props) {
  const { t } = useTranslation();
  if (fields.at !== name) return null;
  return (
    <p className={name ? `${className} field__error--own` : className} id={fields.problemId} role="alert">
      {fields.why ? t(fields.why) : children}
    </p>
  );
}
