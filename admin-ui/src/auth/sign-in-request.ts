import { ApiError } from '../api/errors';
import { accessToken, onSessionChange } from './session';

/** A pending wish for a sign-in: calls wait for it while the dialog lies over the form. */
interface Waiting {
  resolve(access: string): void;
  reject(error: ApiError): void;
}

let pending: Promise<string> | null = null;
let waiting: Waiting | null = null;
let stopWatching: () => void = () => undefined;
const listeners = new Set<() => void>();

function settle(): Waiting | null {
  const settled = waiting;
  pending = null;
  waiting = null;
  stopWatching();
  for (const listener of listeners) listener();
  return settled;
}

/** Opens the dialog (or joins the open one); resolves with an access token. */
export function askToSignIn(): Promise<string> {
  if (!pending) {
    pending = new Promise<string>((resolve, reject) => {
      waiting = { resolve, reject };
    });
    stopWatching = grantedElsewhere(accessToken());
    for (const listener of listeners) listener();
  }
  return pending;
}

/** Whoever signs in in another tab need not do it here again. */
function grantedElsewhere(refused: string | null): () => void {
  return onSessionChange(() => {
    const access = accessToken();
    if (access && access !== refused) signInRequest.granted(access);
  });
}

/** The dialog's answers. */
export const signInRequest = {
  isOpen: () => pending !== null,
  granted: (access: string) => settle()?.resolve(access),
  dismissed: () => settle()?.reject(new ApiError('session', 401)),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
