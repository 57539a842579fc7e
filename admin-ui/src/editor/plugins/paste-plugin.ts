import { caretFromPoint } from '@lexical/clipboard';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { DRAG_DROP_PASTE } from '@lexical/rich-text';
import { mergeRegister } from '@lexical/utils';
import {
  $createRangeSelection,
  $setSelection,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  DROP_COMMAND,
  type LexicalEditor,
  PASTE_COMMAND,
  type PasteCommandType,
} from 'lexical';
import { useEffect, useEffectEvent } from 'react';
import { pictureProblem, type PictureProblem } from '../../pictures/prepare';
import { uploads } from '../../pictures/uploads';
import { pictureAlone } from '../../rich-text/read';
import { NAMESPACE } from '../nodes';
import { $createImageNode } from '../nodes/image-node';
import { $insertPasted } from '../text/html';
import { $insertPictures } from '../text/insert-pictures';

interface Props {
  onRefused: (count: number) => void;
  onPictureProblem: (problem: PictureProblem) => void;
}

const clipboardOf = (event: PasteCommandType) => ('clipboardData' in event ? event.clipboardData : null);

/** HTML that is pasted or dropped and does not come from one of our editors. */
export function foreignHtml(data: DataTransfer | null): string | null {
  if (!data || isOurs(data.getData('application/x-lexical-editor'))) return null;
  return data.getData('text/html') || null;
}

function isOurs(lexical: string): boolean {
  try {
    return (JSON.parse(lexical) as { namespace?: string }).namespace === NAMESPACE;
  } catch {
    return false;
  }
}

/** The caret where something is dropped; whether there is such a place. */
function $placeCaret(editor: LexicalEditor, { clientX, clientY }: DragEvent): boolean {
  const root = editor.getRootElement();
  const place = root && caretFromPoint(clientX, clientY, root);
  if (!place) return false;
  root.focus({ preventScroll: true });
  const range = document.createRange();
  range.setStart(place.node, place.offset);
  const selection = $createRangeSelection();
  selection.applyDOMRange(range);
  $setSelection(selection);
  return true;
}

/** Foreign HTML comes in clean, pasted or dropped; picture files come in small. */
export function PastePlugin(props: Props) {
  const [editor] = useLexicalComposerContext();

  const $insertFiles = useEffectEvent((files: readonly File[], alt = '') => {
    const problems = files.map(pictureProblem);
    const problem = problems.find((found) => found !== null);
    if (problem) props.onPictureProblem(problem);
    const accepted = files.filter((_, at) => problems[at] === null);
    $insertPictures(accepted.map((file) => $createImageNode(uploads.add(file), alt)));
  });

  const $insertForeign = useEffectEvent((html: string) => {
    const refused = $insertPasted(editor, html);
    if (refused.length > 0) props.onRefused(refused.length);
  });

  const $paste = useEffectEvent((event: PasteCommandType): boolean => {
    const html = foreignHtml(clipboardOf(event));
    if (html === null) return false;
    event.preventDefault();
    // A picture copied from a page is there as an address and as a file: the page may be gone tomorrow.
    const bitmap = [...(clipboardOf(event)?.files ?? [])].filter((file) => pictureProblem(file) === null);
    const picture = bitmap.length > 0 ? pictureAlone(html) : null;
    if (picture) {
      $insertFiles(bitmap, picture.alt);
      return true;
    }
    $insertForeign(html);
    return true;
  });

  // What one of our editors drags, and files, Lexical brings in. The browser would read the styles of the rest before it asks.
  const $drop = useEffectEvent((event: DragEvent): boolean => {
    const data = event.dataTransfer;
    const html = data && data.files.length === 0 ? foreignHtml(data) : null;
    if (html === null || !$placeCaret(editor, event)) return false;
    event.preventDefault();
    $insertForeign(html);
    return true;
  });

  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(PASTE_COMMAND, (event) => $paste(event), COMMAND_PRIORITY_LOW),
        editor.registerCommand(DROP_COMMAND, (event) => $drop(event), COMMAND_PRIORITY_LOW),
        editor.registerCommand(DRAG_DROP_PASTE, (files) => ($insertFiles(files), true), COMMAND_PRIORITY_HIGH),
      ),
    [editor],
  );
  return null;
}
