import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { DRAG_DROP_PASTE } from '@lexical/rich-text';
import { mergeRegister } from '@lexical/utils';
import { $insertNodes, COMMAND_PRIORITY_HIGH, COMMAND_PRIORITY_LOW, PASTE_COMMAND, type PasteCommandType } from 'lexical';
import { useEffect, useEffectEvent } from 'react';
import { $insertPasted } from '../html';
import { $createImageNode } from '../nodes/image-node';
import { NAMESPACE } from '../nodes';
import { pictureFromFile, PictureError, type PictureProblem } from '../pictures';

interface Props {
  onRefused: (count: number) => void;
  onPictureProblem: (problem: PictureProblem) => void;
}

/** HTML on the clipboard that does not come from one of our editors. */
export function foreignHtml(event: PasteCommandType): string | null {
  const data = 'clipboardData' in event ? event.clipboardData : null;
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

  const paste = useEffectEvent((event: PasteCommandType): boolean => {
    const html = foreignHtml(event);
    if (html === null) return false;
    event.preventDefault();
    const refused = $insertPasted(editor, html);
    if (refused.length > 0) props.onRefused(refused.length);
    return true;
  });

  const insertFiles = useEffectEvent(async (files: File[]) => {
    for (const file of files) {
      try {
        const src = await pictureFromFile(file);
        editor.update(() => $insertNodes([$createImageNode(src, '')]));
      } catch (error) {
        props.onPictureProblem(error instanceof PictureError ? error.problem : 'imageTooLarge');
      }
    }
  });

  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(PASTE_COMMAND, (event) => paste(event), COMMAND_PRIORITY_LOW),
        editor.registerCommand(
          DRAG_DROP_PASTE,
          (files) => {
            void insertFiles(files);
            return true;
          },
          COMMAND_PRIORITY_HIGH,
        ),
      ),
    [editor],
  );
  return null;
}
