import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { DRAG_DROP_PASTE } from '@lexical/rich-text';
import { mergeRegister } from '@lexical/utils';
import { COMMAND_PRIORITY_HIGH, COMMAND_PRIORITY_LOW, PASTE_COMMAND, type PasteCommandType } from 'lexical';
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

/** HTML on the clipboard that does not come from one of our editors. */
export function foreignHtml(event: PasteCommandType): string | null {
  const data = clipboardOf(event);
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

/** Foreign HTML comes in clean; picture files come in small. */
export function PastePlugin(props: Props) {
  const [editor] = useLexicalComposerContext();

  const $insertFiles = useEffectEvent((files: readonly File[], alt = '') => {
    const problems = files.map(pictureProblem);
    const problem = problems.find((found) => found !== null);
    if (problem) props.onPictureProblem(problem);
    const accepted = files.filter((_, at) => problems[at] === null);
    $insertPictures(accepted.map((file) => $createImageNode(uploads.add(file), alt)));
  });

  const $paste = useEffectEvent((event: PasteCommandType): boolean => {
    const html = foreignHtml(event);
    if (html === null) return false;
    event.preventDefault();
    // A picture copied from a page is there as an address and as a file: the page may be gone tomorrow.
    const bitmap = [...(clipboardOf(event)?.files ?? [])].filter((file) => pictureProblem(file) === null);
    const picture = bitmap.length > 0 ? pictureAlone(html) : null;
    if (picture) {
      $insertFiles(bitmap, picture.alt);
      return true;
    }
    const refused = $insertPasted(editor, html);
    if (refused.length > 0) props.onRefused(refused.length);
    return true;
  });

  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(PASTE_COMMAND, (event) => $paste(event), COMMAND_PRIORITY_LOW),
        editor.registerCommand(DRAG_DROP_PASTE, (files) => ($insertFiles(files), true), COMMAND_PRIORITY_HIGH),
      ),
    [editor],
  );
  return null;
}
