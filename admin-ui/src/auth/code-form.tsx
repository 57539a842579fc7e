import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { LoginProblem } from './use-login';

interface Props {
  /** Whose name and password were right. */
  name: string;
  submitting: boolean;
  problem: LoginProblem | null;
  onSubmit: (code: string) => void;
  onType: () => void;
  onBack: () => void;
}

/** The second step: six digits of the device, or a recovery code. */
export function CodeForm({ name, submitting, problem, onSubmit, onType, onBack }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [recovery, setRecovery] = useState(false);
  /** What was sent from this field: what is said of it stands here, and not in the other kind's. */
  const [sent, setSent] = useState<string | null>(null);
  const told = sent !== null && problem;
  const wrong = told && told.text === 'signInCode.wrongCode';
  const field = useRef<HTMLInputElement>(null);

  // The other kind of code begins in an empty field, and a wrong one is typed over: before anything is, or that is selected as well.
  useLayoutEffect(() => field.current?.focus(), [recovery]);
  useLayoutEffect(() => {
    if (wrong && field.current?.value === sent) field.current.select();
    else if (told && told.empty) field.current?.focus();
  }, [told, wrong, sent]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setSent(code);
    onSubmit(code);
  }
  function change() {
    setRecovery(!recovery);
    setSent(null);
  }

  return (
    <form className="login-form" noValidate onSubmit={submit} onChange={onType} aria-busy={submitting}>
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
          aria-invalid={Boolean(told && told.empty)}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
      </label>
      <p className="login-form__problem" id={`${id}-problem`} role="alert">
        {told && t(recovery && wrong ? 'signInCode.wrongRecovery' : told.text)}
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
