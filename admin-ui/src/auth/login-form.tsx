import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { CodeForm } from './code-form';
import { useLogin } from './use-login';

interface Props {
  onSignedIn: (access: string) => void;
}

/** User name, password, spinner, message: used by the page and by the dialog over the form. A code in a second step where one is asked for. */
export function LoginForm({ onSignedIn }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { submit, submitCode, back, submitting, problem, asked } = useLogin(onSignedIn);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const wasAsked = useRef(false);

  useEffect(() => username.current?.focus(), []);
  // Back from the code, where one had got to.
  useEffect(() => {
    if (asked === null && wasAsked.current) password.current?.focus();
    wasAsked.current = asked !== null;
  }, [asked]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void submit(String(data.get('username')), String(data.get('password')));
  }

  return (
    <>
      {asked !== null && <CodeForm name={asked} submitting={submitting} problem={problem} onSubmit={(code) => void submitCode(code)} onBack={back} />}
      {/* What was typed stays while the code is asked for. */}
      <form className="login-form" onSubmit={onSubmit} aria-busy={submitting} hidden={asked !== null}>
        <label className="field" htmlFor={`${id}-name`}>
          <span className="field__label">{t('login.username')}</span>
          <input ref={username} id={`${id}-name`} name="username" type="text" autoComplete="username" autoCapitalize="none" spellCheck={false} required aria-describedby={`${id}-problem`} />
        </label>
        <label className="field" htmlFor={`${id}-password`}>
          <span className="field__label">{t('login.password')}</span>
          <input ref={password} id={`${id}-password`} name="password" type="password" autoComplete="current-password" required aria-describedby={`${id}-problem`} />
        </label>
        <p className="login-form__problem" id={`${id}-problem`} role="alert">
          {asked === null && problem && `${problem.besides ? `${t('login.refused')}. ` : ''}${t(problem.text)}`}
        </p>
        <button className="button button--primary login-form__submit" type="submit" disabled={submitting}>
          {submitting && <span className="spinner" aria-hidden="true" />}
          {submitting ? t('login.submitting') : t('login.submit')}
        </button>
      </form>
    </>
  );
}
