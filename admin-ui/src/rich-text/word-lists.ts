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
/** "Maddə 1.", "Статья 5": the word is the law's, no list would draw it. */
const NAMED = /\p{L}{3,}\s*[\d.]*\d/u;
/** PowerPoint's paragraphs: `O`, and from the second level on `O1`, `O2` … */
const SLIDE = /^O(\d*)$/;

/** Level and kind of a list paragraph of Word's or PowerPoint's; `null` for any other element: a heading with a number stays a heading. */
export function wordItem(element: HTMLElement): Omit<WordItem, 'blocks'> | null {
  if (!/^(P|DIV)$/.test(element.tagName)) return null;
  const level = wordListLevel(element) ?? slideLevel(element);
  if (level === null) return null;
  const marker = markerOf(element);
  if (NAMED.test(marker) || (marker === '' && wordListLevel(element) === null)) return null;
  return { level, type: NUMBERED.test(marker) ? 'ol' : 'ul' };
}

function slideLevel({ className }: HTMLElement): number | null {
  const level = SLIDE.exec(className)?.[1];
  return level === undefined ? null : Number(level) + 1;
}

/** The number that Word draws before a heading or an article; empty where it draws a bullet, or there is nothing behind it. */
export function drawnNumber(element: HTMLElement): string {
  const marker = /^H[1-6]$/.test(element.tagName) || wordListLevel(element) !== null ? markerOf(element) : '';
  return /\d|../.test(marker) && (element.textContent ?? '').trim() !== marker ? marker : '';
}

function markerOf(element: HTMLElement): string {
  const drawn = [...element.querySelectorAll('*')].find(isDrawnMarker);
  return (drawn?.textContent ?? '').replace(/\s+/g, ' ').trim();
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
