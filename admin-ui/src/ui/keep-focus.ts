/** Whether the focus is nowhere, or goes with what is about to be taken away. */
export function losesFocus(going?: Element | null): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || going?.contains(at) === true;
}

/**
 * Gives the focus to `element` if what had it is gone, or goes with `going`: whoever works with the keyboard then stays where
 * they were, and whoever has gone on elsewhere is left there.
 */
export function keepFocus(element: HTMLElement | null, going?: Element | null): void {
  if (losesFocus(going)) element?.focus({ preventScroll: true });
}
