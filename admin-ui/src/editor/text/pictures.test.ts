import { createHeadlessEditor } from '@lexical/headless';
import { registerList } from '@lexical/list';
import {
  $createRangeSelection,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  $setSelection,
  ParagraphNode,
  TextNode,
} from 'lexical';
import { describe, expect, it } from 'vitest';
import { pictureFromDataUrl, pictureProblem } from '../../pictures/prepare';
import { NODES } from '../nodes';
import { $createImageNode, $isImageNode } from '../nodes/image-node';
import { $selectPicture } from '../nodes/select-picture';
import { $exportHtml, $replaceWithHtml } from './html';
import { $insertPictures } from './insert-pictures';
import { $keepPicturesApart } from './picture-blocks';
import { $selectedPicture } from './selected-picture';
import { $selectionState } from './selection-state';

function editorWith(html: string) {
  const editor = createHeadlessEditor({
    nodes: NODES,
    onError: (error) => {
      throw error;
    },
  });
  registerList(editor);
  editor.registerNodeTransform(ParagraphNode, $keepPicturesApart);
  editor.registerNodeTransform(TextNode, $keepPicturesApart);
  editor.update(() => $replaceWithHtml(html), { discrete: true });
  return editor;
}

/** The caret after the `|` in a text, which is taken out; `[…]` selects. */
function $selectMarked() {
  const selection = $createRangeSelection();
  for (const node of $getRoot().getAllTextNodes().filter($isTextNode)) {
    const text = node.getTextContent();
    const at = { caret: text.indexOf('|'), from: text.indexOf('['), to: text.indexOf(']') };
    if (at.caret >= 0) selection.setTextNodeRange(node, at.caret, node, at.caret);
    if (at.from >= 0) selection.anchor.set(node.getKey(), at.from, 'text');
    if (at.to >= 0) selection.focus.set(node.getKey(), at.to - (at.from >= 0 ? 1 : 0), 'text');
    node.setTextContent(text.replace(/[|[\]]/g, ''));
  }
  $setSelection(selection);
}

function inserted(html: string, count: number): string {
  const editor = editorWith(html);
  editor.update(
    () => {
      $selectMarked();
      $insertPictures(Array.from({ length: count }, (_, at) => $createImageNode(`/${at}.png`, '')));
      $getSelection()?.insertText('_');
    },
    { discrete: true },
  );
  return editor.read($exportHtml).replace(/<img src="\/(\d)\.png" alt="">/g, '{$1}');
}

describe('a picture is inserted as a block of its own', () => {
  it.each([
    ['behind a text', '<p>a|</p>', 1, '<p>a</p><p>{0}</p><p>_</p>'],
    ['before a text', '<p>|a</p>', 1, '<p>{0}</p><p>_a</p>'],
    ['within a text', '<p>a|b</p>', 1, '<p>a</p><p>{0}</p><p>_b</p>'],
    ['between two texts', '<p>a|</p><p>b</p>', 2, '<p>a</p><p>{0}</p><p>{1}</p><p>_b</p>'],
    ['behind a heading', '<h2>a|</h2>', 1, '<h2>a</h2><p>{0}</p><p>_</p>'],
    ['within a list', '<ul><li>a|</li><li>b</li></ul>', 1, '<ul><li>a</li></ul><p>{0}</p><ul><li>_b</li></ul>'],
    ['behind a list', '<ul><li>a|</li></ul>', 1, '<ul><li>a</li></ul><p>{0}</p><p>_</p>'],
    ['instead of words', '<p>a[b]c</p>', 1, '<p>a</p><p>{0}</p><p>_c</p>'],
    ['instead of paragraphs', '<p>a[b</p><p>c]d</p>', 1, '<p>a</p><p>{0}</p><p>_d</p>'],
  ])('%s', (_where, html, count, expected) => {
    expect(inserted(html, count)).toBe(expected);
  });

  it('at the end when there is no caret', () => {
    const editor = editorWith('<p>a</p>');
    editor.update(() => ($setSelection(null), $insertPictures([$createImageNode('/0.png', '')])), { discrete: true });
    expect(editor.read($exportHtml)).toBe('<p>a</p><p><img src="/0.png" alt=""></p>');
  });
});

