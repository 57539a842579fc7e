/** Puts words on the clipboard; false when they are not there. A page over plain http has none, and a browser may refuse it. */
export async function copyWords(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}
