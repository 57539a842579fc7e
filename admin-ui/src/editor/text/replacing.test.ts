import { createHeadlessEditor } from '@lexical/headless';
import { $isTableNode, $isTableCellNode } from '@lexical/table';
import {
  $createNodeSelection,
  $createParagraphNode,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isNodeSelection,
  $isRangeSelection,
  $setSelection,
  type ElementNode,
  type LexicalEditor,
  type PointType,
  RootNode,
  type TextNode,
} from 'lexical';
import { describe, expect, it } from 'vitest';
import { $isImageNode } from '../nodes/image-node';
import { NODES } from '../nodes';
import { $exportHtml, $replaceWithHtml } from './html';
import { $keepPlaceBehind } from './insert-block';

function open(html: string): LexicalEditor {
  const editor = createHeadlessEditor({
    nodes: NODES,
    onError: (error) => {
      throw error;
    },
  });
  editor.registerNodeTransform(RootNode, $keepPlaceBehind);
  editor.update(() => $replaceWithHtml(html), { discrete: true });
  return editor;
}

const change = (editor: LexicalEditor, $change: () => void) => editor.update($change, { discrete: true });
const replace = (editor: LexicalEditor, html: string) => change(editor, () => $replaceWithHtml(html));
const html = (editor: LexicalEditor) => editor.read($exportHtml);
const $block = (at: number) => $getRoot().getChildAtIndex<ElementNode>(at) as ElementNode;
const keys = (editor: LexicalEditor) => editor.read(() => $getRoot().getChildrenKeys());
const words = (editor: LexicalEditor) =>
  editor.read(() =>
    $getRoot()
      .getChildren()
      .map((node) => node.getTextContent()),
  );

/** The text of the block that a point is in, `|` for the point. */
function $around(point: PointType): string {
  const node = point.getNode();
  if (point.type === 'element') return `${$isElementNode(node) ? node.getTextContent() : ''}|`;
  const text = node.getTextContent();
  return `${text.slice(0, point.offset)}|${text.slice(point.offset)}`;
}
const selected = (editor: LexicalEditor) =>
  editor.read(() => {
    const selection = $getSelection();
    return $isRangeSelection(selection) ? [...new Set([$around(selection.anchor), $around(selection.focus)])] : selection;
  });
/** Puts the caret behind so many letters of a block's first text. */
const caret = (editor: LexicalEditor, at: number, offset: number) =>
  change(editor, () => void $block(at).getFirstDescendant<TextNode>()?.select(offset, offset));
const type = (editor: LexicalEditor, text: string) =>
  change(editor, () => {
    const selection = $getSelection();
    if ($isRangeSelection(selection)) selection.insertText(text);
  });

