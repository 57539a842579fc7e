import { authorisedCall, readJson } from './client';
import type { RecoveryCodes, SecondStep, SharedSecret } from './types';

const TOTP = '/api/auth/totp/';

/** Whether one's own sign-in takes a code. */
export async function readSecondStep(): Promise<SecondStep> {
  return readJson(await authorisedCall(TOTP));
}

/** What the device needs; told once. 400: the password is another one. */
export async function beginSecondStep(password: string): Promise<SharedSecret> {
  return readJson(await authorisedCall(TOTP, { method: 'POST', json: { password } }));
}

/** Turns it on by a first code of the device that has this secret; the recovery codes are told once. 404: it counts no more, perhaps because another one was begun. */
export async function confirmSecondStep(code: string, secret: string): Promise<string[]> {
  const answer = await authorisedCall(`${TOTP}confirmation/`, { method: 'POST', json: { code, secret } });
  return (await readJson<RecoveryCodes>(answer)).recovery_codes;
}

/** Ten recovery codes in the place of the earlier ones; told once. 400 names the field that is wrong. */
export async function renewRecoveryCodes(password: string, code: string): Promise<string[]> {
  const answer = await authorisedCall(`${TOTP}recovery-codes/`, { method: 'POST', json: { password, code } });
  return (await readJson<RecoveryCodes>(answer)).recovery_codes;
}

/** Turns it off. 400 names the field that is wrong. */
export async function endSecondStep(password: string, code: string): Promise<void> {
  await authorisedCall(TOTP, { method: 'DELETE', json: { password, code } });
}
