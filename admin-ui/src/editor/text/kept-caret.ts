import {
  $createRangeSelection,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  $setSelection,
  type LexicalNode,
  type NodeKey,
} from 'lexical';
import { keptPlace } from '../../ui/kept-place';

/** Where a block is by now: itself, what came in its place, or, when it is only gone, the one that followed. */
export interface Fate {
  at: number;
  gone: boolean;
}

type Spot = [key: NodeKey, offset: number, type: 'text' | 'element'];

/** A spot, and what it takes to find it again in another wording of its block. */
interface Held {
  spot: Spot;
  /** Its block's place in the text; of a spot between blocks the place itself. */
  block: number;
  between: boolean;
  letters: string;
  place: number;
}

/**
 * Lays aside what is selected while blocks are exchanged. What comes back selects it again, at the same letters where its block is
 * another one by now, and answers whether it is elsewhere than it was.
 */
export function $layAside(): ($fateOf: (block: number) => Fate) => boolean {
  const selection = $getSelection();
  if (!selection) return () => false;
  const nodes = $isRangeSelection(selection) ? [] : selection.getNodes();
  const [first] = nodes;
  const points = $isRangeSelection(selection) ? [selection.anchor, selection.focus] : [];
  const held = first
    ? [$hold(first, [first.getKey(), 0, 'element'])]
    : points.map((point) => $hold(point.getNode(), [point.key, point.offset, point.type]));
  // Lexical would move it with every block that goes.
  $setSelection(null);
  return ($fateOf) => {
    const spots = held.map((one) => $spotOf(one, $fateOf));
    if (!$isRangeSelection(selection) && nodes.every((node) => node.isAttached())) {
      $setSelection(selection);
      return false;
    }
    const [anchor, focus = anchor] = spots;
    if (!anchor || !focus) return false;
    const range = $isRangeSelection(selection) ? selection : $createRangeSelection();
    range.anchor.set(...anchor);
    range.focus.set(...focus);
    $setSelection(range);
    return spots.some((spot, at) => spot !== held[at]?.spot);
  };
}

function $hold(node: LexicalNode, spot: Spot): Held {
  const block = [node, ...node.getParents()].at(-2);
  if (!block) return { spot, block: spot[1], between: true, letters: '', place: 0 };
  const steps = $steps(block);
  const [, offset, type] = spot;
  const child = type === 'element' && $isElementNode(node) ? node.getChildAtIndex(offset) : null;
  const step = child ? $steps(child)[0] : $steps(node).at(-1);
  const before = steps.slice(
    0,
    Math.max(
      0,
      steps.findIndex((one) => one.node === step?.node),
    ),
  );
  return {
    spot,
    block: block.getIndexWithinParent(),
    between: false,
    letters: lettersOf(steps),
    place: lettersOf(before).length + (type === 'text' ? offset : 0),
  };
}

function $spotOf({ spot, block, between, letters, place }: Held, $fateOf: (block: number) => Fate): Spot {
  const { at, gone } = $fateOf(block);
  if (between) return ['root', at, 'element'];
  if ($getNodeByKey(spot[0])?.isAttached()) return spot;
  const next = $getRoot().getChildAtIndex(at);
  const steps = $steps(next ?? $getRoot().getLastChildOrThrow());
  const now = lettersOf(steps);
  if (gone) return $spotAt(steps, next ? 0 : now.trimEnd().length);
  return $spotAt(steps, keptPlace(letters, now, place));
}

/** A block in the order of reading: its texts, what counts as one letter, and the ends of the blocks in it and of itself. */
function $steps(node: LexicalNode): { node: LexicalNode; letters: string }[] {
  if (!$isElementNode(node)) return [{ node, letters: $isTextNode(node) ? node.getTextContent() : '\n' }];
  const inside = node.getChildren().flatMap($steps);
  return node.isInline() ? inside : [...inside, { node, letters: '\n' }];
}

function lettersOf(steps: ReturnType<typeof $steps>): string {
  return steps.map(({ letters }) => letters).join('');
}

function $spotAt(steps: ReturnType<typeof $steps>, place: number): Spot {
  let rest = place;
  for (const { node, letters } of steps) {
    if ($isTextNode(node) && rest <= letters.length) return [node.getKey(), rest, 'text'];
    if (rest < letters.length)
      return $isElementNode(node)
        ? [node.getKey(), node.getChildrenSize(), 'element']
        : [node.getParentOrThrow().getKey(), node.getIndexWithinParent(), 'element'];
    rest -= letters.length;
  }
  return ['root', $getRoot().getChildrenSize(), 'element'];
}
