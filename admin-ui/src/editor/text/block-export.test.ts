import { createHeadlessEditor } from '@lexical/headless';
import { $createParagraphNode, $createTextNode, $getRoot, $isElementNode, $isTextNode } from 'lexical';
import { describe, expect, it } from 'vitest';
import { countWords, plainText } from '../../rich-text/measure';
import { NODES } from '../nodes';
import { $exportHtml, $replaceWithHtml, BlockExport } from './html';

const TEXT =
  '<h2>Bir</h2><p>iki <strong>üç</strong></p><blockquote><p>sitat</p><p>davamı</p></blockquote><hr><ul><li>dörd<ol><li>beş</li></ol></li></ul><p>altı <img src="/x.png" alt="yeddi"></p>';

/** The last text that is nested deepest. */
const $lastText = () => $getRoot().getAllTextNodes().at(-1);

const CHANGES: Record<string, () => void> = {
  'a word typed': () => void $lastText()?.setTextContent('on bir'),
  'a mark': () => void $lastText()?.toggleFormat('bold'),
  'a word in a nested list': () =>
    void $getRoot()
      .getAllTextNodes()
      .find((node) => $isTextNode(node) && node.getTextContent() === 'beş')
      ?.setTextContent('min'),
  'a new paragraph': () =>
    void $getRoot()
      .getFirstChild()
      ?.insertAfter($createParagraphNode().append($createTextNode('yeni'))),
  'a paragraph gone': () => void $getRoot().getFirstChild()?.remove(),
  'an order': () => void $getRoot().append($getRoot().getFirstChildOrThrow()),
  'everything replaced': () => $replaceWithHtml('<p>başqa</p>'),
  'a quote divided': () =>
    void $getRoot()
      .getChildAtIndex(2)
      ?.insertAfter($createParagraphNode().append($createTextNode('arada'))),
  'a block emptied': () => {
    const block = $getRoot().getFirstChild();
    if ($isElementNode(block)) block.clear();
  },
};

describe('a text exported block by block', () => {
  it.each(Object.entries(CHANGES))('is the whole text after %s', (_what, change) => {
    const editor = createHeadlessEditor({
      nodes: NODES,
      onError: (error) => {
        throw error;
      },
    });
    editor.update(() => $replaceWithHtml(TEXT), { discrete: true });
    const text = new BlockExport();
    expect(editor.read(() => text.$export()).html).toBe(TEXT);
    let exported = { html: '', words: 0 };
    editor.registerUpdateListener(({ dirtyElements, editorState }) => {
      exported = editorState.read(() => text.$export(dirtyElements));
    });
    editor.update(change, { discrete: true });
    const whole = editor.read($exportHtml);
    expect(exported).toEqual({ html: whole, words: countWords(plainText(whole)) });
    expect(whole).not.toBe(TEXT);
  });
});
