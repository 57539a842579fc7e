import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LoginPage } from '../auth/login-page';
import { withTexts } from '../i18n';
import { quietly } from '../ui/quietly';
import { fetchAdmin } from './screens';

const InvitationPage = lazy(async () => ({ default: (await withTexts(['office'], () => import('../people/invitation-page'))).InvitationPage }));

/** What stands behind `#invitation=`: it never reaches a server's log. */
function invitationSecret(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('invitation');
}

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
      <InvitationPage secret={secret} onDone={leave} />
    </Suspense>
  );
}
