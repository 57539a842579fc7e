import { $isHorizontalRuleNode, HorizontalRuleNode } from '@lexical/extension';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $createQuoteNode, $isQuoteNode } from '@lexical/rich-text';
import {
  registerTableCellUnmergeTransform,
  registerTablePlugin,
  registerTableSelectionObserver,
  setScrollableTablesActive,
  TableCellNode,
  TableNode,
} from '@lexical/table';
import { mergeRegister } from '@lexical/utils';
import {
  $createNodeSelection,
  $createParagraphNode,
  $createRangeSelectionFromDom,
  $getNearestNodeFromDOMNode,
  $getSelection,
  $isNodeSelection,
  $isParagraphNode,
  $isRangeSelection,
  $setSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  COMMAND_PRIORITY_NORMAL,
  INSERT_PARAGRAPH_COMMAND,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
  RootNode,
  SELECTION_INSERT_CLIPBOARD_NODES_COMMAND,
} from 'lexical';
import { useEffect } from 'react';
import { $drawLine, $keepPlaceBehind } from '../text/insert-block';
import { $insertIntoCell, $keepHeader, $keepHeaders, $keepLines } from '../text/tables';

/** How quotes, lines and tables behave under the caret. */
export function BlockPlugin() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerBlocks(editor), [editor]);
  return null;
}

export function registerBlocks(editor: LexicalEditor): () => void {
  setScrollableTablesActive(editor, true);
  return mergeRegister(
    registerTablePlugin(editor),
    registerTableSelectionObserver(editor, true),
    registerTableCellUnmergeTransform(editor),
    editor.registerNodeTransform(TableNode, $keepHeaders),
    editor.registerNodeTransform(TableCellNode, $keepHeader),
    editor.registerNodeTransform(TableCellNode, $keepLines),
    editor.registerNodeTransform(RootNode, $keepPlaceBehind),
    editor.registerCommand(SELECTION_INSERT_CLIPBOARD_NODES_COMMAND, (pasted) => $insertIntoCell(editor, pasted), COMMAND_PRIORITY_LOW),
    editor.registerCommand(INSERT_PARAGRAPH_COMMAND, $nextOfQuote, COMMAND_PRIORITY_LOW),
    editor.registerCommand(KEY_ENTER_COMMAND, (event) => $behindLine() && (event?.preventDefault(), true), COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(KEY_ENTER_COMMAND, (event) => $typedLine() && (event?.preventDefault(), true), COMMAND_PRIORITY_LOW),
    editor.registerCommand(CLICK_COMMAND, ({ target }) => $selectLine(editor, target), COMMAND_PRIORITY_LOW),
    registerSelectedLines(editor),
  );
}

/** Enter goes on with the quote; on its last, empty paragraph it ends it. */
function $nextOfQuote(): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  if (!selection.isCollapsed()) selection.removeText();
  const node = selection.anchor.getNode();
  const quote = [node, ...node.getParents()].find($isQuoteNode);
  if (!quote) return false;
  if (quote.isEmpty()) {
    const line = $createParagraphNode();
    quote.replace(line);
    line.select();
    return true;
  }
  const next = selection.insertParagraph();
  if ($isParagraphNode(next)) {
    const more = $createQuoteNode();
    next.replace(more, true);
    more.selectStart();
  }
  return true;
}

/** Three hyphens and Enter are a line. */
function $typedLine(): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const paragraph = selection.anchor.getNode().getTopLevelElement();
  if (!$isParagraphNode(paragraph) || paragraph.getParent()?.getType() !== 'root' || paragraph.getTextContent() !== '---') return false;
  $drawLine(paragraph);
  return true;
}

/** A click on a line selects it; one beside it takes the caret along, which Lexical would leave nowhere. */
function $selectLine(editor: LexicalEditor, target: EventTarget | null): boolean {
  const node = target instanceof HTMLHRElement ? $getNearestNodeFromDOMNode(target) : null;
  if (!$isHorizontalRuleNode(node)) {
    const there = $isNodeSelection($getSelection()) ? $createRangeSelectionFromDom(window.getSelection(), editor) : null;
    if (there) $setSelection(there);
    return false;
  }
  const selection = $createNodeSelection();
  selection.add(node.getKey());
  $setSelection(selection);
  return true;
}

/** Enter on a selected line writes below it. */
function $behindLine(): boolean {
  const selection = $getSelection();
  const line = $isNodeSelection(selection) ? selection.getNodes().find($isHorizontalRuleNode) : undefined;
  if (!line) return false;
  const paragraph = $createParagraphNode();
  line.insertAfter(paragraph);
  paragraph.select();
  return true;
}

/** Shows which lines are selected: the browser has no selection on them. */
function registerSelectedLines(editor: LexicalEditor): () => void {
  const lines = new Set<string>();
  return mergeRegister(
    editor.registerMutationListener(
      HorizontalRuleNode,
      (changes) => {
        for (const [key, change] of changes) {
          if (change === 'destroyed') lines.delete(key);
          else lines.add(key);
        }
      },
      { skipInitialization: false },
    ),
    editor.registerUpdateListener(({ editorState }) => {
      if (lines.size === 0) return;
      const selected = editorState.read(() => {
        const selection = $getSelection();
        return new Set($isNodeSelection(selection) ? selection.getNodes().map((node) => node.getKey()) : []);
      });
      for (const key of lines) editor.getElementByKey(key)?.classList.toggle('editor-rule--selected', selected.has(key));
    }),
  );
}
