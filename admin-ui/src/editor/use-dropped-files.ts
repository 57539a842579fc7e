import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { DRAG_DROP_PASTE } from '@lexical/rich-text';
import { type RefObject, useEffect } from 'react';
import { areStrayFiles } from '../ui/stray-files';

/** Files that are dropped anywhere in the editor's pane, beside the text, come where its caret is. */
export function useDroppedFiles(frame: RefObject<HTMLElement | null>): void {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const pane = frame.current?.closest<HTMLElement>('.pane') ?? frame.current;
    const take = (event: DragEvent) => {
      if (!areStrayFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (event.type === 'drop' && files.length > 0) editor.dispatchCommand(DRAG_DROP_PASTE, files);
    };
    pane?.addEventListener('dragover', take);
    pane?.addEventListener('drop', take);
    return () => {
      pane?.removeEventListener('dragover', take);
      pane?.removeEventListener('drop', take);
    };
  }, [editor, frame]);
}
