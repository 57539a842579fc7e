import { tidyInline } from './inline';
import { type Block, type Inline, isList, linesOf, type List, type ListItem } from './model';

/** Reads `<ul>`, `<ol>` or a stray `<li>`, whichever way nested lists were written. */
export function readList(element: HTMLElement, nested: (root: Node) => Block[]): List {
  const type = element.tagName === 'OL' ? 'ol' : 'ul';
  const items: ListItem[] = [];
  for (const child of element.tagName === 'LI' ? [element] : element.children) {
    if (child.tagName === 'UL' || child.tagName === 'OL') {
      addNested(items, [readList(child as HTMLElement, nested)]);
    } else {
      const item = itemOf(nested(child));
      if (item.children.length > 0) items.push(item);
      else addNested(items, item.lists);
    }
  }
  return { type, items };
}

/** A list item from what stands in it: blocks become lines, lists become nested lists. */
export function itemOf(blocks: readonly Block[]): ListItem {
  const item: ListItem = { children: [], lists: [] };
  for (const block of blocks) {
    if (isList(block)) item.lists.push(block);
    else for (const line of linesOf(block).map(tidyInline)) if (line.length > 0) item.children.push(...separator(item.children), ...line);
  }
  return item;
}

function separator(before: readonly Inline[]): Inline[] {
  return before.length > 0 ? [{ type: 'br' }] : [];
}

/** Word processors put a nested list beside its item; it belongs inside. */
export function addNested(items: ListItem[], lists: readonly List[]): void {
  const filled = lists.filter((list) => list.items.length > 0);
  const last = items.at(-1);
  if (last) last.lists.push(...filled);
  else items.push(...filled.flatMap((list) => list.items));
}
