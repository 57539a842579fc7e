import { $createParagraphNode, $getEditor, $getNodeByKey, $isElementNode, $isParagraphNode, type ParagraphNode } from 'lexical';
import { $isImageNode } from './nodes/image-node';
import { $isPictureBlock } from './selected-picture';

/**
 * What is typed beside a picture that had a paragraph to itself gets a paragraph of its own. Pictures that already stood
 * among words stay there. Not while an input method composes: it must keep its text node.
 */
export function $keepPicturesApart(paragraph: ParagraphNode): void {
  const editor = $getEditor();
  if (editor.isComposing() || !paragraph.isAttached() || !wasPictureBlock(paragraph)) return;
  const children = paragraph.getChildren();
  if ($isPictureBlock(paragraph) || !children.some($isImageNode)) return;
  const first = children.findIndex($isImageNode);
  const last = children.findLastIndex($isImageNode);
  const between = children.slice(first, last + 1);
  if (!between.every($isImageNode)) return;
  const after = children.slice(last + 1);
  if (after.length > 0) paragraph.insertAfter($createParagraphNode().append(...after));
  const before = children.slice(0, first);
  if (before.length > 0) paragraph.insertBefore($createParagraphNode().append(...before));
}

function wasPictureBlock(paragraph: ParagraphNode): boolean {
  const editor = $getEditor();
  return editor.getEditorState().read(() => {
    const known = $getNodeByKey(paragraph.getKey());
    return $isParagraphNode(known) && $isElementNode(known) && $isPictureBlock(known);
  });
}
