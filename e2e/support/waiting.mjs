// Tests wait for conditions, never for a time: the only deadline is that of a wait that will not end.

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves as soon as `condition()` gives something truthy; fails with `what`, a text or what gives one by then, when it never does. */
export async function until(condition, what, { timeout = 30_000, every = 25 } = {}) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`timed out waiting for ${typeof what === 'function' ? what() : what}`);
    await pause(every);
  }
}

/** Waits until `check` no longer fails; for what the page does a moment later. */
export async function eventually(check, timeout = 30_000) {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(25);
    }
  }
}
