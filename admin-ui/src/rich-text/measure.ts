import { type Block, type Inline, isList, linesOf, type List } from './model';
import { readHtml } from './read';

/** The words of a rich text, one line per block; pictures count by their alternative text. */
export function plainText(html: string): string {
  return html.trim() === '' ? '' : readHtml(html).map(blockText).join('\n');
}

/** The words of one block, one line per item. */
export function blockText(block: Block): string {
  return blockLines(block).join('\n');
}

function blockLines(block: Block): string[] {
  return isList(block) ? listLines(block) : linesOf(block).map(inlineText);
}

function listLines(list: List, depth = 0): string[] {
  return list.items.flatMap((item, at) => {
    const marker = list.type === 'ol' ? `${at + 1}.` : '•';
    const nested = item.lists.flatMap((inner) => listLines(inner, depth + 1));
    return [`${'  '.repeat(depth)}${marker} ${inlineText(item.children)}`, ...nested];
  });
}

function inlineText(children: readonly Inline[]): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.text;
      if (child.type === 'br') return '\n';
      return child.type === 'img' ? `[${child.alt || '…'}]` : inlineText(child.children);
    })
    .join('');
}

const WORD = /[\p{L}\p{N}]+(?:['’\-.,][\p{L}\p{N}]+)*/gu;

/** Words in plain text: "3,5", "müştəri-yönümlü" and "it's" are one word each. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
