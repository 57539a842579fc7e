import type { Delivery } from '../api/types';

/** Milliseconds until a list with something under way is asked for again. */
export const LOOK_AGAIN = 1500;
/** What pauses longer than that is not waited for. */
const SOON = 20_000;

/** Whether a delivery is about to be another one than it is now. All by the server's times: a browser's clock may be wrong. */
export function isUnderWay(delivery: Delivery | null): boolean {
  if (delivery?.state !== 'pending') return false;
  return delivery.attempts === 0 || Date.parse(delivery.next_at ?? '') - Date.parse(delivery.tried_at ?? '') < SOON;
}
