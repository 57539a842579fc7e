import { useTranslation } from '../i18n/use-translation';
import { requestTokens } from '../api/auth';
import { LoginCard } from '../auth/login-card';
import { storeTokens } from '../auth/session';
import { InvitationForm } from './invitation-form';
import './people.css';

interface Props {
  secret: string;
  /** The user exists; `in` when they are signed in, too. */
  onDone: (how: 'in' | 'out') => void;
}

/** Where an invitation's link leads: a password of one's own, and in. */
export function InvitationPage({ secret, onDone }: Props) {
  const { t } = useTranslation();
  async function accepted(username: string, password: string) {
    storeTokens(await requestTokens(username, password));
    onDone('in');
  }
  return (
    <LoginCard title={t('people.inviteTitle')}>
      <InvitationForm secret={secret} onAccepted={accepted} onAlmost={() => onDone('out')} />
    </LoginCard>
  );
}
