import { useId } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { SHORTEST } from './password-rules';

/** A new password, typed twice; `name` lets password managers know whose it is. */
export function NewPasswordFields({ name, problemId }: { name: string; problemId: string }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <label className="field" htmlFor={`${id}-new`}>
        <span className="field__label">{t('account.newPassword', { count: SHORTEST })}</span>
        <input id={`${id}-new`} name="password" type="password" autoComplete="new-password" required aria-describedby={problemId} />
      </label>
      <label className="field" htmlFor={`${id}-again`}>
        <span className="field__label">{t('account.again')}</span>
        <input id={`${id}-again`} name="again" type="password" autoComplete="new-password" required aria-describedby={problemId} />
      </label>
    </>
  );
}
