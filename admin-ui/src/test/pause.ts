import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { readEntries } from '../journal/store';

/** Timers of its own for each test of a file: they go as the clock does, and `pass` puts them forward. */
export function ownTimers(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 }));
  afterEach(() => void vi.useRealTimers());
}

/** So many milliseconds are over without anybody waiting for them, and what came of them has been written into the browser. */
export async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await act(readEntries);
}

/** The pause in typing after which a draft is kept is over. */
export const pauseOver = () => pass(2500);
