let asked = false;

/**
 * Asks the browser not to clear the entries when its disk runs short. Asked once, with the first save: some browsers put
 * the question to the person, who has by then something to keep.
 */
export function askToKeep(): void {
  if (asked || !navigator.storage?.persist) return;
  asked = true;
  void navigator.storage.persist().catch(() => false);
}
