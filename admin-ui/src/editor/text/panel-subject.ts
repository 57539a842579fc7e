import { createDOMRange } from '@lexical/selection';
import { $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical';
import { $selectedPicture } from './selected-picture';
import { $linkAt } from './selection-state';

/** The selected words in the page, also while the focus is in a panel. */
export function selectedRange(editor: LexicalEditor): Range | null {
  return editor.getEditorState().read(
    () => {
      const selection = $getSelection();
      if (!$isRangeSelection(selection)) return null;
      const { anchor, focus } = selection;
      return createDOMRange(editor, anchor.getNode(), anchor.offset, focus.getNode(), focus.offset);
    },
    { editor },
  );
}

/** Where the thing is that a panel is about: the selected picture, the link, the selected words, or the caret's line. */
export function subjectBox(editor: LexicalEditor): DOMRect | null {
  const key = editor.getEditorState().read(
    () => {
      const selection = $getSelection();
      const link = $isRangeSelection(selection) && selection.isCollapsed() ? $linkAt(selection) : null;
      return ($selectedPicture() ?? link)?.getKey();
    },
    { editor },
  );
  const element = key === undefined ? null : editor.getElementByKey(key);
  if (element) return element.getBoundingClientRect();
  const range = selectedRange(editor);
  if (!range) return null;
  const box = range.getBoundingClientRect();
  const { startContainer } = range;
  const line = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return box.height > 0 ? box : (line?.getBoundingClientRect() ?? null);
}

/** The part of a box that the editor's frame shows; beyond it, the edge where it has gone. */
export function withinFrame(box: DOMRect, frame: DOMRect): DOMRect {
  const top = Math.min(Math.max(box.top, frame.top), frame.bottom);
  const bottom = Math.max(Math.min(box.bottom, frame.bottom), frame.top);
  return new DOMRect(box.left, top, box.width, Math.max(0, bottom - top));
}
