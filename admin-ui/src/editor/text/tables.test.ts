import { createHeadlessEditor } from '@lexical/headless';
import { $createListItemNode, $createListNode } from '@lexical/list';
import { $createHeadingNode, $createQuoteNode } from '@lexical/rich-text';
import { $createTableSelection, $findTableNode, $isTableCellNode, registerTablePlugin, TableCellNode, TableNode } from '@lexical/table';
import {
  $createTextNode,
  $getRoot,
  $nodesOfType,
  $setSelection,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  type LexicalNode,
  RootNode,
  SELECTION_INSERT_CLIPBOARD_NODES_COMMAND,
} from 'lexical';
import { describe, expect, it } from 'vitest';
import { NODES } from '../nodes';
import { $exportHtml, $insertPasted, $replaceWithHtml } from './html';
import { $ask, $askedFor, $keepPlaceBehind, $unask, insertBlock } from './insert-block';
import { $addRowBehind, $changeTable, $insertIntoCell, $keepHeader, $keepHeaders, $keepLines, type TableAction } from './tables';

const TABLE = '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>';

function opened(html: string): LexicalEditor {
  const editor = createHeadlessEditor({
    nodes: NODES,
    onError: (error) => {
      throw error;
    },
  });
  editor.registerNodeTransform(TableNode, $keepHeaders);
  editor.registerNodeTransform(TableCellNode, $keepHeader);
  editor.registerNodeTransform(TableCellNode, $keepLines);
  editor.registerNodeTransform(RootNode, $keepPlaceBehind);
  change(editor, () => $replaceWithHtml(html));
  return editor;
}

const change = (editor: LexicalEditor, $do: () => void) => editor.update($do, { discrete: true });
const html = (editor: LexicalEditor) => editor.read($exportHtml);
const $cell = (words: string) => $nodesOfType(TableCellNode).find((cell) => cell.getTextContent() === words);

describe('a table', () => {
  it.each<[TableAction, string, string]>([
    [
      'rowAbove',
      'a',
      '<table><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
    ],
    [
      'rowBelow',
      'a',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td></td><td></td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
    ],
    [
      'columnLeft',
      'c',
      '<table><thead><tr><th></th><th>a</th><th>b</th></tr></thead><tbody><tr><td></td><td>c</td><td>d</td></tr></tbody></table>',
    ],
    [
      'columnRight',
      'c',
      '<table><thead><tr><th>a</th><th></th><th>b</th></tr></thead><tbody><tr><td>c</td><td></td><td>d</td></tr></tbody></table>',
    ],
    ['deleteRow', 'b', '<table><thead><tr><th>c</th><th>d</th></tr></thead></table>'],
    ['deleteColumn', 'b', '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>'],
    ['deleteTable', 'd', ''],
  ])('after %s at %s has its header in the first row', (action, at, expected) => {
    const editor = opened(TABLE);
    change(editor, () => {
      $cell(at)?.selectStart();
      $changeTable(action);
    });
    expect(html(editor)).toBe(expected);
    const headers = editor.read(() =>
      $nodesOfType(TableCellNode)
        .filter((cell) => cell.getHeaderStyles() > 0)
        .every((cell) => cell.getParent()?.getPreviousSibling() === null),
    );
    expect(headers).toBe(true);
  });

  it('gets a row behind its last cell only', () => {
    const editor = opened(TABLE);
    const made: boolean[] = [];
    change(editor, () => {
      for (const at of ['a', 'b', 'c', 'd']) {
        $cell(at)?.selectEnd();
        made.push($addRowBehind());
      }
    });
    expect([made, html(editor).match(/<tr>/g)?.length]).toEqual([[false, false, false, true], 3]);
  });

  it('holds lines of words, whatever comes into its cells', () => {
    const editor = opened(TABLE);
    const $into = (at: string, node: LexicalNode) => {
      const cell = $cell(at);
      if ($isTableCellNode(cell)) cell.append(node);
    };
    change(editor, () => {
      $into('a', $createHeadingNode('h2').append($createTextNode('x')));
      $into('c', $createListNode('bullet').append($createListItemNode().append($createTextNode('y'))));
      $into('d', $createQuoteNode().append($createTextNode('z')));
    });
    expect(html(editor)).toBe(
      '<table><thead><tr><th>a<br>x</th><th>b</th></tr></thead><tbody><tr><td>c<br>y</td><td>d<br>z</td></tr></tbody></table>',
    );
    expect(
      editor.read(() => $nodesOfType(TableCellNode).every((cell) => cell.getChildren().every((child) => child.getType() === 'paragraph'))),
    ).toBe(true);
  });

  it('and a line have a place to write on behind them, which is no part of the text', () => {
    for (const text of [TABLE, '<p>a</p><hr>']) {
      const editor = opened(text);
      expect(editor.read(() => $getRoot().getLastChild()?.getType())).toBe('paragraph');
      expect(html(editor)).toBe(text);
    }
  });
});

