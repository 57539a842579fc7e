const KEY = 'help.single-key';

/** Whether `?` alone opens the help; it can be switched off (WCAG 2.1.4). */
export function singleKeyWorks(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function chooseSingleKey(works: boolean): void {
  if (works) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** F1, or `?` where nothing is being typed. */
export function asksForHelp(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (event.key === 'F1') return !event.shiftKey;
  return event.key === '?' && singleKeyWorks() && !isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu]') !== null
  );
}
