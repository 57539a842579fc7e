import { describe, expect, it } from 'vitest';
import { compareHtml, compareText, type Line } from './compare';

/** A line with its changed pieces in brackets; `!` before a line that was another kind of block. */
function shown({ kind, changed, pieces }: Line): string {
  return `${changed ? '!' : ''}${kind}: ${pieces.map((piece) => (piece.changed ? `[${piece.text}]` : piece.text)).join('')}`;
}

const compared = (a: string, b: string) => compareHtml(a, b).map((lines) => lines.map(shown));

/** Which lines of each version are shown. */
const near = (a: string, b: string) =>
  compareHtml(a, b).map((lines) => lines.filter((line) => line.near).map(({ pieces }) => pieces[0]?.text));
const paragraphs = (words: string) =>
  words
    .split(' ')
    .map((word) => `<p>${word}</p>`)
    .join('');

describe('what surrounds a difference', () => {
  it.each([
    ['added words', paragraphs('a b c d e'), '<p>a</p><p>b</p><p>c and more</p><p>d</p><p>e</p>', ['b', 'c', 'd'], ['b', 'c', 'd']],
    ['a paragraph that is gone', paragraphs('a b c d e'), paragraphs('a b d e'), ['b', 'c', 'd'], ['b', 'd']],
    ['no difference', paragraphs('a b'), paragraphs('a b'), [], []],
  ])('is shown in both versions: %s', (_what, a, b, left, right) => {
    expect(near(a, b)).toEqual([left, right]);
  });
});

describe('two rich texts', () => {
  it.each([
    ['a word', '<p>one two three</p>', '<p>one 2 three</p>', ['p: one [two] three'], ['p: one [2] three']],
    ['neighbouring words', '<p>a b c d</p>', '<p>a x y d</p>', ['p: a [b][ ][c] d'], ['p: a [x][ ][y] d']],
    ['a full stop', '<p>söz.</p>', '<p>söz!</p>', ['p: söz[.]'], ['p: söz[!]']],
    ['a mark', '<p>a <b>b</b></p>', '<p>a b</p>', ['p: a [b]'], ['p: a [b]']],
    [
      'an address',
      '<p><a href="https://a.az">x</a></p>',
      '<p><a href="https://b.az">x</a></p>',
      ['p: [x][ (https://a.az)]'],
      ['p: [x][ (https://b.az)]'],
    ],
    ['a picture', '<p><img src="/a.png" alt="x"></p>', '<p><img src="/b.png" alt="x"></p>', ['p: [x]'], ['p: [x]']],
    ['a kind of block', '<h2>a</h2>', '<p>a</p>', ['!h2: a'], ['!p: a']],
    [
      'a kind of list',
      '<ul><li>a<ol><li>b</li></ol></li></ul>',
      '<ol><li>a<ol><li>b</li></ol></li></ol>',
      ['!ul: a', 'ol: b'],
      ['!ol: a', 'ol: b'],
    ],
    ['a paragraph', '<p>a</p><p>b</p><p>c</p>', '<p>a</p><p>c</p>', ['p: a', '!p: [b]', 'p: c'], ['p: a', 'p: c']],
    [
      'a paragraph of a quote',
      '<blockquote><p>a</p><p>b</p></blockquote>',
      '<blockquote><p>a</p></blockquote><p>b</p>',
      ['blockquote: a', '!blockquote: b'],
      ['blockquote: a', '!p: b'],
    ],
    ['a line', '<p>a</p><hr><p>b</p>', '<p>a</p><p>b</p>', ['p: a', '!hr: [—][—][—]', 'p: b'], ['p: a', 'p: b']],
    [
      'a cell',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>3</td></tr></table>',
      ['tr: a | b', 'tr: 1 | [2]'],
      ['tr: a | b', 'tr: 1 | [3]'],
    ],
    ['nothing but markup', '<p>a <b>b</b></p>', '<p>a <strong>b</strong></p>\n', ['p: a b'], ['p: a b']],
    ['everything', '', '<p>a</p>', [], ['!p: [a]']],
  ])('that differ in %s', (_what, a, b, left, right) => {
    expect(compared(a, b)).toEqual([left, right]);
  });

  it('lose no word, whatever the difference', () => {
    const words = (seed: number) => `<p>${Array.from({ length: 60 }, (_, at) => ((at * seed) % 7) + 1).join(' ')}</p>`;
    for (let seed = 1; seed < 12; seed++) {
      const [left, right] = compareHtml(words(seed), words(seed + 1));
      const text = (lines: Line[]) => `<p>${lines.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('')}</p>`;
      const kept = (lines: Line[]) =>
        lines.flatMap(({ pieces }) => pieces.filter((piece) => !piece.changed && piece.text !== ' ').map((piece) => piece.text));
      expect([text(left), text(right)]).toEqual([words(seed), words(seed + 1)]);
      expect(kept(left)).toEqual(kept(right));
    }
  });

  it('that have little in common are marked as changed between their common ends', () => {
    const long = (letter: string) => `<p>start</p><p>${Array.from({ length: 2000 }, (_, at) => `${letter}${at}`).join(' ')}</p><p>end</p>`;
    const [left] = compareHtml(long('a'), long('b'));
    expect(left.map(({ pieces }) => pieces.every((piece) => piece.changed))).toEqual([false, true, false]);
  });
});

describe('two plain texts', () => {
  it('are compared line by line', () => {
    expect(compareText('a\nb c', 'a\r\nb d').map((lines) => lines.map(shown))).toEqual([
      ['p: a', 'p: b [c]'],
      ['p: a', 'p: b [d]'],
    ]);
  });
});
