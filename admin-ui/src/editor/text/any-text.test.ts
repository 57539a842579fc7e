import { createHeadlessEditor } from '@lexical/headless';
import { describe, expect, it } from 'vitest';
import { mergeHtml } from '../../rich-text/merge';
import { canonicalHtml, readPasted } from '../../rich-text/read';
import { printHtml } from '../../rich-text/print';
import { NODES } from '../nodes';
import { $exportHtml, $replaceWithHtml } from './html';

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = [
  '<p>',
  '</p>',
  '<h2>',
  '</h2>',
  '<h5>',
  '<ul>',
  '<ol>',
  '<li>',
  '</li>',
  '</ul>',
  '<blockquote>',
  '</blockquote>',
  '<hr>',
  '<table>',
  '</table>',
  '<thead>',
  '<tbody>',
  '<tr>',
  '</tr>',
  '<td>',
  '</td>',
  '<td colspan=2>',
  '<td rowspan=3>',
  '<th>',
  '</th>',
  '<caption>',
  '<b>',
  '</b>',
  '<i>',
  '<a href="https://a.az/">',
  '<a href="mailto:a@b.az">',
  '<a href="tel:102">',
  '<a href="javascript:x">',
  '</a>',
  '<img src="/x.png" alt="y">',
  '<br>',
  '<div>',
  '</div>',
  '<span style="font-weight:700">',
  '</span>',
  '<p class=MsoQuote>',
  'söz',
  ' ',
  '&nbsp;',
  '&lt;',
  'a | b',
  '\n',
];
const soup = (seed: number) => {
  const next = chance(seed);
  return Array.from({ length: 3 + next(30) }, () => PIECES[next(PIECES.length)]).join('');
};

function throughEditor(html: string): string {
  const editor = createHeadlessEditor({
    nodes: NODES,
    onError: (error) => {
      throw error;
    },
  });
  editor.update(() => $replaceWithHtml(html), { discrete: true });
  return editor.read($exportHtml);
}

describe('any text', () => {
  it('has one form: reading it again, the editor and a merge with itself leave it as it is', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const given = soup(seed);
      const form = canonicalHtml(given);
      expect(canonicalHtml(form), given).toBe(form);
      expect(throughEditor(form), given).toBe(form);
      const pasted = printHtml(readPasted(given).blocks);
      expect(canonicalHtml(pasted), given).toBe(pasted);
      expect(mergeHtml(form, form, form).mine, given).toBe(form);
    }
  });
});