describe('a block is asked for', () => {
  it.each([
    ['/', ''],
    ['/baş 2', 'baş 2'],
    ['a /', null],
    ['/a/b', null],
    ['/1,5', null],
  ])('by %j: %j', (typed, words) => {
    const editor = opened('');
    let asked;
    change(editor, () => {
      $getRoot().selectEnd().insertText(typed);
      asked = $askedFor()?.words ?? null;
    });
    expect(asked).toBe(words);
  });

  it.each([
    ['<p>a</p>', 'a', '<p>a</p><h2>x</h2>'],
    ['<ul><li>a</li></ul><p>b</p>', 'a', '<ul><li>a</li></ul><h2>x</h2><p>b</p>'],
    [TABLE, 'c', `${TABLE}<h2>x</h2>`],
  ])('without typing, behind the block of the caret: %s', (text, at, expected) => {
    const editor = opened(text);
    change(editor, () => {
      $getRoot()
        .getAllTextNodes()
        .find((node) => node.getTextContent() === at)
        ?.select();
      $ask();
    });
    expect(editor.read(() => $askedFor()?.words)).toBe('');
    insertBlock(editor, 'h2');
    change(editor, () =>
      $getRoot()
        .getChildren()
        .find((node) => node.getType() === 'heading')
        ?.selectEnd()
        .insertText('x'),
    );
    expect(html(editor)).toBe(expected);
  });

  it.each([
    ['', '<p>a</p>'],
    ['sit', '<p>a</p><p>/sit</p>'],
  ])('is asked for once, and taken back unless somebody has typed behind it: %j', (typed, expected) => {
    const editor = opened('<p>a</p>');
    const keys: (string | null)[] = [];
    change(editor, () => {
      $getRoot().selectEnd();
      keys.push($ask());
    });
    change(editor, () => {
      keys.push($ask());
      $getRoot().selectEnd().insertText(typed);
    });
    expect(keys).toEqual([expect.any(String), null]);
    change(editor, () => $unask(keys[0] ?? ''));
    expect(html(editor)).toBe(expected);
  });
});

describe('what is pasted over several cells', () => {
  const HEAD = '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr>';
  it.each([
    ['<p>x <b>y</b></p>', '<td>x <strong>y</strong></td><td>d</td></tr></tbody></table>'],
    [
      '<p><b>x</b></p><p>y <i>z</i></p>',
      '<td><strong>x</strong></td><td>d</td></tr><tr><td>y <em>z</em></td><td></td></tr></tbody></table>',
    ],
    [
      '<ul><li><b>x</b></li><li><a href="/faq/">y</a></li></ul>',
      '<td><strong>x</strong></td><td>d</td></tr><tr><td><a href="/faq/">y</a></td><td></td></tr></tbody></table>',
    ],
    ['<p><img src="/api/blog/images/3/" alt="p"></p>', '<td><img src="/api/blog/images/3/" alt="p"></td><td>d</td></tr></tbody></table>'],
    [
      '<table><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr></table>',
      '<td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr></tbody></table>',
    ],
    [
      '<p>x</p><table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
      '<td>x</td><td>d</td></tr><tr><td>1 | 2</td><td></td></tr><tr><td>3 | 4</td><td></td></tr></tbody></table>',
    ],
    [
      '<table><tr><td><b>1</b></td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
      '<td><strong>1</strong></td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
    ],
  ])('comes whole, with its marks, links and pictures: %s', (pasted, rest) => {
    const editor = opened(TABLE);
    registerTablePlugin(editor);
    editor.registerCommand(SELECTION_INSERT_CLIPBOARD_NODES_COMMAND, (nodes) => $insertIntoCell(editor, nodes), COMMAND_PRIORITY_LOW);
    change(editor, () => {
      const [from, to] = [$cell('c'), $cell('d')];
      const table = from && $findTableNode(from);
      if (!from || !to || !table) throw new Error('no table');
      const selection = $createTableSelection();
      selection.set(table.getKey(), from.getKey(), to.getKey());
      $setSelection(selection);
      $insertPasted(editor, pasted);
    });
    expect(html(editor).replace('<th>b</th><th></th>', '<th>b</th>')).toBe(HEAD + rest);
  });
});
