import { $isLinkNode, $toggleLink } from '@lexical/link';
import { INSERT_ORDERED_LIST_COMMAND, INSERT_UNORDERED_LIST_COMMAND, ListItemNode } from '@lexical/list';
import { $createHeadingNode } from '@lexical/rich-text';
import { $patchStyleText, $setBlocksType } from '@lexical/selection';
import { $getNearestNodeOfType } from '@lexical/utils';
import {
  $createParagraphNode,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
  REDO_COMMAND,
  type TextFormatType,
  UNDO_COMMAND,
} from 'lexical';
import type { BlockType } from './selection-state';

/** Everything the toolbar and the keyboard can do at once; links and pictures open a panel instead. */
export type EditorAction = 'h1' | 'h2' | 'h3' | 'bold' | 'italic' | 'underline' | 'strike' | 'ol' | 'ul' | 'clear' | 'undo' | 'redo';

const FORMATS: Partial<Record<EditorAction, TextFormatType>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strike: 'strikethrough',
};

/** Runs an action; one that is already on (a heading, a list) is switched off. */
export function runAction(editor: LexicalEditor, action: EditorAction, block: BlockType): void {
  const format = FORMATS[action];
  if (format) editor.dispatchCommand(FORMAT_TEXT_COMMAND, format);
  else if (action === 'undo') editor.dispatchCommand(UNDO_COMMAND, undefined);
  else if (action === 'redo') editor.dispatchCommand(REDO_COMMAND, undefined);
  else if (action === 'clear') clearFormatting(editor);
  // Cells hold neither headings nor lists.
  else if (block === 'cell') return;
  else if (action === 'ol' || action === 'ul') toggleList(editor, action, block);
  else if (action === 'h1' || action === 'h2' || action === 'h3') toggleHeading(editor, action, block);
}

function toggleList(editor: LexicalEditor, list: 'ol' | 'ul', block: BlockType): void {
  if (block === list) editor.update($leaveLists);
  else editor.dispatchCommand(list === 'ol' ? INSERT_ORDERED_LIST_COMMAND : INSERT_UNORDERED_LIST_COMMAND, undefined);
}

/** Only the items that are selected become paragraphs; Lexical's own command would undo the whole list around them. */
function $leaveLists(): void {
  const nodes = $getSelection()?.getNodes() ?? [];
  const items = nodes.map((node) => $getNearestNodeOfType(node, ListItemNode)).filter((item) => item !== null);
  for (const item of new Set(items)) {
    if (!item.isAttached()) continue;
    item.setIndent(0);
    item.replace($createParagraphNode(), true);
  }
}

function toggleHeading(editor: LexicalEditor, tag: 'h1' | 'h2' | 'h3', block: BlockType): void {
  editor.update(() => {
    if (block === 'ol' || block === 'ul') $leaveLists();
    const selection = $getSelection();
    $setBlocksType(selection, () => (block === tag ? $createParagraphNode() : $createHeadingNode(tag)));
  });
}

/** Plain paragraphs: no marks, links, headings or lists in what is selected. */
function clearFormatting(editor: LexicalEditor): void {
  editor.update(() => {
    $leaveLists();
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return;
    if (selection.getNodes().some((node) => $isLinkNode(node) || $isLinkNode(node.getParent()))) $toggleLink(null);
    if (!selection.isCollapsed()) {
      // Splits the texts at the edges of the selection, so that only what is selected changes.
      $patchStyleText(selection, { 'font-style': null });
      for (const node of selection.extract()) if ($isTextNode(node)) node.setFormat(0).setStyle('');
    }
    selection.setFormat(0);
    $setBlocksType(selection, () => $createParagraphNode());
  });
}
