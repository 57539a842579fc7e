import type { KeyboardEvent } from 'react';

const FOCUSABLE = 'a[href], button:not([disabled]), summary, input:not([disabled]), select, textarea, [tabindex="0"]';

/** What the keyboard can reach inside `container`, in order; what is not displayed is left out. */
export function focusable(container: Element): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true,
  );
}

/** Whether a key is pressed with one that makes it a command of the browser: Alt and ← go back. */
export const isBrowsers = (event: KeyboardEvent) => event.altKey || event.ctrlKey || event.metaKey;

/** Keeps Tab inside `container`, as a modal drawer wants it. */
export function holdTab(event: KeyboardEvent, container: Element): void {
  if (event.key !== 'Tab') return;
  const all = focusable(container);
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}

/** Where an arrow, Home or End key leads in a list of `count` items; wraps at both ends. With Alt, Control or Meta it is the browser's. */
export function step(event: KeyboardEvent, index: number, count: number): number | undefined {
  if (isBrowsers(event)) return undefined;
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowUp':
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
