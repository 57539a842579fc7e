import { addItems, addNested } from './lists';
import type { Block, List } from './model';
import { isDrawnMarker, wordListLevel } from './styles';

/** A list item as Word writes it: a paragraph that names its level, with a drawn marker. */
export interface WordItem {
  level: number;
  type: List['type'];
  blocks: Block[];
}

const NUMBERED = /^\(?(?:\d+|[\p{L}]{1,4})[.)]/u;

/** Level and kind of a Word list paragraph; `null` for any other element: a heading with a number stays a heading. */
export function wordItem(element: HTMLElement): Omit<WordItem, 'blocks'> | null {
  const level = wordListLevel(element);
  if (level === null || !/^(P|DIV)$/.test(element.tagName)) return null;
  return { level, type: NUMBERED.test(markerOf(element)) ? 'ol' : 'ul' };
}

/** The number that Word draws before a heading; empty where it draws a bullet, or there is nothing behind it. */
export function headingNumber(element: HTMLElement): string {
  if (!/^H[1-6]$/.test(element.tagName)) return '';
  const marker = markerOf(element);
  return /\d|../.test(marker) && (element.textContent ?? '').trim() !== marker ? marker : '';
}

function markerOf(element: HTMLElement): string {
  const drawn = [...element.querySelectorAll('*')].find(isDrawnMarker);
  return (drawn?.textContent ?? '').trim();
}

/** Rebuilds the nesting from the levels of consecutive items. */
export function nestWordItems(items: readonly WordItem[]): List[] {
  const lists: List[] = [];
  let i = 0;
  while (i < items.length) {
    const first = items[i] as WordItem;
    const list: List = { type: first.type, items: [] };
    lists.push(list);
    while (i < items.length) {
      const item = items[i] as WordItem;
      if (item.level > first.level) {
        const end = items.findIndex((other, at) => at > i && other.level <= first.level);
        const deeper = items.slice(i, end < 0 ? undefined : end);
        addNested(list.items, nestWordItems(deeper));
        i += deeper.length;
      } else if (item.level < first.level || item.type !== first.type) {
        break;
      } else {
        addItems(list.items, item.blocks);
        i += 1;
      }
    }
  }
  return lists.filter(({ items }) => items.length > 0);
}
