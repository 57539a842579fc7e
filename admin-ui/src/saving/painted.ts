/** Lets the browser draw before a dialog stops everything. */
export function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
