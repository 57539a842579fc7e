/** Enter in a field of one line or a box to tick: a browser would publish the half-typed post. */
export function goesToNextField(
  event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>,
): boolean {
  const plain = event.key === 'Enter' && !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
  return plain && isOneLine(event.target);
}

/** A description for search engines may take several rows, but it is one line. Files are chosen by Enter. */
function isOneLine(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'file';
  return target instanceof HTMLTextAreaElement && target.name.startsWith('meta_');
}

/** The next field of the form that can be seen. */
export function nextField(form: HTMLElement, from: HTMLElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea, [contenteditable=true]')];
  return fields.slice(fields.indexOf(from) + 1).find((field) => field.closest('[hidden]') === null);
}
