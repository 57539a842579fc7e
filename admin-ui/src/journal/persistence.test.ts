import { beforeEach, describe, expect, it, vi } from 'vitest';

const persist = vi.fn(async () => true);

/** As in a page that was opened a moment ago. */
async function fresh() {
  vi.resetModules();
  return (await import('./persistence')).askToKeep;
}

beforeEach(() => {
  persist.mockClear();
  vi.stubGlobal('navigator', { storage: { persist } });
  return () => vi.unstubAllGlobals();
});

describe('persistent storage', () => {
  it('is asked for once, however often is saved', async () => {
    const askToKeep = await fresh();
    expect(persist).not.toHaveBeenCalled();
    askToKeep();
    askToKeep();
    expect(persist).toHaveBeenCalledOnce();
  });

  it('may be refused, or unknown to the browser', async () => {
    persist.mockRejectedValueOnce(new Error('no'));
    (await fresh())();
    vi.stubGlobal('navigator', { storage: {} });
    (await fresh())();
    vi.stubGlobal('navigator', {});
    expect(await fresh()).not.toThrow();
  });
});
