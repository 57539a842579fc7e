import { useSyncExternalStore } from 'react';
import { isSignedIn, onSessionChange } from './session';
import { hasUnsaved, onUnsavedChange } from '../ui/unsaved';
import { signInRequest } from './sign-in-request';

/** The signed-in flag, also when another tab changes it. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn);
}

/** True while calls wait for a sign-in. */
export function useSignInWanted(): boolean {
  return useSyncExternalStore(signInRequest.subscribe, signInRequest.isOpen);
}

/** Whether the form holds something unsaved. */
export function useUnsaved(): boolean {
  return useSyncExternalStore(onUnsavedChange, hasUnsaved);
}
