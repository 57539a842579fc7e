import { $insertNodeToNearestRoot } from '@lexical/utils';
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isNodeSelection,
  $isRangeSelection,
  type LexicalNode,
} from 'lexical';
import type { ImageNode } from '../nodes/image-node';
import { $selectPicture } from '../nodes/select-picture';
import { $isPictureBlock, $selectedPicture } from './selected-picture';

/** Puts pictures where the caret is, instead of what is selected: each a block of its own, then a place to write on. */
export function $insertPictures(pictures: readonly ImageNode[]): void {
  const blocks = pictures.map((picture) => $createParagraphNode().append(picture));
  const [first, ...others] = blocks;
  if (!first) return;
  $readyCaret();
  $insertNodeToNearestRoot(first);
  const before = first.getPreviousSibling();
  if ($isBlank(before)) before?.remove();
  let last = first;
  for (const block of others) last = last.insertAfter(block) as typeof first;
  const next = last.getNextSibling();
  if ($isElementNode(next) && !$isBlank(next)) {
    next.selectStart();
    return;
  }
  next?.remove();
  const line = $createParagraphNode();
  last.insertAfter(line);
  line.selectStart();
}

/** A collapsed selection: what was selected is taken out, and without a caret the end of the text is meant. */
function $readyCaret(): void {
  const selected = $selectedPicture();
  if (selected && $isNodeSelection($getSelection())) $selectPicture(selected.getKey());
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) $getRoot().selectEnd();
  else if (!selection.isCollapsed()) selection.removeText();
}

/** What splitting at the edge of a block leaves: nothing to read, nothing to see. */
function $isBlank(node: LexicalNode | null): boolean {
  return node !== null && node.getTextContent().trim() === '' && !$isPictureBlock(node);
}
