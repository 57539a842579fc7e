import { useSyncExternalStore } from 'react';
import { ownName } from '../api/client';
import { isSignedIn, onSessionChange } from './session';
import { hasUnsaved, onUnsavedChange } from '../ui/unsaved';
import { signInRequest } from './sign-in-request';

/** The signed-in flag, also when another tab changes it. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn);
}

/** Who is signed in, as the token says, also when the dialog or another tab changes that; `null` while there is none. */
export function useOwnName(): string | null {
  return useSyncExternalStore(onSessionChange, ownName);
}

/** True while calls wait for a sign-in. */
export function useSignInWanted(): boolean {
  return useSyncExternalStore(signInRequest.subscribe, signInRequest.isOpen);
}

/** Whether the form holds something unsaved. */
export function useUnsaved(): boolean {
  return useSyncExternalStore(onUnsavedChange, hasUnsaved);
}
