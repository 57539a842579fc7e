import { $createListItemNode, $createListNode } from '@lexical/list';
import { $createHeadingNode } from '@lexical/rich-text';
import { $createTableNodeWithDimensions } from '@lexical/table';
import { act, render, screen, waitFor } from '@testing-library/react';
import { $createLineBreakNode, $createParagraphNode, $createTextNode, $getRoot, type ElementNode, type LexicalEditor } from 'lexical';
import { expect, it } from 'vitest';
import RichTextField from '../editor/rich-text-field';
import { readHtml } from '../rich-text/read';
import { speak } from '../test/texts';
import { blockPlace } from './block-place';

const paragraph = (...words: string[]) => $createParagraphNode().append(...words.map((text) => $createTextNode(text)));
const list = (...items: string[]) =>
  $createListNode('bullet').append(...items.map((text) => $createListItemNode().append($createTextNode(text))));

it.each<[string, string, () => ElementNode[]]>([
  ['empty lines', '<p>one</p><p>two</p>', () => [paragraph(), paragraph('three'), paragraph(), paragraph(), paragraph('four')]],
  [
    'lines of spaces and breaks',
    '<p>one</p>',
    () => [paragraph(' \u00a0'), $createParagraphNode().append($createLineBreakNode()), paragraph('two')],
  ],
  [
    'empty headings, lists and tables',
    '<p>one</p>',
    () => [
      $createHeadingNode('h2'),
      $createListNode('bullet').append($createListItemNode()),
      $createTableNodeWithDimensions(2, 2),
      paragraph('two'),
    ],
  ],
  ['lists that an empty line parts', '<p>one</p>', () => [list('a'), paragraph(), list('b'), paragraph('two')]],
  [
    'pictures, lines, quotes and tables that say something',
    '<blockquote><p>q</p><p>r</p></blockquote><p><img src="/api/blog/images/1/" alt=""></p><hr><table><thead><tr><th>x</th></tr></thead></table>',
    () => [paragraph(), paragraph('two')],
  ],
])('the place of a block is found beside %s', async (_what, html, more) => {
  speak();
  let written = html;
  await act(
    async () =>
      void render(
        <RichTextField
          name="content_az"
          language="az"
          label="Text"
          read={() => html}
          replacements={0}
          onChange={(text) => (written = text)}
          onWords={() => undefined}
        />,
      ),
  );
  const field = screen.getByRole<HTMLElement & { __lexicalEditor: LexicalEditor }>('textbox');
  await act(async () => field.__lexicalEditor.update(() => void $getRoot().append(...more())));
  await waitFor(() => expect(written).not.toBe(html));
  const blocks = readHtml(written);
  const places = blocks.map((_block, at) => blockPlace(field, at));
  expect(places).not.toContain(null);
  // The first of the blocks stands where the text begins, the last where it ends, and none twice.
  expect(new Set(places).size).toBe(blocks.length);
  expect([places[0], places.at(-1)]).toEqual([field.firstElementChild, field.lastElementChild]);
  const words = (text: string | null | undefined) => text?.replace(/\s/g, '');
  const said = blocks.map((block) =>
    block.type === 'p' ? block.children.map((child) => (child.type === 'text' ? child.text : '')).join('') : null,
  );
  for (const [at, text] of said.entries()) if (text !== null && text !== '') expect(words(places[at]?.textContent)).toBe(words(text));
  expect(blockPlace(field, blocks.length)).toBeNull();
});
