import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogin } from './use-login';

interface Props {
  onSignedIn: (access: string) => void;
}

/** User name, password, spinner, message: used by the page and by the dialog over the form. */
export function LoginForm({ onSignedIn }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { submit, submitting, problem } = useLogin(onSignedIn);
  const username = useRef<HTMLInputElement>(null);

  useEffect(() => username.current?.focus(), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void submit(String(data.get('username')), String(data.get('password')));
  }

  return (
    <form className="login-form" onSubmit={onSubmit} aria-busy={submitting}>
      <label className="field" htmlFor={`${id}-name`}>
        <span className="field__label">{t('login.username')}</span>
        <input ref={username} id={`${id}-name`} name="username" type="text" autoComplete="username" autoCapitalize="none" spellCheck={false} required aria-describedby={`${id}-problem`} />
      </label>
      <label className="field" htmlFor={`${id}-password`}>
        <span className="field__label">{t('login.password')}</span>
        <input id={`${id}-password`} name="password" type="password" autoComplete="current-password" required aria-describedby={`${id}-problem`} />
      </label>
      <p className="login-form__problem" id={`${id}-problem`} role="alert">
        {problem === 'throttled' ? `${t('login.refused')}. ${t('login.throttled')}` : problem && t(`login.${problem}`)}
      </p>
      <button className="button button--primary login-form__submit" type="submit" disabled={submitting}>
        {submitting && <span className="spinner" aria-hidden="true" />}
        {submitting ? t('login.submitting') : t('login.submit')}
      </button>
    </form>
  );
}
