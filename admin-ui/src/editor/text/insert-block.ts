import { $createHorizontalRuleNode, $isHorizontalRuleNode } from '@lexical/extension';
import { $createHeadingNode, $createQuoteNode } from '@lexical/rich-text';
import { $isTableNode } from '@lexical/table';
import {
  $createParagraphNode,
  $createTextNode,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootNode,
  $isTextNode,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
  type ParagraphNode,
} from 'lexical';
import { runAction } from './actions';
import { $tableNode } from './to-nodes';

/** What the list of blocks offers, in its order. */
export const BLOCKS = ['h1', 'h2', 'h3', 'ul', 'ol', 'quote', 'table', 'line', 'image'] as const;
export type BlockKind = (typeof BLOCKS)[number];

/** A new table has so many rows and columns. */
const NEW_TABLE = [3, 3] as const;

const ASKED = /^\/([\p{L}\p{N} ]{0,24})$/u;

/** A line on which a block is asked for: `/`, and what was typed behind it. */
export interface Asked {
  key: NodeKey;
  words: string;
}

/** To be called within `read`: the caret stands at the end of a paragraph with nothing but `/` and words. */
export function $askedFor(): Asked | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const node = selection.anchor.getNode();
  const line = node.getParent();
  if (!$isTextNode(node) || !$isParagraphNode(line) || !$isRootNode(line.getParent()) || line.getChildrenSize() > 1) return null;
  const words = ASKED.exec(node.getTextContent())?.[1];
  return words === undefined || selection.anchor.offset < node.getTextContentSize() ? null : { key: line.getKey(), words };
}

/** Asks for a block without typing: on the empty line of the caret, or on a new one behind its block. The line that it wrote on; none where one is asked for already. */
export function $ask(): NodeKey | null {
  if ($askedFor()) return null;
  const selection = $getSelection();
  const here = $isRangeSelection(selection) ? $topOf(selection.anchor.getNode()) : $getRoot().getLastChild();
  const line = $isParagraphNode(here) && here.isEmpty() ? here : $createParagraphNode();
  if (line !== here) {
    if (here) here.insertAfter(line);
    else $getRoot().append(line);
  }
  line.append($createTextNode('/')).selectEnd();
  return line.getKey();
}

/** Empties a line that asks for a block, if nobody has typed behind that. */
export function $unask(key: NodeKey): void {
  const line = $getNodeByKey(key);
  if ($isParagraphNode(line) && line.getTextContent() === '/') line.clear();
}

/** The block of the text itself that a node is in. */
function $topOf(node: LexicalNode): LexicalNode | null {
  const top = node.getParents().at(-2);
  return top ?? (node.getParent() ? node : $getRoot().getLastChild());
}

/** Takes back what asked for a block: the line is empty again. */
export function $takeBack(): ParagraphNode | null {
  const selection = $getSelection();
  const line = $isRangeSelection(selection) ? selection.anchor.getNode().getParent() : null;
  if (!$isParagraphNode(line)) return null;
  line.clear();
  line.select();
  return line;
}

/** Puts a block in the place of the line that asked for it. A picture is only made room for: its panel asks which. */
export function insertBlock(editor: LexicalEditor, kind: BlockKind): void {
  editor.update(
    () => {
      const line = $takeBack();
      if (!line) return;
      if (kind === 'h1' || kind === 'h2' || kind === 'h3') line.replace($createHeadingNode(kind)).select();
      else if (kind === 'quote') line.replace($createQuoteNode()).select();
      else if (kind === 'line') $drawLine(line);
      else if (kind === 'table') $putTable(line);
    },
    { onUpdate: () => (kind === 'ul' || kind === 'ol') && runAction(editor, kind, 'p') },
  );
}

/** A line in place of a paragraph; the caret goes on below it. */
export function $drawLine(paragraph: LexicalNode): void {
  const rule = $createHorizontalRuleNode();
  paragraph.replace(rule);
  const next = rule.getNextSibling();
  if ($isElementNode(next)) next.selectStart();
  else $paragraphBehind(rule).select();
}

function $putTable(line: ParagraphNode): void {
  const [rows, columns] = NEW_TABLE;
  const table = $tableNode({ type: 'table', rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => [])) });
  line.replace(table);
  table.getFirstDescendant()?.selectStart();
}

/** Behind a table or a line at the end of a text there must be a place to write on. */
export function $keepPlaceBehind(): void {
  const last = $getRoot().getLastChild();
  if ($isTableNode(last) || $isHorizontalRuleNode(last)) $paragraphBehind(last);
}

function $paragraphBehind(node: LexicalNode): ParagraphNode {
  const paragraph = $createParagraphNode();
  node.insertAfter(paragraph);
  return paragraph;
}
