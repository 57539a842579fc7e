import { vi } from 'vitest';

/** Waits until `check` no longer fails, as long as a busy machine may take; what vitest waits by itself is one second. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 });
