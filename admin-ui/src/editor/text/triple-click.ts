import { $findMatchingParent } from '@lexical/utils';
import { $getSelection, $isElementNode, $isRangeSelection, $isTextNode, type ElementNode, type LexicalNode } from 'lexical';

/**
 * Lets the selection of a triple click end where the clicked block does. Browsers let it end at the beginning of the next one, which
 * typing or pasting would pull up into this block.
 */
export function $endWithinBlock(): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || selection.isCollapsed() || selection.isBackward()) return;
  const { anchor, focus } = selection;
  const block = $blockOf(anchor.getNode());
  if (!block || block.is($blockOf(focus.getNode()))) return;
  const last = block.getLastDescendant();
  if ($isTextNode(last)) focus.set(last.getKey(), last.getTextContentSize(), 'text');
  else focus.set(block.getKey(), block.getChildrenSize(), 'element');
}

/** The paragraph, heading or item around a node. */
function $blockOf(node: LexicalNode): ElementNode | null {
  return $findMatchingParent(node, (parent): parent is ElementNode => $isElementNode(parent) && !parent.isInline());
}
