import { useId } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { FieldProblem } from './field-problem';
import { SHORTEST } from './password-rules';
import type { Fields } from './use-fields';

/** A new password, typed twice; `name` lets password managers know whose it is. */
export function NewPasswordFields({ name, fields }: { name: string; fields: Fields }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <label className="field" htmlFor={`${id}-new`}>
        <span className="field__label">{t('account.newPassword', { count: SHORTEST })}</span>
        <input {...fields.of('password')} id={`${id}-new`} type="password" autoComplete="new-password" />
      </label>
      <FieldProblem fields={fields} name="password" />
      <label className="field" htmlFor={`${id}-again`}>
        <span className="field__label">{t('account.again')}</span>
        <input {...fields.of('again')} id={`${id}-again`} type="password" autoComplete="new-password" />
      </label>
      <FieldProblem fields={fields} name="again" />
    </>
  );
}
