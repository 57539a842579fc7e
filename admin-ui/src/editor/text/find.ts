import { $getRoot, $isElementNode, $isTextNode, type LexicalEditor, type LexicalNode, type TextNode } from 'lexical';
import { findAll } from '../../rich-text/find';

interface Point {
  key: string;
  offset: number;
}

/** A match: from a point in one text to a point in the same or a later one of the same line. */
export interface Match {
  start: Point;
  end: Point;
}

/** Texts that stand together on a line: marks and links divide them, pictures, line breaks and blocks end them. */
function $runs(): TextNode[][] {
  const runs: TextNode[][] = [];
  let run: TextNode[] = [];
  const finish = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  const visit = (node: LexicalNode) => {
    if ($isTextNode(node)) return void run.push(node);
    const apart = !$isElementNode(node) || !node.isInline();
    if (apart) finish();
    if ($isElementNode(node)) node.getChildren().forEach(visit);
    if (apart) finish();
  };
  visit($getRoot());
  return runs;
}

/** Where `wanted` stands in the text of an editor, in its order. */
export function $matches(wanted: string, matchCase: boolean): Match[] {
  return $runs().flatMap((run) => {
    const text = run.map((node) => node.getTextContent()).join('');
    return findAll(text, wanted, matchCase).map(({ start, end }) => ({ start: pointIn(run, start, false), end: pointIn(run, end, true) }));
  });
}

/** The place of an offset; between two texts an end belongs to the one before, a start to the one behind. */
function pointIn(run: readonly TextNode[], offset: number, isEnd: boolean): Point {
  let left = offset;
  for (const node of run) {
    const size = node.getTextContentSize();
    if (isEnd ? left <= size : left < size) return { key: node.getKey(), offset: left };
    left -= size;
  }
  throw new Error('an offset outside of its line');
}

/** Puts `words` in the place of each match. They look as the first letter they replace; what stands around keeps its looks. */
export function $replaceMatches(matches: readonly Match[], words: string): void {
  const runs = $runs();
  // From the end, so that the earlier places stay where they are.
  for (const { start, end } of [...matches].reverse()) {
    const run = runs.find((nodes) => nodes.some((node) => node.getKey() === start.key)) ?? [];
    const first = run.findIndex((node) => node.getKey() === start.key);
    const last = run.findIndex((node) => node.getKey() === end.key);
    run.slice(first, last + 1).forEach((node, index) => {
      const from = index === 0 ? start.offset : 0;
      const to = first + index === last ? end.offset : node.getLatest().getTextContentSize();
      const rest = node.spliceText(from, to - from, index === 0 ? words : '');
      if (rest.getTextContentSize() === 0) rest.remove();
    });
  }
}

/** The match in the document, as it is drawn. */
export function rangeOf(editor: LexicalEditor, { start, end }: Match): Range | null {
  const [from, to] = [textOf(editor, start.key), textOf(editor, end.key)];
  if (!from || !to || start.offset > from.length || end.offset > to.length) return null;
  const range = document.createRange();
  range.setStart(from, start.offset);
  range.setEnd(to, end.offset);
  return range;
}

function textOf(editor: LexicalEditor, key: string): Text | null {
  let node: Node | null = editor.getElementByKey(key);
  while (node && !(node instanceof Text)) node = node.firstChild;
  return node;
}
