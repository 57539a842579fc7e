import { type Block, type Inline, isList, type TextBlock } from './model';

const BETWEEN_CELLS: Inline = { type: 'text', text: ' | ', marks: [] };

/** Until a text can hold tables, a row is one paragraph with its cells in it; cells with lists stay below each other. */
export function tableRow(row: HTMLElement, nested: (root: Node) => Block[]): Block[] {
  const cells = [...row.children].map((cell) => nested(cell));
  const filled = cells.filter((blocks) => blocks.length > 0);
  if (filled.length < 2 || !filled.flat().every(isText)) return cells.flat();
  return [{ type: 'p', children: joined(cells.map((blocks) => joined(blocks.filter(isText).map(({ children }) => children), { type: 'br' })), BETWEEN_CELLS) }];
}

function isText(block: Block): block is TextBlock {
  return !isList(block);
}

function joined(parts: readonly Inline[][], between: Inline): Inline[] {
  return parts.flatMap((part, at) => (at > 0 ? [between, ...part] : part));
}
