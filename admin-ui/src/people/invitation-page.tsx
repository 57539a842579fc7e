import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useNavigate } from 'react-router-dom';
import { requestTokens } from '../api/auth';
import { LoginCard } from '../auth/login-card';
import { LoginForm } from '../auth/login-form';
import { isSignedIn, storeTokens } from '../auth/session';
import { InvitationForm } from './invitation-form';
import './people.css';

interface Props {
  secret: string;
  /** The user exists, and is signed in. */
  onDone: () => void;
  /** The invitation is of no more use. */
  onOver: () => void;
}

/** Where an invitation's link leads: a password of one's own, and in; where that does not work yet, the usual form, and why. */
export function InvitationPage({ secret, onDone, onOver }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [signedIn] = useState(isSignedIn);
  /** Whoever is a user by now, and could not be signed in. */
  const [almost, setAlmost] = useState<string | null>(null);

  async function accepted(username: string, password: string) {
    storeTokens(await requestTokens(username, password));
    onDone();
  }
  function outside(username: string) {
    setAlmost(username);
    // The secret is used up.
    void navigate('/login', { replace: true });
  }
  if (almost !== null) {
    return (
      <LoginCard title={t('login.title')}>
        <p className="invitation__almost" role="alert">
          {t('account.almost', { name: almost })}
        </p>
        <LoginForm onSignedIn={onDone} />
      </LoginCard>
    );
  }
  return (
    <LoginCard title={t('account.invitation')}>
      {signedIn && <p className="notice">{t('account.signedInAlready')}</p>}
      <InvitationForm secret={secret} onAccepted={accepted} onAlmost={outside} onOver={onOver} />
    </LoginCard>
  );
}
