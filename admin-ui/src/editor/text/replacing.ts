import {
  $addUpdateTag,
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  type LexicalNode,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical';
import type { Block } from '../../rich-text/model';
import { placesIn } from '../../rich-text/merge';
import { printHtml } from '../../rich-text/print';
import { readHtml } from '../../rich-text/read';
import { $blocks } from './from-nodes';
import { type Fate, $layAside } from './kept-caret';
import { $nodesFromBlocks } from './to-nodes';

/** Where somebody is at work: in the text, in a panel beside it, or in another field. */
export type AtWork = 'in-text' | 'beside' | 'elsewhere';

/**
 * Gives the text other words. Blocks that it has already stay as they are, and with them the caret, what is selected and what
 * is open beside them. No field loses the focus.
 */
export function $replaceWithHtml(html: string, atWork: AtWork = 'elsewhere'): void {
  const root = $getRoot();
  const were = root.getChildren();
  const { nodes, fates } = $exchange(were, readHtml(html), atWork === 'elsewhere' ? new Set() : $blocksOfCaret());
  const $selectAgain = $layAside();
  const stay = new Set(nodes);
  for (const node of were) if (!stay.has(node)) node.remove();
  let last: LexicalNode | null = null;
  for (const node of nodes) {
    if (!node.isAttached()) {
      if (last) last.insertAfter(node);
      else root.splice(0, 0, [node]);
    }
    last = node;
  }
  // Also where all of it stays: it may be spelt otherwise.
  root.markDirty();
  const moved = $selectAgain((block) => fates[block] ?? { at: nodes.length, gone: true });
  if (!moved || atWork !== 'in-text') $addUpdateTag(SKIP_DOM_SELECTION_TAG);
}

/**
 * The blocks that there are to be, and what becomes of each that was there. Between two that stay the new ones take the places of
 * the old ones. `written`: blocks that stay although nothing is in them yet.
 */
function $exchange(
  were: readonly LexicalNode[],
  comes: readonly Block[],
  written: ReadonlySet<NodeKey>,
): { nodes: LexicalNode[]; fates: Fate[] } {
  const stays = $places(were, comes);
  const nodes: LexicalNode[] = [];
  const fates: Fate[] = [];
  let taken = 0;
  const $take = (to: number) => {
    nodes.push(...$nodesFromBlocks(comes.slice(taken, to)));
    taken = to;
  };
  for (const [at, node] of were.entries()) {
    const place = stays[at];
    if (typeof place === 'number') $take(place);
    const kept = typeof place === 'number' || (place === undefined && (written.has(node.getKey()) || isBesideOneThatStays(stays, at)));
    const gone = !kept && (place === undefined || taken >= (stays.slice(at).find((next) => typeof next === 'number') ?? comes.length));
    fates.push({ at: nodes.length, gone });
    if (kept) nodes.push(node);
    else if (!gone) $take(taken + 1);
    if (typeof place === 'number') taken = place + 1;
  }
  $take(comes.length);
  if (nodes.length === 0) nodes.push($createParagraphNode());
  return { nodes, fates };
}

/** For each block its place in the other text; `null` where it has none, `undefined` where nothing is written in it. */
type Places = readonly (number | null | undefined)[];

function $places(were: readonly LexicalNode[], comes: readonly Block[]): Places {
  const said = were.map((node) => printHtml($blocks(node)));
  const places = placesIn(
    said.filter((one) => one !== ''),
    comes.map((block) => printHtml([block])),
  );
  let worded = 0;
  return said.map((one) => (one === '' ? undefined : (places[worded++] ?? null)));
}

/** An empty line belongs to the paragraphs around it. */
function isBesideOneThatStays(stays: Places, at: number): boolean {
  const before = stays.slice(0, at).reverse();
  return [before, stays.slice(at + 1)].some((side) => typeof side.find((place) => place !== undefined) === 'number');
}

/** The blocks that the caret is in, and what is in them: somebody is about to write there. */
function $blocksOfCaret(): ReadonlySet<NodeKey> {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return new Set();
  return new Set([selection.anchor, selection.focus].flatMap((point) => [point.key, ...point.getNode().getParentKeys()]));
}
