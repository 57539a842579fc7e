import { $createLinkNode } from '@lexical/link';
import { $createListItemNode, $createListNode, type ListItemNode, type ListNode } from '@lexical/list';
import { $createHeadingNode } from '@lexical/rich-text';
import { $createLineBreakNode, $createParagraphNode, $createTextNode, type ElementNode, type LexicalNode, type TextFormatType } from 'lexical';
import { type Block, type Inline, isList, type List, type Mark, type TextBlock } from '../../rich-text/model';
import { $createImageNode } from '../nodes/image-node';

/** Lexical's name of each mark. */
export const FORMATS: Readonly<Record<Mark, TextFormatType>> = { strong: 'bold', em: 'italic', u: 'underline', s: 'strikethrough' };

/** Editor nodes for a text; to be called within an update. */
export function $nodesFromBlocks(blocks: readonly Block[]): ElementNode[] {
  return blocks.map((block) => (isList(block) ? $listNode(block) : $textBlock(block)));
}

function $textBlock({ type, children }: TextBlock): ElementNode {
  const element = type === 'p' ? $createParagraphNode() : $createHeadingNode(type);
  return element.append(...$inlineNodes(children));
}

/** Lexical keeps a nested list in an item of its own, after the item it belongs to. */
function $listNode({ type, items }: List): ListNode {
  const list = $createListNode(type === 'ol' ? 'number' : 'bullet');
  const children = items.flatMap((item): ListItemNode[] => [
    ...(item.children.length > 0 || item.lists.length === 0 ? [$createListItemNode().append(...$inlineNodes(item.children))] : []),
    ...item.lists.map((nested) => $createListItemNode().append($listNode(nested))),
  ]);
  return list.append(...children);
}

export function $inlineNodes(children: readonly Inline[]): LexicalNode[] {
  return children.map((child) => {
    if (child.type === 'br') return $createLineBreakNode();
    if (child.type === 'img') return $createImageNode(child.src, child.alt);
    if (child.type === 'a') return $createLinkNode(child.href).append(...$inlineNodes(child.children));
    const text = $createTextNode(child.text);
    for (const mark of child.marks) text.toggleFormat(FORMATS[mark]);
    return text;
  });
}