describe('a text that is replaced from outside', () => {
  it.each([
    ['a word of another paragraph', '<p>bir!</p><p>iki</p><p>üç</p>', [1, 2]],
    ['paragraphs on both sides', '<p>bir!</p><p>iki</p><p>üç!</p>', [1]],
    ['a paragraph before', '<p>sıfır</p><p>bir</p><p>iki</p><p>üç</p>', [0, 1, 2]],
    ['a paragraph between', '<p>bir</p><p>arada</p><p>iki</p><p>üç</p>', [0, 1, 2]],
    ['a paragraph behind', '<p>bir</p><p>iki</p><p>üç</p><ul><li>dörd</li></ul>', [0, 1, 2]],
    ['paragraphs that are gone', '<p>iki</p>', [1]],
    ['everything', '<h2>heç</h2>', []],
    ['nothing', '', []],
  ])('keeps the blocks that it has still: %s', (_what, next, kept) => {
    const editor = open('<p>bir</p><p>iki</p><p>üç</p>');
    const before = keys(editor);
    replace(editor, next);
    expect(html(editor)).toBe(next);
    expect(before.filter((key) => keys(editor).includes(key))).toEqual(kept.map((at) => before[at]));
  });

  it('leaves the caret between its letters, and what is typed next goes there', () => {
    const editor = open('<p>bir</p><p>iki</p><p>üç</p>');
    caret(editor, 1, 2);
    replace(editor, '<p>sıfır</p><p>bir!</p><p>iki</p><p>üç!</p>');
    type(editor, 'X');
    expect(html(editor)).toBe('<p>sıfır</p><p>bir!</p><p>ikXi</p><p>üç!</p>');
  });

  it('leaves what is selected over several paragraphs selected, though one between was replaced', () => {
    const editor = open('<p>bir</p><p>iki</p><p>üç</p>');
    change(editor, () => {
      const selection = $block(0).getFirstDescendant<TextNode>()?.select(1, 1);
      const last = $block(2).getFirstDescendant();
      if ($isRangeSelection(selection) && last) selection.focus.set(last.getKey(), 1, 'text');
    });
    replace(editor, '<p>bir</p><p>başqa</p><p>üç</p>');
    expect(selected(editor)).toEqual(['b|ir', 'ü|ç']);
  });

  it.each([
    ['where the same letters are', '<p>bir iki üç dörd</p>', 8, '<p>bir iki və üç dörd</p>', 'bir iki |və üç dörd'],
    ['counted from the end behind what was changed', '<p>bir iki üç</p>', 7, '<p>Biri, iki üç</p>', 'Biri, iki| üç'],
    ['at the same offset where all is changed', '<p>bir</p>', 2, '<p>ALTI</p>', 'AL|TI'],
  ])('puts the caret of a block that was replaced %s', (_where, before, offset, next, expected) => {
    const editor = open(`<p>əvvəl</p>${before}<p>sonra</p>`);
    caret(editor, 1, offset);
    replace(editor, `<p>əvvəl</p>${next}<p>sonra</p>`);
    expect(selected(editor)).toEqual([expected]);
  });

  it.each([
    ['before the next one', '<p>bir</p><p>üç</p>', '|üç'],
    ['behind the last one', '<p>bir</p>', 'bir|'],
    ['into the empty text', '', '|'],
  ])('puts the caret of a block that is gone %s', (_where, next, expected) => {
    const editor = open('<p>bir</p><p>iki</p><p>üç</p>');
    caret(editor, 1, 2);
    replace(editor, next);
    expect(selected(editor)).toEqual([expected]);
  });

  it('finds the caret’s place behind marks, breaks and pictures of a paragraph', () => {
    const editor = open('<p>a <strong>bir</strong><br>iki</p>');
    change(editor, () => void $block(0).getLastDescendant<TextNode>()?.select(1, 1));
    replace(editor, '<p>a <em>bir</em><br>iki üç</p>');
    expect(selected(editor)).toEqual(['i|ki üç']);
  });

  it('keeps a paragraph in which nothing is written yet beside one that stays, in its place', () => {
    const editor = open('<p>bir</p><p>iki</p>');
    change(editor, () => void $block(1).insertAfter($createParagraphNode()).selectStart());
    replace(editor, '<p>bir!</p><p>iki</p><p>dörd</p>');
    expect(words(editor)).toEqual(['bir!', 'iki', '', 'dörd']);
    type(editor, 'üç');
    expect(html(editor)).toBe('<p>bir!</p><p>iki</p><p>üç</p><p>dörd</p>');
  });

  it('leaves the caret in a cell of a table that nobody changed', () => {
    const table = '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>bir</td></tr></tbody></table>';
    const editor = open(`<p>əvvəl</p>${table}`);
    change(editor, () => {
      const node = $getRoot().getChildren().find($isTableNode);
      node?.getLastDescendant()?.getParents().find($isTableCellNode)?.selectEnd();
    });
    replace(editor, `<p>əvvəl</p><p>yeni</p>${table}<p>sonra</p>`);
    type(editor, '!');
    expect(html(editor)).toBe(`<p>əvvəl</p><p>yeni</p>${table.replace('bir', 'bir!')}<p>sonra</p>`);
  });

  it('leaves a picture selected, and a line', () => {
    const picture = '<p><img src="/api/blog/images/1/" alt="A"></p>';
    const editor = open(`<p>bir</p>${picture}`);
    change(editor, () => {
      const selection = $createNodeSelection();
      for (const node of $block(1).getChildren()) selection.add(node.getKey());
      $setSelection(selection);
    });
    replace(editor, `<p>bir!</p>${picture}<p>son</p>`);
    const $selected = () => {
      const selection = $getSelection();
      return $isNodeSelection(selection)
        ? selection
            .getNodes()
            .filter($isImageNode)
            .map((node) => node.getAlt())
        : null;
    };
    expect(editor.read($selected)).toEqual(['A']);
    // The picture’s own paragraph is another one by now: nothing that is gone is selected.
    replace(editor, '<p>bir!</p><p>yox</p>');
    expect(selected(editor)).toEqual(['|yox']);
  });

  it('leaves a caret between blocks between them', () => {
    const editor = open('<hr><p>bir</p>');
    change(editor, () => void $getRoot().select(1, 1));
    replace(editor, '<p>əvvəl</p><hr><p>bir</p>');
    expect(
      editor.read(() => {
        const selection = $getSelection();
        return $isRangeSelection(selection) && [selection.anchor.type, selection.anchor.offset];
      }),
    ).toEqual(['element', 2]);
  });

  it('has no caret where it had none', () => {
    const editor = open('<p>bir</p>');
    replace(editor, '<p>iki</p>');
    expect(selected(editor)).toBeNull();
    expect(editor.read(() => $getNodeByKey('root'))).not.toBeNull();
  });
});
