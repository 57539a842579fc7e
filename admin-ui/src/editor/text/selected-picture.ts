import { $getSelection, $isElementNode, $isNodeSelection, $isParagraphNode, $isRangeSelection, type LexicalNode } from 'lexical';
import { $isImageNode, type ImageNode } from '../nodes/image-node';

/** The one picture that is selected, with nothing around it. */
export function $selectedPicture(): ImageNode | null {
  const selection = $getSelection();
  if (selection === null || selection.isCollapsed?.()) return null;
  const [picture, ...others] = selection.getNodes().filter($isImageNode);
  if (!picture || others.length > 0) return null;
  return $isNodeSelection(selection) || selection.getTextContent() === picture.getTextContent() ? picture : null;
}

/** Puts the caret behind a picture. */
export function $leavePicture(picture: ImageNode): void {
  const after = picture.getIndexWithinParent() + 1;
  picture.getParentOrThrow().select(after, after);
}

/** A paragraph that holds pictures and nothing else. */
export function $isPictureBlock(node: LexicalNode | null | undefined): boolean {
  return $isParagraphNode(node) && !node.isEmpty() && node.getChildren().every($holdsPicturesOnly);
}

function $holdsPicturesOnly(node: LexicalNode): boolean {
  if ($isImageNode(node)) return true;
  return $isElementNode(node) && !node.isEmpty() && node.getChildren().every($holdsPicturesOnly);
}

/** The last or first picture of a block of pictures beside the block the caret is at the edge of. */
export function $pictureBeside(backward: boolean): ImageNode | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const { anchor } = selection;
  const node = anchor.getNode();
  const block = node.getTopLevelElement();
  if (!$isElementNode(block) || $isPictureBlock(block)) return null;
  const edge = backward ? block.getFirstDescendant() : block.getLastDescendant();
  const atEdge = block.isEmpty() || (node.is(edge) && anchor.offset === (backward ? 0 : node.getTextContentSize()));
  const beside = backward ? block.getPreviousSibling() : block.getNextSibling();
  if (!atEdge || !$isElementNode(beside) || !$isPictureBlock(beside)) return null;
  const picture = backward ? beside.getLastDescendant() : beside.getFirstDescendant();
  return $isImageNode(picture) ? picture : null;
}
