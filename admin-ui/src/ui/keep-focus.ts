/** Gives the focus to `element` if what had it is gone: whoever works with the keyboard then stays where they were. */
export function keepFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
}
