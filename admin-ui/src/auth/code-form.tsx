import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { LoginProblem } from './use-login';

interface Props {
  /** Whose name and password were right. */
  name: string;
  submitting: boolean;
  problem: LoginProblem | null;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

/** The second step: six digits of the device, or a recovery code. */
export function CodeForm({ name, submitting, problem, onSubmit, onBack }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [recovery, setRecovery] = useState(false);
  /** Something was sent from this field: what is said of it stands here, and not in the other kind's. */
  const [sent, setSent] = useState(false);
  const told = sent && problem;
  const field = useRef<HTMLInputElement>(null);

  // The other kind of code begins in an empty field, and a wrong one is typed over: before anything is, or that is selected as well.
  useLayoutEffect(() => field.current?.focus(), [recovery]);
  useLayoutEffect(() => {
    if (told && told.text === 'signInCode.wrongCode') field.current?.select();
  }, [told]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSent(true);
    onSubmit(String(new FormData(event.currentTarget).get('code')));
  }
  function change() {
    setRecovery(!recovery);
    setSent(false);
  }

  return (
    <form className="login-form" onSubmit={submit} aria-busy={submitting}>
      <p id={`${id}-hint`}>{t(recovery ? 'signInCode.signInRecovery' : 'signInCode.signInAs', { name })}</p>
      <label className="field" htmlFor={`${id}-code`}>
        <span className="field__label">{t(recovery ? 'signInCode.recovery' : 'signInCode.code')}</span>
        <input
          key={String(recovery)}
          ref={field}
          id={`${id}-code`}
          className="code-field"
          name="code"
          type="text"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize={recovery ? 'characters' : 'none'}
          spellCheck={false}
          maxLength={recovery ? 40 : 10}
          required
          aria-describedby={`${id}-hint ${id}-problem`}
        />
      </label>
      <p className="login-form__problem" id={`${id}-problem`} role="alert">
        {told && t(recovery && told.text === 'signInCode.wrongCode' ? 'signInCode.wrongRecovery' : told.text)}
      </p>
      <button className="button button--primary login-form__submit" type="submit" disabled={submitting}>
        {submitting && <span className="spinner" aria-hidden="true" />}
        {submitting ? t('login.submitting') : t('login.submit')}
      </button>
      <div className="login-form__ways">
        <button className="button button--quiet button--small" type="button" onClick={change}>
          {t(recovery ? 'signInCode.useDevice' : 'signInCode.useRecovery')}
        </button>
        <button className="button button--quiet button--small" type="button" onClick={onBack}>
          {t('signInCode.back')}
        </button>
      </div>
    </form>
  );
}
