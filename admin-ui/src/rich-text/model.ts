/**
 * Rich text as plain data: what the toolbar can make, and the quotes, lines and tables behind it. HTML is read into this model, the model is
 * printed as canonical HTML, and the editor's nodes are built from it and turned back into it; so what is
 * stored, shown and edited is the same text, and none of the rules needs an editor to be tested.
 */
export type Block = TextBlock | Rule | List | Table;

/** A quote is one block for each of its paragraphs, as in the editor; neighbours are printed as one. */
export interface TextBlock {
  type: 'p' | 'h1' | 'h2' | 'h3' | 'blockquote';
  children: Inline[];
}

/** A line across the text. */
export interface Rule {
  type: 'hr';
  children: [];
}

/** Rows of cells, all of one length; the first row is the header. */
export interface Table {
  type: 'table';
  rows: Inline[][][];
}

export interface List {
  type: 'ul' | 'ol';
  items: ListItem[];
}

export interface ListItem {
  children: Inline[];
  /** Lists nested below this item. */
  lists: List[];
}

export type Inline = Text | Break | Picture | Link;
export type LinkChild = Text | Break | Picture;

export interface Text {
  type: 'text';
  text: string;
  marks: readonly Mark[];
}

export interface Break {
  type: 'br';
}

export interface Picture {
  type: 'img';
  src: string;
  alt: string;
  /** What stands below it in this text; empty: nothing does. Without it: what the library says. */
  caption?: string;
}

export interface Link {
  type: 'a';
  href: string;
  children: LinkChild[];
}

/** Marks in canonical order, outermost first; each is the name of its tag. */
export const MARKS = ['strong', 'em', 'u', 's'] as const;
export type Mark = (typeof MARKS)[number];

export function isList(block: Block): block is List {
  return block.type === 'ul' || block.type === 'ol';
}

export function isTable(block: Block): block is Table {
  return block.type === 'table';
}

/** The inline content of a block, line by line: what is left of it where no block may stand. */
export function linesOf(block: Block): Inline[][] {
  if (isTable(block)) return block.rows.map((cells) => joined(cells, { type: 'text', text: ' | ', marks: [] }));
  return isList(block) ? block.items.flatMap((item) => [item.children, ...item.lists.flatMap(linesOf)]) : [block.children];
}

/** Inline contents in one, with something between them. */
export function joined(parts: readonly Inline[][], between: Inline): Inline[] {
  return parts.flatMap((part, at) => (at > 0 ? [between, ...part] : part));
}

/** Orders marks canonically and drops repetitions. */
export function orderedMarks(marks: Iterable<Mark>): Mark[] {
  const wanted = new Set(marks);
  return MARKS.filter((mark) => wanted.has(mark));
}

export function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark) => b.includes(mark));
}
