import { $createLinkNode } from '@lexical/link';
import { $createListItemNode, $createListNode, type ListItemNode, type ListNode } from '@lexical/list';
import { $createHorizontalRuleNode } from '@lexical/extension';
import { $createHeadingNode, $createQuoteNode } from '@lexical/rich-text';
import { $createTableCellNode, $createTableNode, $createTableRowNode, TableCellHeaderStates, type TableNode } from '@lexical/table';
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  type ElementNode,
  type LexicalNode,
  type TextFormatType,
} from 'lexical';
import { type Block, type Inline, isList, isTable, type List, type Mark, type Table, type TextBlock } from '../../rich-text/model';
import { $createImageNode } from '../nodes/image-node';

/** Lexical's name of each mark. */
export const FORMATS: Readonly<Record<Mark, TextFormatType>> = { strong: 'bold', em: 'italic', u: 'underline', s: 'strikethrough' };

/** Editor nodes for a text; to be called within an update. */
export function $nodesFromBlocks(blocks: readonly Block[]): LexicalNode[] {
  return blocks.map($block);
}

function $block(block: Block): LexicalNode {
  if (isList(block)) return $listNode(block);
  if (isTable(block)) return $tableNode(block);
  return block.type === 'hr' ? $createHorizontalRuleNode() : $textBlock(block);
}

function $textBlock({ type, children }: TextBlock): ElementNode {
  const element = type === 'p' ? $createParagraphNode() : type === 'blockquote' ? $createQuoteNode() : $createHeadingNode(type);
  return element.append(...$inlineNodes(children));
}

/** The cells of the first row are headers; each cell holds a paragraph. */
export function $tableNode({ rows }: Table): TableNode {
  const cells = (row: Inline[][], header: number) =>
    row.map((cell) => $createTableCellNode(header).append($createParagraphNode().append(...$inlineNodes(cell))));
  const nodes = rows.map((row, at) =>
    $createTableRowNode().append(...cells(row, at === 0 ? TableCellHeaderStates.ROW : TableCellHeaderStates.NO_STATUS)),
  );
  return $createTableNode().append(...nodes);
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
    if (child.type === 'img') return $createImageNode(child.src, child.alt, child.caption);
    if (child.type === 'a') return $createLinkNode(child.href).append(...$inlineNodes(child.children));
    const text = $createTextNode(child.text);
    for (const mark of child.marks) text.toggleFormat(FORMATS[mark]);
    return text;
  });
}
