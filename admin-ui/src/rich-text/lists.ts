import { tidyInline } from './inline';
import { type Block, isList, linesOf, type List, type ListItem } from './model';
import { isBlockElement, isHidden } from './styles';

/** Reads `<ul>`, `<ol>` or a stray `<li>`, whichever way nested lists were written. */
export function readList(element: HTMLElement, nested: (nodes: Iterable<Node>) => Block[]): List {
  const type = element.tagName === 'OL' ? 'ol' : 'ul';
  const items: ListItem[] = [];
  for (const part of element.tagName === 'LI' ? [[element]] : partsOf(element)) {
    const [first] = part;
    if (first instanceof HTMLElement && /^[UO]L$/.test(first.tagName)) addNested(items, [readList(first, nested)]);
    else addItems(items, nested(first && isBlockElement(first) ? first.childNodes : part));
  }
  return { type, items };
}

/** Whether every item is one heading and nothing else: Google Docs writes headings with numbers like that. */
export function isOutline(list: HTMLElement): boolean {
  const headings = [...list.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const items = list.tagName === 'LI' ? 1 : list.querySelectorAll('li').length;
  const inItems = headings.every(({ parentElement: item }) => item?.tagName === 'LI' && item.childElementCount === 1);
  return headings.length > 0 && headings.length === items && inItems && wordsOf(list) === headings.map(wordsOf).join('');
}

function wordsOf({ textContent }: Element): string {
  return (textContent ?? '').replace(/\s+/g, '');
}

/** What stands in a list, one after the other; words beside the items are seen on the site too, and are one together with their links. */
function partsOf(list: HTMLElement): Node[][] {
  const parts: Node[][] = [];
  let words: Node[] | null = null;
  for (const node of list.childNodes) {
    if (node instanceof Element && isHidden(node)) continue;
    if (isBlockElement(node)) {
      parts.push([node]);
      words = null;
    } else if (words) {
      words.push(node);
    } else {
      parts.push((words = [node]));
    }
  }
  return parts;
}

/** Adds what stands in one item. */
export function addItems(items: ListItem[], blocks: readonly Block[]): void {
  for (const item of itemsOf(blocks)) {
    if (item.children.length > 0) items.push(item);
    else addNested(items, item.lists);
  }
}

/** Blocks become lines, lists become nested lists; words behind such a list begin another item, as nothing may stand there. */
function itemsOf(blocks: readonly Block[]): ListItem[] {
  const items: ListItem[] = [];
  for (const block of blocks) {
    if (isList(block)) {
      if (items.length === 0) items.push({ children: [], lists: [] });
      items.at(-1)?.lists.push(block);
      continue;
    }
    for (const line of linesOf(block)
      .map(tidyInline)
      .filter(({ length }) => length > 0)) {
      const last = items.at(-1);
      if (last?.lists.length === 0) last.children.push({ type: 'br' }, ...line);
      else items.push({ children: line, lists: [] });
    }
  }
  return items;
}

/** Word processors put a nested list beside its item; it belongs inside. */
export function addNested(items: ListItem[], lists: readonly List[]): void {
  const filled = lists.filter((list) => list.items.length > 0);
  const last = items.at(-1);
  if (last) last.lists.push(...filled);
  else items.push(...filled.flatMap((list) => list.items));
}
