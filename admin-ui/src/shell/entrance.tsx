import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { invitationSecret } from '../auth/invitation';
import { LoginPage } from '../auth/login-page';
import { withTexts } from '../i18n';
import { quietly } from '../ui/quietly';
import { fetchAdmin } from './screens';

const InvitationPage = lazy(async () => ({
  default: (await withTexts(['office'], () => import('../people/invitation-page'))).InvitationPage,
}));

/** `/login`: the usual form, or a password of one's own for whoever was invited. */
export function Entrance() {
  const navigate = useNavigate();
  const [secret, setSecret] = useState(invitationSecret);
  // While somebody types a password, what comes behind it is fetched.
  useEffect(() => quietly(() => void fetchAdmin()), []);
  if (secret === null) return <LoginPage />;

  /** The address loses the secret, which is used up. */
  function leave() {
    setSecret(null);
    void navigate('/admin', { replace: true });
  }
  return (
    <Suspense>
      <InvitationPage secret={secret} onDone={leave} onOver={() => setSecret(null)} />
    </Suspense>
  );
}
