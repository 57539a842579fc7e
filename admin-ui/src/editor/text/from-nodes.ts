import { $isLinkNode } from '@lexical/link';
import { $isListItemNode, $isListNode, type ListNode } from '@lexical/list';
import { $isHorizontalRuleNode } from '@lexical/extension';
import { $isHeadingNode, $isQuoteNode } from '@lexical/rich-text';
import { $isTableNode, $isTableRowNode, type TableNode } from '@lexical/table';
import { $getRoot, $isElementNode, $isLineBreakNode, $isTextNode, type ElementNode, type LexicalNode, type NodeKey } from 'lexical';
import { uploads } from '../../pictures/uploads';
import { hasContent, tidyInline } from '../../rich-text/inline';
import { blockText, countWords } from '../../rich-text/measure';
import {
  type Block,
  type Inline,
  type LinkChild,
  type List,
  type ListItem,
  MARKS,
  type Table,
  type TextBlock,
} from '../../rich-text/model';
import { printHtml, joinedHtml } from '../../rich-text/print';
import { inlineOf } from '../../rich-text/tables';
import { $isImageNode } from '../nodes/image-node';
import { FORMATS } from './to-nodes';

/** A text, or a block of it: canonical HTML and its number of words. */
export interface Exported {
  html: string;
  words: number;
}

/** The editor's content as canonical HTML; an editor without words or pictures gives the empty text. */
export function $exportHtml(): string {
  return printHtml($getRoot().getChildren().flatMap($blocks));
}

/** The same block by block, so that a keystroke costs one block whatever the length of the text. */
export class BlockExport {
  private known = new Map<NodeKey, Exported>();

  /** To be called within `read`, with the elements that changed since the last call; without them all is read anew. */
  $export(changed?: ReadonlyMap<NodeKey, unknown>): Exported {
    const before = this.known;
    this.known = new Map();
    const text: Exported = { html: '', words: 0 };
    for (const node of $getRoot().getChildren()) {
      const key = node.getKey();
      const block = (changed && !changed.has(key) && before.get(key)) || $exported(node);
      this.known.set(key, block);
      text.html += block.html;
      text.words += block.words;
    }
    text.html = joinedHtml(text.html);
    return text;
  }
}

function $exported(node: LexicalNode): Exported {
  const blocks = $blocks(node);
  return { html: printHtml(blocks), words: countWords(blocks.map(blockText).join('\n')) };
}

/** What a node of the editor is in the text. */
export function $blocks(node: LexicalNode): Block[] {
  if ($isListNode(node)) return [$list(node)];
  if ($isTableNode(node)) return $table(node);
  if ($isHorizontalRuleNode(node)) return [{ type: 'hr', children: [] }];
  if (!$isElementNode(node)) return [];
  const children = tidyInline($inline(node));
  return hasContent(children) ? [{ type: $blockType(node), children }] : [];
}

function $blockType(node: ElementNode): TextBlock['type'] {
  if ($isQuoteNode(node)) return 'blockquote';
  if (!$isHeadingNode(node)) return 'p';
  const tag = node.getTag();
  return tag === 'h1' || tag === 'h2' ? tag : 'h3';
}

/** A table in which nothing is written is none yet. */
function $table(node: TableNode): Table[] {
  const rows = node
    .getChildren()
    .filter($isTableRowNode)
    .map((row) => row.getChildren().filter($isElementNode).map($cell));
  return rows.some((cells) => cells.some(hasContent)) ? [{ type: 'table', rows }] : [];
}

function $cell(node: ElementNode): Inline[] {
  return tidyInline(inlineOf(node.getChildren().flatMap($blocks)));
}

function $list(node: ListNode): List {
  const items: ListItem[] = [];
  for (const child of node.getChildren()) {
    if (!$isListItemNode(child)) continue;
    const nested = child.getChildren().filter($isListNode).map($list);
    const children = tidyInline($inline(child));
    const last = items.at(-1);
    if (hasContent(children)) items.push({ children, lists: nested });
    else if (last) last.lists.push(...nested);
    else if (nested.length > 0) items.push({ children: [], lists: nested });
  }
  return { type: node.getListType() === 'number' ? 'ol' : 'ul', items };
}

function $inline(parent: ElementNode): Inline[] {
  return parent.getChildren().flatMap((child): Inline[] => {
    if ($isLinkNode(child)) return [{ type: 'a', href: child.getURL(), children: $leaves(child) }];
    if ($isElementNode(child)) return $isListNode(child) ? [] : $inline(child);
    return $leaf(child);
  });
}

function $leaves(parent: ElementNode): LinkChild[] {
  return parent.getChildren().flatMap((child) => ($isElementNode(child) ? $leaves(child) : $leaf(child)));
}

function $leaf(node: LexicalNode): LinkChild[] {
  if ($isLineBreakNode(node)) return [{ type: 'br' }];
  if ($isImageNode(node)) {
    const caption = node.getCaption();
    return [{ type: 'img', src: uploads.settled(node.getSrc()), alt: node.getAlt(), ...(caption !== null && { caption }) }];
  }
  if (!$isTextNode(node)) return [];
  const marks = MARKS.filter((mark) => node.hasFormat(FORMATS[mark]));
  return [{ type: 'text', text: node.getTextContent(), marks }];
}
