import { tidyInline } from './inline';
import { type Block, type Inline, isList, isTable, joined, linesOf, type Table } from './model';
import { isHidden } from './styles';

/** Beyond these a table is pasted as lines: nobody reads it on a page, and each cell costs the editor. */
const MOST = { rows: 200, columns: 20 };

const BREAK: Inline = { type: 'br' };

/** Reads a table; one of a single row or column is a layout or a line, and becomes what stands in it. */
export function readTable(element: HTMLElement, nested: (nodes: Iterable<Node>) => Block[]): Block[] {
  const rows = [...element.querySelectorAll<HTMLElement>('tr')].filter(
    (row) => row.closest('table') === element && !isHidden(row) && !(row.parentElement && isHidden(row.parentElement)),
  );
  const caption = [...element.children].filter((child) => child.tagName === 'CAPTION').flatMap((child) => nested(child.childNodes));
  const cells = rows.map((row) =>
    cellsOf(row).map((cell) => ({ blocks: nested(cell.childNodes), across: span(cell, 'colspan'), down: span(cell, 'rowspan') })),
  );
  const table = tableOf(cells);
  const canonical = rows.length > 0 && rows.every((row) => row.parentElement?.tagName === (row === rows[0] ? 'THEAD' : 'TBODY'));
  const layout = cells.flat().some(({ blocks }) => blocks.some(({ type }) => type === 'table' || /^h[1-3]$/.test(type)));
  if (table && !layout && (canonical || isGrid(table))) return isBlank(table) ? caption : [...caption, table];
  return [...caption, ...cells.flatMap((row) => rowAsLine(row.map(({ blocks }) => blocks)))];
}

/** A cell, with how many columns and rows it takes. */
interface Cell {
  blocks: Block[];
  across: number;
  down: number;
}

function cellsOf(row: HTMLElement): Element[] {
  return [...row.children].filter((child) => /^T[DH]$/.test(child.tagName) && !isHidden(child));
}

function span(cell: Element, attribute: 'colspan' | 'rowspan'): number {
  const most = attribute === 'colspan' ? MOST.columns : MOST.rows;
  return Math.min(Math.max(Math.trunc(Number(cell.getAttribute(attribute))) || 1, 1), most);
}

/** Rows of one length; a cell that takes several places leaves the others empty. */
function tableOf(cells: readonly (readonly Cell[])[]): Table | null {
  /** For each column, in how many of the next rows it is taken from above. */
  const taken: number[] = [];
  const rows = cells.map((row) => {
    const places: Inline[][] = [];
    const skip = () => {
      for (let at = places.length; (taken[at] ?? 0) > 0; at++) {
        taken[at] = (taken[at] ?? 0) - 1;
        places.push([]);
      }
    };
    for (const { blocks, across, down } of row) {
      skip();
      for (let step = 0; step < across; step++) {
        taken[places.length] = down - 1;
        places.push(step === 0 ? inlineOf(blocks) : []);
      }
    }
    skip();
    return places;
  });
  const width = Math.max(0, ...rows.map((places) => places.length));
  if (width === 0) return null;
  const filled = rows.filter((places) => places.length > 0);
  return { type: 'table', rows: filled.map((places) => [...places, ...Array<Inline[]>(width - places.length).fill([])]) };
}

function isGrid({ rows }: Table): boolean {
  const width = rows[0]?.length ?? 0;
  return rows.length > 1 && rows.length <= MOST.rows && width > 1 && width <= MOST.columns;
}

function isBlank({ rows }: Table): boolean {
  return rows.every((cells) => cells.every((cell) => cell.length === 0));
}

/** Everything in a cell, line by line. */
export function inlineOf(blocks: readonly Block[]): Inline[] {
  return joined(
    blocks
      .flatMap(linesOf)
      .map(tidyInline)
      .filter((line) => line.length > 0),
    BREAK,
  );
}

/** A row as one paragraph with its cells in it; cells with lists stay below each other. */
function rowAsLine(cells: readonly Block[][]): Block[] {
  const filled = cells.filter((blocks) => blocks.length > 0);
  if (filled.length < 2 || filled.flat().some((block) => isList(block) || isTable(block))) return cells.flat();
  return [{ type: 'p', children: tidyInline(joined(cells.map(inlineOf), { type: 'text', text: ' | ', marks: [] })) }];
}