describe('what is written beside a picture', () => {
  const append = (html: string) => {
    const editor = editorWith(html);
    editor.update(
      () => {
        const block = $getRoot().getFirstChild();
        if ($isElementNode(block)) block.append($createTextNode('b'));
      },
      { discrete: true },
    );
    return editor.read($exportHtml);
  };

  it('gets a paragraph of its own when the picture had one', () => {
    expect(append('<p><img src="/x.png" alt=""></p>')).toBe('<p><img src="/x.png" alt=""></p><p>b</p>');
  });

  it('stays in the paragraph of a picture that already stood among words', () => {
    expect(append('<p>a <img src="/x.png" alt=""></p>')).toBe('<p>a <img src="/x.png" alt="">b</p>');
  });
});

describe('a selected picture', () => {
  const image = () => $getRoot().getFirstDescendant();

  it.each([
    ['alone', '<p><img src="/x.png" alt="y"></p>', '<p>z</p>'],
    ['before words', '<p><img src="/x.png" alt="y">a</p>', '<p>za</p>'],
  ])('%s is replaced by what is typed', (_where, html, expected) => {
    const editor = editorWith(html);
    editor.update(() => $selectPicture(image()?.getKey() ?? ''), { discrete: true });
    expect(editor.read(() => $isImageNode($selectedPicture()))).toBe(true);
    editor.update(() => $getSelection()?.insertText('z'), { discrete: true });
    expect(editor.read($exportHtml)).toBe(expected);
  });

  it('is not one among selected words', () => {
    const editor = editorWith('<p>a<img src="/x.png" alt="y"></p>');
    editor.update(() => void $getRoot().select(0, 1), { discrete: true });
    expect(editor.read(() => [$isRangeSelection($getSelection()), $selectedPicture()])).toEqual([true, null]);
  });

  it.each([
    ['in it', () => $selectPicture(image()?.getKey() ?? '')],
    ['around it', () => $getRoot().getFirstChildOrThrow<ParagraphNode>().select(0, 1)],
  ])('tells the link that it stands in, whether the selection begins and ends %s', (_where, $select) => {
    const editor = editorWith('<p><a href="https://a.example/"><img src="/0.png" alt="A"></a></p>');
    editor.update(() => void $select(), { discrete: true });
    expect(editor.read($selectionState)).toMatchObject({ linkUrl: 'https://a.example/', linkKey: expect.any(String), image: { alt: 'A' } });
  });
});

describe('picture files', () => {
  const file = (type: string, size: number) => ({ type, size }) as Blob;

  it('are of the accepted kinds, and neither empty nor enormous', () => {
    expect([file('image/png', 9), file('image/gif', 3_000_000)].map(pictureProblem)).toEqual([null, null]);
    expect([file('image/svg+xml', 9), file('text/html', 9), file('', 9)].map(pictureProblem)).toEqual(Array(3).fill('imageRefused'));
    expect([file('image/png', 0), file('image/gif', 3_000_001), file('image/jpeg', 25_000_001)].map(pictureProblem)).toEqual(
      Array(3).fill('imageTooLarge'),
    );
  });

  it('come out of data URLs', () => {
    expect(pictureFromDataUrl('data:image/png;base64,iVBORw0KGgo=')).toMatchObject({ type: 'image/png', size: 8 });
    expect(pictureFromDataUrl('data:image/jpg;base64,iVBORw0KGgo=')).toMatchObject({ type: 'image/jpeg' });
    expect(['data:image/svg+xml;base64,AAAA', 'data:image/png;base64,A', '/x.png'].map(pictureFromDataUrl)).toEqual([null, null, null]);
  });
});
