import { $insertGeneratedNodes } from '@lexical/clipboard';
import {
  $deleteTableColumnAtSelection,
  $deleteTableRowAtSelection,
  $findCellNode,
  $findTableNode,
  $insertTableColumnAtSelection,
  $insertTableRowAtSelection,
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  $isTableSelection,
  type TableCellNode,
  TableCellHeaderStates,
  type TableNode,
  type TableRowNode,
  type TableSelection,
} from '@lexical/table';
import {
  $createLineBreakNode,
  $createParagraphNode,
  $getSelection,
  $isDecoratorNode,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  type CommandPayloadType,
  type ElementNode,
  type LexicalEditor,
  type LexicalNode,
  type SELECTION_INSERT_CLIPBOARD_NODES_COMMAND,
} from 'lexical';
import { isTable, linesOf } from '../../rich-text/model';
import { $blocks } from './from-nodes';
import { $inlineNodes, $tableNode } from './to-nodes';

/** What can be done with the table the caret is in. */
export const TABLE_ACTIONS = ['rowAbove', 'rowBelow', 'columnLeft', 'columnRight', 'deleteRow', 'deleteColumn', 'deleteTable'] as const;
export type TableAction = (typeof TABLE_ACTIONS)[number];

/** The cell the selection begins in; `null` outside of tables. */
export function $cellAt(): TableCellNode | null {
  const points = $getSelection()?.getStartEndPoints();
  return points ? $findCellNode(points[0].getNode()) : null;
}

export function $changeTable(action: TableAction): void {
  const cell = $cellAt();
  if (!cell) return;
  if (action === 'rowAbove' || action === 'rowBelow') $insertTableRowAtSelection(action === 'rowBelow');
  else if (action === 'columnLeft' || action === 'columnRight') $insertTableColumnAtSelection(action === 'columnRight');
  else if (action === 'deleteRow') $deleteTableRowAtSelection();
  else if (action === 'deleteColumn') $deleteTableColumnAtSelection();
  else $deleteTable(cell);
}

function $deleteTable(cell: TableCellNode): void {
  const table = $findTableNode(cell);
  if (!table) return;
  const line = $createParagraphNode();
  table.replace(line);
  line.select();
}

/** Behind the last cell Tab makes a row and goes on in it; whether it did. */
export function $addRowBehind(): boolean {
  const cell = $cellAt();
  const row = cell?.getParent();
  if (!cell || cell.getNextSibling() || !$isTableRowNode(row) || row.getNextSibling()) return false;
  $insertTableRowAtSelection(true);
  const first = row.getNextSibling<TableRowNode>()?.getFirstChild();
  if ($isElementNode(first)) first.selectStart();
  return true;
}

/** The cells of the first row are headers, and no others. */
export function $keepHeader(cell: TableCellNode): void {
  const row = cell.getParent();
  if (!$isTableRowNode(row)) return;
  const header = row.getPreviousSibling() === null ? TableCellHeaderStates.ROW : TableCellHeaderStates.NO_STATUS;
  if (cell.getHeaderStyles() !== header) cell.setHeaderStyles(header);
}

/** The same for a table of which a row came or went. */
export function $keepHeaders(table: TableNode): void {
  for (const row of table.getChildren().filter($isTableRowNode)) row.getChildren().filter($isTableCellNode).forEach($keepHeader);
}

/** Cells hold lines of words: of anything else that comes into one (by pasting, by typing Markdown) the words stay. */
export function $keepLines(cell: TableCellNode): void {
  for (const child of cell.getChildren()) if (!$isParagraphNode(child)) child.replace($line(child));
  if (cell.isEmpty()) cell.append($createParagraphNode());
}

function $line(node: LexicalNode): ElementNode {
  const line = $createParagraphNode();
  if (!$isElementNode(node)) return line;
  $inlines(node).forEach((inlines, at) => line.append(...(at > 0 ? [$createLineBreakNode()] : []), ...inlines));
  return line;
}

/** What stands in a block, apart for each block within: the items of a list are lines. */
function $inlines(node: ElementNode): LexicalNode[][] {
  const lines: LexicalNode[][] = [];
  let open: LexicalNode[] | null = null;
  for (const child of node.getChildren()) {
    if ($isElementNode(child) && !child.isInline()) {
      lines.push(...$inlines(child));
      open = null;
    } else if (open) {
      open.push(child);
    } else {
      lines.push((open = [child]));
    }
  }
  return lines;
}

/**
 * A table alone that comes into a table fills its cells, which is Lexical's work. Lexical drops one among words, all of them with
 * it: here its rows become lines. Whether that was done.
 */
export function $insertIntoCell(editor: LexicalEditor, { nodes, selection }: Pasted): boolean {
  if ($isTableSelection(selection)) return $insertOverCells(editor, nodes, selection);
  if (nodes.length < 2 || !nodes.some($isTableNode) || !$isInCell()) return false;
  $insertGeneratedNodes(
    editor,
    nodes.flatMap((node) => ($isTableNode(node) ? $rowsAsLines(node) : [node])),
    selection,
  );
  return true;
}

/**
 * Over several cells comes all that is pasted, from the first one on, a line a row. Lexical keeps nothing of words but their letters, and
 * of a table only as many cells as are selected. Whether there was anything.
 */
function $insertOverCells(editor: LexicalEditor, nodes: LexicalNode[], selection: TableSelection): boolean {
  const blocks = $inBlocks(nodes).flatMap($blocks);
  const [only] = blocks;
  const first = selection.getNodes().find($isTableCellNode);
  if (!only || !first) return false;
  const rows = blocks.length === 1 && isTable(only) ? only.rows : blocks.flatMap(linesOf).map((line) => [line]);
  const table = $tableNode({ type: 'table', rows });
  $insertGeneratedNodes(editor, [table], first.selectStart());
  return true;
}

/** Words that stand in no block are a paragraph. */
function $inBlocks(nodes: readonly LexicalNode[]): LexicalNode[] {
  const blocks: LexicalNode[] = [];
  let line: ElementNode | null = null;
  for (const node of nodes) {
    const isBlock = ($isElementNode(node) || $isDecoratorNode(node)) && !node.isInline();
    if (isBlock) blocks.push(node);
    else if (line) line.append(node);
    else blocks.push((line = $createParagraphNode().append(node)));
    if (isBlock) line = null;
  }
  return blocks;
}

type Pasted = CommandPayloadType<typeof SELECTION_INSERT_CLIPBOARD_NODES_COMMAND>;

function $rowsAsLines(table: TableNode): LexicalNode[] {
  return $blocks(table)
    .flatMap(linesOf)
    .map((line) => $createParagraphNode().append(...$inlineNodes(line)));
}

/** Whether the caret is in a table, without words selected in several cells. */
export function $isInCell(): boolean {
  const selection = $getSelection();
  return $isRangeSelection(selection) ? $cellAt() !== null : (selection?.getNodes().some($isTableCellNode) ?? false);
}
