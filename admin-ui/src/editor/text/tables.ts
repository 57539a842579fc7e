import {
  $deleteTableColumnAtSelection, $deleteTableRowAtSelection, $findCellNode, $findTableNode, $insertTableColumnAtSelection, $insertTableRowAtSelection,
  $isTableCellNode, $isTableRowNode, type TableCellNode, TableCellHeaderStates, type TableNode, type TableRowNode,
} from '@lexical/table';
import { $createParagraphNode, $getSelection, $isElementNode, $isParagraphNode, $isRangeSelection, type ElementNode, type LexicalNode } from 'lexical';

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
  if ($isElementNode(node)) line.append(...$inlines(node));
  return line;
}

function $inlines(node: ElementNode): LexicalNode[] {
  return node.getChildren().flatMap((child) => ($isElementNode(child) && !child.isInline() ? $inlines(child) : [child]));
}

/** Whether the caret is in a table, without words selected in several cells. */
export function $isInCell(): boolean {
  const selection = $getSelection();
  return $isRangeSelection(selection) ? $cellAt() !== null : (selection?.getNodes().some($isTableCellNode) ?? false);
}
