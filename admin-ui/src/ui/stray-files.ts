/** Whether files are dragged over what does nothing with them: no text that is written in, no choice of files, nobody who has said so. */
export function areStrayFiles({ dataTransfer, defaultPrevented, target }: DragEvent): boolean {
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return false;
  return !(target instanceof Element && target.closest('[contenteditable=true], input[type=file]'));
}

/** Files that are dropped where nobody takes them: a browser would open them in place of the page. Returns how to stop. */
export function refuseStrayFiles(): () => void {
  function refuse(event: DragEvent) {
    if (!areStrayFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  }
  document.addEventListener('dragover', refuse);
  document.addEventListener('drop', refuse);
  return () => {
    document.removeEventListener('dragover', refuse);
    document.removeEventListener('drop', refuse);
  };
}
