/** Whether the form holds something unsaved; asked before the page is left. */
let unsaved = false;
const listeners = new Set<() => void>();

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function setUnsaved(value: boolean): void {
  if (value === unsaved) return;
  unsaved = value;
  if (value) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

export function hasUnsaved(): boolean {
  return unsaved;
}

export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
