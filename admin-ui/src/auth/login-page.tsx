import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { requestTokens } from '../api/auth';
import { LanguageSwitch } from '../i18n/language-switch';
import { Mark } from '../ui/mark';
import { usePageTitle } from '../ui/use-page-title';
import { LoginForm } from './login-form';
import { storeTokens } from './session';
import './login.css';

const InvitationForm = lazy(async () => ({ default: (await import('../people/invitation-form')).InvitationForm }));

/** What stands behind `#invitation=`: it never reaches a server's log. */
function invitationSecret(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('invitation');
}

export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(invitationSecret);
  usePageTitle(t('layout.title'));
  const enter = () => void navigate('/admin', { replace: true });

  /** The user exists, whatever becomes of the sign-in: then the usual form is there. */
  async function accepted(username: string, password: string) {
    history.replaceState(history.state, '', location.pathname);
    try {
      storeTokens(await requestTokens(username, password));
      enter();
    } catch {
      setSecret(null);
    }
  }

  return (
    <main className="login">
      <div className="login__card">
        <Mark />
        <p className="login__product">{t('layout.title')}</p>
        <h1 className="login__title">{t(secret === null ? 'login.title' : 'people.inviteTitle')}</h1>
        {secret === null ? (
          <LoginForm onSignedIn={enter} />
        ) : (
          <Suspense>
            <InvitationForm secret={secret} onAccepted={(username, password) => void accepted(username, password)} />
          </Suspense>
        )}
      </div>
      <LanguageSwitch />
    </main>
  );
}
