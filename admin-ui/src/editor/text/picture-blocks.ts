import {
  $createParagraphNode,
  $getEditor,
  $getNodeByKey,
  $isParagraphNode,
  type LexicalNode,
  type NodeKey,
  type ParagraphNode,
} from 'lexical';
import { $isImageNode } from '../nodes/image-node';
import { $isPictureBlock } from './selected-picture';

/** Paragraphs to be divided when the input method has finished: it must keep its text node until then. */
const composed = new Set<NodeKey>();

/**
 * What is written beside a picture that had a paragraph to itself gets a paragraph of its own. Pictures that already
 * stood among words stay there.
 */
export function $keepPicturesApart(changed: LexicalNode): void {
  const paragraph = $isParagraphNode(changed) ? changed : changed.getParent();
  if (!$isParagraphNode(paragraph) || !paragraph.isAttached() || !$isMixed(paragraph)) return;
  const key = paragraph.getKey();
  if (!composed.has(key) && !wasPictureBlock(key)) return;
  if ($getEditor().isComposing()) {
    composed.add(key);
    return;
  }
  composed.delete(key);
  $divide(paragraph);
}

function $isMixed(paragraph: ParagraphNode): boolean {
  return paragraph.getChildren().some($isImageNode) && !$isPictureBlock(paragraph);
}

function wasPictureBlock(key: NodeKey): boolean {
  return $getEditor()
    .getEditorState()
    .read(() => $isPictureBlock($getNodeByKey(key)));
}

/** The pictures stay, what is before the first and behind the last goes into paragraphs beside. */
function $divide(paragraph: ParagraphNode): void {
  const children = paragraph.getChildren();
  const first = children.findIndex($isImageNode);
  const last = children.findLastIndex($isImageNode);
  const behind = children.slice(last + 1);
  if (behind.length > 0) paragraph.insertAfter($createParagraphNode().append(...behind));
  const before = children.slice(0, first);
  if (before.length > 0) paragraph.insertBefore($createParagraphNode().append(...before));
}
