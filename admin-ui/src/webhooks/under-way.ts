import type { Delivery } from '../api/types';

/** Milliseconds until a list with something under way is asked for again. */
export const LOOK_AGAIN = 1500;
/** What is due later than that is not waited for. */
const SOON = 20_000;

/** Whether a delivery is about to be another one than it is now. */
export function isUnderWay(delivery: Delivery | null, now = Date.now()): boolean {
  return delivery?.state === 'pending' && Date.parse(delivery.next_at ?? '') - now < SOON;
}
