import { diffArrays } from 'diff';
import { isList, isTable, linesOf as contentsOf, type Block, type Inline, type LinkChild, type List, type Mark } from './model';
import { readHtml } from './read';

/** A piece of a line: a word, what stands between words, a picture, or the address behind a link. */
export interface Piece {
  text: string;
  marks: readonly Mark[];
  /** Address of the link it belongs to. */
  href: string | null;
  /** Address of the picture it stands for; `text` is its alternative text, with the caption that the text gives it. */
  src: string | null;
  changed: boolean;
}

/** One block of a text: a paragraph, a heading, an item of a list, a row of a table. */
export interface Line {
  kind: Exclude<Block['type'], 'table'> | 'tr';
  depth: number;
  /** Of an item in its numbered list. */
  number: number | null;
  pieces: Piece[];
  /** The words may be the same, but it was another kind of block. */
  changed: boolean;
  /** It has a mark or stands beside a line with one; or the line in its place in the other version does. */
  near: boolean;
}

/** Both versions of a rich text, each with what differs from the other marked: words, formatting, addresses, pictures. */
export function compareHtml(a: string, b: string): [Line[], Line[]] {
  return marked(
    readHtml(a).flatMap((block) => linesOf(block)),
    readHtml(b).flatMap((block) => linesOf(block)),
  );
}

/** The same for plain texts. */
export function compareText(a: string, b: string): [Line[], Line[]] {
  const lines = (text: string) => text.split(/\r\n?|\n/).map((line) => lineOf('p', 0, [{ type: 'text', text: line, marks: [] }]));
  return marked(lines(a), lines(b));
}

function linesOf(block: Block, depth = 0): Line[] {
  if (isTable(block)) return contentsOf(block).map((cells) => lineOf('tr', depth, cells));
  if (isList(block)) return itemsOf(block, depth);
  // Something to be marked where the line is new or gone.
  return [lineOf(block.type, depth, block.type === 'hr' ? [{ type: 'text', text: '———', marks: [] }] : block.children)];
}

function itemsOf({ type, items }: List, depth: number): Line[] {
  return items.flatMap(({ children, lists }, at) => [
    { ...lineOf(type, depth, children), number: type === 'ol' ? at + 1 : null },
    ...lists.flatMap((list) => itemsOf(list, depth + 1)),
  ]);
}

function lineOf(kind: Line['kind'], depth: number, children: readonly Inline[]): Line {
  return { kind, depth, number: null, pieces: children.flatMap(piecesOf), changed: false, near: false };
}

function piecesOf(child: Inline): Piece[] {
  if (child.type !== 'a') return leafPieces(child, null);
  const { href } = child;
  return [...child.children.flatMap((inner) => leafPieces(inner, href)), piece(` (${href})`, { href })];
}

/** Words, white space, and every other character by itself: a changed full stop is not a changed word. */
const PIECES = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu;

function leafPieces(leaf: LinkChild, href: string | null): Piece[] {
  if (leaf.type === 'br') return [piece('\n', { href })];
  if (leaf.type === 'img') return [piece([leaf.alt, leaf.caption].filter(Boolean).join(' – '), { href, src: leaf.src })];
  return (leaf.text.match(PIECES) ?? []).map((text) => piece(text, { href, marks: leaf.marks }));
}

function piece(text: string, more: Partial<Piece>): Piece {
  return { text, marks: [], href: null, src: null, changed: false, ...more };
}

/** What a comparison steps over: the beginning of a line, or a piece of it. */
type Step = { target: Line | Piece; key: string };

function steps(lines: readonly Line[]): Step[] {
  return lines.flatMap((line) => [
    { target: line, key: `${line.kind}${line.depth}` },
    ...line.pieces.map((target) => ({ target, key: JSON.stringify([target.text, target.marks, target.href, target.src]) })),
  ]);
}

function marked(a: Line[], b: Line[]): [Line[], Line[]] {
  const [left, right] = [steps(a), steps(b)];
  const same = commonSteps(left, right);
  const [inLeft, inRight] = [new Set(same.map(([x]) => x)), new Set(same.map(([, y]) => y))];
  left.forEach(({ target }, at) => (target.changed = !inLeft.has(at)));
  right.forEach(({ target }, at) => (target.changed = !inRight.has(at)));
  for (const { pieces } of [...a, ...b]) joinChanges(pieces);
  for (const lines of [a, b]) lines.forEach((line, at) => (line.near = lines.slice(Math.max(at - 1, 0), at + 2).some(isMarked)));
  for (const [x, y] of same) shareNearness(left[x]?.target, right[y]?.target);
  return [a, b];
}

function isMarked({ changed, pieces }: Line): boolean {
  return changed || pieces.some((piece) => piece.changed);
}

/** Words were only added to one of two lines: the other shows what they were added to. */
function shareNearness(a: Step['target'] | undefined, b: Step['target'] | undefined): void {
  if (!a || !b || !('pieces' in a) || !('pieces' in b)) return;
  a.near ||= b.near;
  b.near = a.near;
}

/** The space between two changed words belongs to the change. */
function joinChanges(pieces: Piece[]): void {
  pieces.forEach((space, at) => {
    if (/^\s+$/.test(space.text) && pieces[at - 1]?.changed && pieces[at + 1]?.changed) space.changed = true;
  });
}

/** Beyond this many differing steps everything between the first and the last of them counts as changed. */
const MOST = 1500;

/** A position in each version. */
type Pair = [number, number];

/** Pairs of positions of a longest common subsequence, after the common ends are taken off. */
function commonSteps(left: readonly Step[], right: readonly Step[]): Pair[] {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start]?.key === right[start]?.key) start++;
  // The beginning of a line goes with its words: otherwise a new paragraph would take it from the next one.
  if (start < shorter && start > 0 && 'pieces' in (left[start - 1]?.target ?? {})) start--;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end)?.key === right.at(-1 - end)?.key) end++;

  const common: Pair[] = [];
  for (let at = 0; at < start; at++) common.push([at, at]);
  for (let at = 1; at <= end; at++) common.push([left.length - at, right.length - at]);
  const middle = (all: readonly Step[]) => all.slice(start, all.length - end).map(({ key }) => key);
  for (const [x, y] of commonPairs(middle(left), middle(right))) common.push([x + start, y + start]);
  return common;
}

/** Pairs of equal steps, none where the texts have too little in common. */
function commonPairs(a: string[], b: string[]): Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [0, 0];
  for (const { added, removed, count } of diffArrays(a, b, { maxEditLength: MOST }) ?? []) {
    for (let step = 0; step < count; step++) {
      if (!added && !removed) pairs.push([x, y]);
      if (!added) x++;
      if (!removed) y++;
    }
  }
  return pairs;
}
