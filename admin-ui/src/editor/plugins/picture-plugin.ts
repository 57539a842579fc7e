import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import {
  $getSelection,
  $isNodeSelection,
  COMMAND_PRIORITY_NORMAL,
  HISTORY_MERGE_TAG,
  INSERT_PARAGRAPH_COMMAND,
  KEY_BACKSPACE_COMMAND,
  KEY_DELETE_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  type LexicalEditor,
  ParagraphNode,
  TextNode,
} from 'lexical';
import { useEffect } from 'react';
import { pictureFromDataUrl } from '../../pictures/prepare';
import { uploads } from '../../pictures/uploads';
import { $isImageNode, ImageNode } from '../nodes/image-node';
import { $selectPicture } from '../nodes/select-picture';
import { $keepPicturesApart } from '../text/picture-blocks';
import { $leavePicture, $pictureBeside, $selectedPicture } from '../text/selected-picture';
import { registerPictureDrag } from './picture-drag';

/** Pictures behave like blocks of a text: selected as words are, moved, replaced, left by Escape, followed by Enter. */
export function PicturePlugin() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerPictures(editor), [editor]);
  return null;
}

export function registerPictures(editor: LexicalEditor): () => void {
  return mergeRegister(
    registerSelection(editor),
    registerKeys(editor),
    registerPictureDrag(editor),
    editor.registerNodeTransform(ParagraphNode, $keepPicturesApart),
    editor.registerNodeTransform(TextNode, $keepPicturesApart),
    editor.registerNodeTransform(ImageNode, $uploadData),
  );
}

/** Whatever selects a picture as a node (arrow keys, deletions beside it), it becomes a selection the browser knows. */
function registerSelection(editor: LexicalEditor): () => void {
  return editor.registerUpdateListener(({ editorState }) => {
    const key = editorState.read(() => {
      const selection = $getSelection();
      return $isNodeSelection(selection) ? selection.getNodes().find($isImageNode)?.getKey() : undefined;
    });
    if (key !== undefined) editor.update(() => $selectPicture(key), { tag: HISTORY_MERGE_TAG });
  });
}

function registerKeys(editor: LexicalEditor): () => void {
  const $toBeside = (event: KeyboardEvent, backward: boolean) => {
    const picture = $pictureBeside(backward);
    if (!picture) return false;
    event.preventDefault();
    $selectPicture(picture.getKey());
    return true;
  };
  const $leave = (event: KeyboardEvent | null) => {
    const picture = $selectedPicture();
    if (!picture) return false;
    event?.preventDefault();
    $leavePicture(picture);
    return true;
  };
  return mergeRegister(
    editor.registerCommand(KEY_ESCAPE_COMMAND, $leave, COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(
      KEY_ENTER_COMMAND,
      (event) => $leave(event) && editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined),
      COMMAND_PRIORITY_NORMAL,
    ),
    editor.registerCommand(KEY_BACKSPACE_COMMAND, (event) => $toBeside(event, true), COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(KEY_DELETE_COMMAND, (event) => $toBeside(event, false), COMMAND_PRIORITY_NORMAL),
  );
}

/** A picture that came as data (from an old entry, from a page) is uploaded like any other. */
function $uploadData(picture: ImageNode): void {
  const file = pictureFromDataUrl(picture.getSrc());
  if (file) picture.setSrc(uploads.add(file));
}
