import { useTranslation } from '../i18n/use-translation';
import { Modal } from '../ui/modal';
import { LoginForm } from './login-form';
import { signInRequest } from './sign-in-request';
import { useSignInWanted } from './use-session';

/** Lies over the form when the session is over; the waiting save goes on after signing in. */
export function SignInDialog() {
  const { t } = useTranslation();
  if (!useSignInWanted()) return null;
  return (
    <Modal title={t('login.again')} onClose={signInRequest.dismissed} closeLabel={t('login.later')} size="small">
      <p className="muted">{t('login.againHint')}</p>
      <LoginForm onSignedIn={signInRequest.granted} />
    </Modal>
  );
}
