import { ApiError } from '../api/errors';

/** A pending wish for a sign-in: calls wait for it while the dialog lies over the form. */
interface Waiting {
  resolve(access: string): void;
  reject(error: ApiError): void;
}

let pending: Promise<string> | null = null;
let waiting: Waiting | null = null;
const listeners = new Set<() => void>();

function settle(): Waiting | null {
  const settled = waiting;
  pending = null;
  waiting = null;
  for (const listener of listeners) listener();
  return settled;
}

/** Opens the dialog (or joins the open one); resolves with an access token. */
export function askToSignIn(): Promise<string> {
  if (!pending) {
    pending = new Promise<string>((resolve, reject) => {
      waiting = { resolve, reject };
    });
    for (const listener of listeners) listener();
  }
  return pending;
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
