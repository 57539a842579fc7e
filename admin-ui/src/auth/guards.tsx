import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { invitationSecret } from './invitation';
import { askToSignIn } from './sign-in-request';
import { useSignedIn, useUnsaved } from './use-session';

/** `/login` is only for users who are not signed in, and for invitations: whose they are is said there. */
export function GuestOnly() {
  const [invited] = useState(() => invitationSecret() !== null);
  return useSignedIn() && !invited ? <Navigate to="/admin" replace /> : <Outlet />;
}

/**
 * `/admin` requires the signed-in flag; the server checks every call besides. When another tab signs out, a form with
 * unsaved words stays under the sign-in dialog instead of closing unasked.
 */
export function SignedInOnly() {
  const signedIn = useSignedIn();
  const unsaved = useUnsaved();
  useEffect(() => {
    if (!signedIn && unsaved) askToSignIn().catch(() => undefined);
  }, [signedIn, unsaved]);
  return signedIn || unsaved ? <Outlet /> : <Navigate to="/login" replace />;
}
