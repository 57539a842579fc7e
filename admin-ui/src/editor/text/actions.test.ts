import { createHeadlessEditor } from '@lexical/headless';
import { registerList } from '@lexical/list';
import { $getRoot, $isTextNode, type TextNode } from 'lexical';
import { describe, expect, it } from 'vitest';
import { NODES } from '../nodes';
import { type EditorAction, runAction } from './actions';
import { $exportHtml, $replaceWithHtml } from './html';
import { $selectionState } from './selection-state';

/** The text after an action with everything from `from` to `to` selected. */
function after(html: string, action: EditorAction, from: string, to = from): string {
  const editor = createHeadlessEditor({
    nodes: NODES,
    onError: (error) => {
      throw error;
    },
  });
  registerList(editor);
  editor.update(
    () => {
      $replaceWithHtml(html);
      const text = (word: string) =>
        $getRoot()
          .getAllTextNodes()
          .find((node): node is TextNode => $isTextNode(node) && node.getTextContent() === word);
      const selection = text(from)?.select(0, 0);
      selection?.focus.set(text(to)?.getKey() ?? '', to.length, 'text');
    },
    { discrete: true },
  );
  runAction(
    editor,
    action,
    editor.read(() => $selectionState().block),
  );
  editor.update(() => undefined, { discrete: true });
  return editor.read($exportHtml);
}

const LIST = '<ul><li>a</li><li>b</li><li>c</li></ul>';
const NESTED = '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>';

describe('in a list', () => {
  it.each([
    ['ul', LIST, 'b', 'b', '<ul><li>a</li></ul><p>b</p><ul><li>c</li></ul>'],
    ['ul', LIST, 'a', 'c', '<p>a</p><p>b</p><p>c</p>'],
    ['ul', LIST, 'b', 'c', '<ul><li>a</li></ul><p>b</p><p>c</p>'],
    ['ol', LIST, 'b', 'b', '<ol><li>a</li><li>b</li><li>c</li></ol>'],
    ['h2', LIST, 'c', 'c', '<ul><li>a</li><li>b</li></ul><h2>c</h2>'],
    ['clear', '<ul><li>a</li><li><b>b</b></li></ul>', 'b', 'b', '<ul><li>a</li></ul><p>b</p>'],
    ['ul', NESTED, 'c', 'c', '<ul><li>a<ul><li>b</li></ul></li></ul><p>c</p><ul><li>d</li></ul>'],
  ] as const)('%s changes of %s only what is selected (%s to %s): %s', (action, html, from, to, expected) => {
    expect(after(html, action, from, to)).toBe(expected);
  });
});
