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
  const { submit, submitCode, back, typed, submitting, problem, asked } = useLogin(onSignedIn);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const wasAsked = useRef(false);

  useEffect(() => username.current?.focus(), []);
  // Back from the code, where one had got to.
  useEffect(() => {
    if (asked === null && wasAsked.current) password.current?.focus();
    wasAsked.current = asked !== null;
  }, [asked]);

  // To the field that is empty; to the password when the button that was pressed has lost the focus with its answer.
  useEffect(() => {
    if (asked !== null || !problem) return;
    if (problem.empty === 'username') username.current?.focus();
    else if (problem.empty || document.activeElement === document.body) password.current?.focus();
  }, [asked, problem]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void submit(String(data.get('username')), String(data.get('password')));
  }

  return (
    <>
      {asked !== null && (
        <CodeForm
          name={asked}
          submitting={submitting}
          problem={problem}
          onSubmit={(code) => void submitCode(code)}
          onType={typed}
          onBack={back}
        />
      )}
      {/* What was typed stays while the code is asked for. */}
      <form className="login-form" noValidate onSubmit={onSubmit} onChange={typed} aria-busy={submitting} hidden={asked !== null}>
        <label className="field" htmlFor={`${id}-name`}>
          <span className="field__label">{t('login.username')}</span>
          <input
            ref={username}
            id={`${id}-name`}
            name="username"
            type="text"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            aria-invalid={problem?.empty === 'username'}
            aria-describedby={`${id}-problem`}
          />
        </label>
        <label className="field" htmlFor={`${id}-password`}>
          <span className="field__label">{t('login.password')}</span>
          <input
            ref={password}
            id={`${id}-password`}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            aria-invalid={problem?.empty === 'password'}
            aria-describedby={`${id}-problem`}
          />
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
