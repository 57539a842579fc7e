const PREFIX = 'lastWords:';

/**
 * The last words of a page that goes. The database may not have them: Chromium gives up what waits for another transaction when the
 * page is gone that asked for it (17 of 60 such writes). This is kept before the call returns.
 */
export function keepLastWords(sitting: string, words: unknown): void {
  try {
    localStorage.setItem(PREFIX + sitting, JSON.stringify(words));
  } catch {
    // Full or forbidden: the database may have them all the same.
  }
}

export function forgetLastWords(sitting: string): void {
  try {
    localStorage.removeItem(PREFIX + sitting);
  } catch {
    // Forbidden: nothing is kept.
  }
}

/** The sittings of pages that left words. */
export function sittingsWithLastWords(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** As they were kept. */
export function lastWords(sitting: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + sitting) ?? 'null');
  } catch {
    return null;
  }
}
