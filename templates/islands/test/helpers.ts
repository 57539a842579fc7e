import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Lets timers run for `ms`, with React settling every 100 ms (what it renders sets the next timer). */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(Math.min(100, left));
    });
  }
}

/** Lets microtasks and queued events (a details' toggle) run. */
export async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}
