import { Navigate, Outlet } from 'react-router-dom';
import { useSignedIn } from './use-session';

/** `/login` is only for users who are not signed in. */
export function GuestOnly() {
  return useSignedIn() ? <Navigate to="/admin" replace /> : <Outlet />;
}

/** `/admin` requires the signed-in flag; the server checks every call besides. */
export function SignedInOnly() {
  return useSignedIn() ? <Outlet /> : <Navigate to="/login" replace />;
}
