import { $insertGeneratedNodes } from '@lexical/clipboard';
import { $getSelection, type LexicalEditor } from 'lexical';
import { readPasted } from '../../rich-text/read';
import { $inlineNodes, $nodesFromBlocks } from './to-nodes';

export { $exportHtml, BlockExport } from './from-nodes';
export { $replaceWithHtml, type AtWork } from './replacing';

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
