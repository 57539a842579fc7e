import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { changePassword } from '../api/people';
import { NewPasswordFields } from './new-password-fields';
import { type PasswordProblem, passwordProblem } from './password-rules';
import { useSending } from './use-sending';

/** Another password for oneself; every other sign-in ends with the change. */
export function PasswordForm({ name, onChanged }: { name: string; onChanged: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { busy, failure, run } = useSending({ refused: 'wrong' });
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const [done, setDone] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const [current, password, again] = ['current', 'password', 'again'].map((field) => String(data.get(field)));
    const found = passwordProblem(password ?? '', again ?? '');
    setProblem(found);
    setDone(false);
    if (found || !current) return;
    if (!(await run(() => changePassword(current, password ?? '')))) return;
    form.reset();
    setDone(true);
    onChanged();
  }

  return (
    <form className="password-form" onSubmit={(event) => void submit(event)}>
      <label className="field" htmlFor={`${id}-current`}>
        <span className="field__label">{t('account.current')}</span>
        <input id={`${id}-current`} name="current" type="password" autoComplete="current-password" required aria-describedby={`${id}-problem`} />
      </label>
      <NewPasswordFields name={name} problemId={`${id}-problem`} />
      <p className="field__error" id={`${id}-problem`} role="alert">
        {problem ? t(`account.${problem}`) : failure && t(`people.${failure}`)}
      </p>
      <p role="status" className="people__said">
        {done && t('account.changed')}
      </p>
      <div>
        <button type="submit" className="button button--primary" aria-disabled={busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t('account.change')}
        </button>
      </div>
    </form>
  );
}
