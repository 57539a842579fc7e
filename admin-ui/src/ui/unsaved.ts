/** Whether the form holds something unsaved; asked before the page is left. */
let unsaved = false;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function setUnsaved(value: boolean): void {
  if (value === unsaved) return;
  unsaved = value;
  if (value) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

export function hasUnsaved(): boolean {
  return unsaved;
}
