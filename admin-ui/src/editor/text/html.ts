import { $insertGeneratedNodes } from '@lexical/clipboard';
import { $addUpdateTag, $createParagraphNode, $getRoot, $getSelection, $setSelection, type LexicalEditor, SKIP_DOM_SELECTION_TAG } from 'lexical';
import { readHtml, readPasted } from '../../rich-text/read';
import { $inlineNodes, $nodesFromBlocks } from './to-nodes';

export { $exportHtml, BlockExport } from './from-nodes';

/** Replaces the whole text; the caret stays out of it, so that no field loses the focus. */
export function $replaceWithHtml(html: string): void {
  const nodes = $nodesFromBlocks(readHtml(html));
  $getRoot()
    .clear()
    .append(...(nodes.length > 0 ? nodes : [$createParagraphNode()]));
  $setSelection(null);
  $addUpdateTag(SKIP_DOM_SELECTION_TAG);
}

/** Puts foreign HTML at the caret, cleaned; answers the addresses that were refused. */
export function $insertPasted(editor: LexicalEditor, html: string): string[] {
  const selection = $getSelection();
  const { blocks, refused } = readPasted(html);
  const [only] = blocks;
  if (!selection || !only) return refused;
  const inlineOnly = blocks.length === 1 && only.type === 'p';
  $insertGeneratedNodes(editor, inlineOnly ? $inlineNodes(only.children) : $nodesFromBlocks(blocks), selection);
  return refused;
}
