import { $isLinkNode, type LinkNode } from '@lexical/link';
import { $isListNode, ListNode } from '@lexical/list';
import { $isHeadingNode, $isQuoteNode } from '@lexical/rich-text';
import { $findMatchingParent, $getNearestNodeOfType } from '@lexical/utils';
import { $getSelection, $isRangeSelection, type RangeSelection } from 'lexical';
import { $selectedPicture } from './selected-picture';
import { $isInCell } from './tables';

export type BlockType = 'p' | 'h1' | 'h2' | 'h3' | 'ol' | 'ul' | 'blockquote' | 'cell';

/** What the toolbar shows as pressed, and what the panels are about. */
export interface SelectionState {
  block: BlockType;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  /** Address of the link that the caret, or the selected picture, is in. */
  linkUrl: string | null;
  linkKey: string | null;
  image: { key: string; alt: string; caption: string | null } | null;
}

export const NOTHING_SELECTED: SelectionState = {
  block: 'p',
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  linkUrl: null,
  linkKey: null,
  image: null,
};

/** To be called within `read` or `update`. */
export function $selectionState(): SelectionState {
  const selection = $getSelection();
  const image = $selectedPicture();
  const link = $isRangeSelection(selection) ? $linkAt(selection) : null;
  const linked = { linkUrl: link?.getURL() ?? null, linkKey: link?.getKey() ?? null };
  if (image) return { ...NOTHING_SELECTED, ...linked, image: { key: image.getKey(), alt: image.getAlt(), caption: image.getCaption() } };
  if (!$isRangeSelection(selection)) return $isInCell() ? { ...NOTHING_SELECTED, block: 'cell' } : NOTHING_SELECTED;
  return {
    block: $blockAt(selection),
    bold: selection.hasFormat('bold'),
    italic: selection.hasFormat('italic'),
    underline: selection.hasFormat('underline'),
    strike: selection.hasFormat('strikethrough'),
    ...linked,
    image: null,
  };
}

/** The link that a selection is in; of a selected picture, the one around it, whether or not the selection begins in it. */
export function $linkAt(selection: RangeSelection): LinkNode | null {
  const picture = $selectedPicture();
  const [anchor, focus] = picture ? [picture, picture] : [selection.anchor.getNode(), selection.focus.getNode()];
  const link = $findMatchingParent(anchor, $isLinkNode);
  return link && $findMatchingParent(focus, $isLinkNode)?.is(link) ? link : null;
}

function $blockAt(selection: RangeSelection): BlockType {
  if ($isInCell()) return 'cell';
  const anchor = selection.anchor.getNode();
  const list = $getNearestNodeOfType(anchor, ListNode);
  if ($isListNode(list)) return list.getListType() === 'number' ? 'ol' : 'ul';
  if ($findMatchingParent(anchor, $isQuoteNode)) return 'blockquote';
  const heading = $findMatchingParent(anchor, $isHeadingNode);
  const tag = heading?.getTag();
  return tag === 'h1' || tag === 'h2' || tag === 'h3' ? tag : 'p';
}

export function sameState(a: SelectionState, b: SelectionState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
