import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { mayHaveSucceeded, type Refused } from '../api/errors';
import { changePassword } from '../api/people';
import { FieldProblem } from './field-problem';
import { NewPasswordFields } from './new-password-fields';
import { passwordProblem, refusedPassword } from './password-rules';
import { useFields } from './use-fields';
import { useSending } from './use-sending';

/** Another password for oneself; every other sign-in ends with the change. */
export function PasswordForm({ name, onChanged }: { name: string; onChanged: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const fields = useFields(`${id}-problem`);
  const [done, setDone] = useState(false);
  /** What failed may have been done. */
  const [unsure, setUnsure] = useState(false);
  const { busy, failure, run, forget } = useSending({ refused: 'wrong' });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = fields.send(event.currentTarget);
    forget();
    setDone(false);
    const [current, password] = [sent.value('current'), sent.value('password')];
    if (sent.tell(current ? passwordProblem(password, sent.value('again')) : ['current', 'people.passwordless'])) return;
    const told = (wrong: Refused) => sent.tell(wrong['current'] ? ['current', 'people.wrong'] : refusedPassword(wrong['password']));
    const change = () =>
      changePassword(current, password).catch((error: unknown) => {
        setUnsure(mayHaveSucceeded(error));
        throw error;
      });
    if (!(await run(change, told))) return;
    sent.empty();
    setDone(true);
    onChanged();
  }

  return (
    <form className="password-form" noValidate onSubmit={(event) => void submit(event)}>
      <label className="field" htmlFor={`${id}-current`}>
        <span className="field__label">{t('account.current')}</span>
        <input {...fields.of('current')} id={`${id}-current`} type="password" autoComplete="current-password" />
      </label>
      <FieldProblem fields={fields} name="current" />
      <NewPasswordFields name={name} fields={fields} />
      <FieldProblem fields={fields}>{failure && t(unsure ? 'account.unsure' : `people.${failure}`)}</FieldProblem>
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
