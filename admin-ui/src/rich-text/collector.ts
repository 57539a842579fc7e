import { footnoteMark } from './footnotes';
import { hasContent, tidyInline } from './inline';
import { isOutline, readList } from './lists';
import { type Block, type Inline, type LinkChild, type Mark, orderedMarks, type TextBlock } from './model';
import { isDrawnControl, isDrawnLetters } from './pictures';
import { atHeight } from './raised';
import {
  heightOf,
  isBlockElement,
  isDrawnAsBlock,
  isGap,
  isIgnored,
  keepsLines,
  marksWithin,
  quotationMarks,
  withoutUnseen,
} from './styles';
import { readTable } from './tables';
import { atHome, withoutRedirect } from './urls';
import { drawnNumber, nestWordItems, wordItem, type WordItem } from './word-lists';

/** Decides about addresses; a refused link leaves its text, a refused picture leaves nothing. */
export interface AddressRules {
  link(href: string): boolean;
  picture(src: string): boolean;
  /** It comes from another program: pictures become blocks of their own, those that stand for letters become letters. */
  foreign: boolean;
  /** A list of nothing but headings becomes these. */
  outlines: boolean;
}

/**
 * A place within the document that was copied (`#_Toc123` of Word's headings, a bookmark of its author's): it leads nowhere in a post,
 * whose own places are its headings (`#s-…`).
 */
function isForeignPlace(href: string, foreign: boolean): boolean {
  return foreign ? /^#(?!s-)/.test(href) : /^#_/.test(href);
}

/** What surrounds the node being read. */
interface Context {
  type: TextBlock['type'];
  marks: ReadonlySet<Mark>;
  href: string | null;
  preformatted: boolean;
  height: 'sup' | 'sub' | null;
}

const TOP: Context = { type: 'p', marks: new Set(), href: null, preformatted: false, height: null };
const HEADINGS: Readonly<Record<string, TextBlock['type']>> = { H1: 'h1', H2: 'h2', H3: 'h3', H4: 'h3', H5: 'h3', H6: 'h3' };

/** Word names its titles and quotes by classes; a heading within a quote is a paragraph of it. */
function typeWithin({ tagName, classList }: HTMLElement, around: TextBlock['type']): TextBlock['type'] {
  if (classList.contains('MsoTitle')) return 'h1';
  if (around === 'blockquote' || tagName === 'BLOCKQUOTE' || /\bMso(?:Intense)?Quote/.test(classList.value)) return 'blockquote';
  return HEADINGS[tagName] ?? around;
}

/** Walks a DOM tree once and gathers blocks; inline content waits until a block begins or ends. */
export class Collector {
  private readonly blocks: Block[] = [];
  private inline: Inline[] = [];
  private wordItems: WordItem[] = [];

  constructor(private readonly rules: AddressRules) {}

  collect(nodes: Iterable<Node>): Block[] {
    for (const node of nodes) this.walk(node, TOP);
    this.endBlock('p');
    this.endWordList();
    return this.blocks;
  }

  /** The blocks of what stands inside an element, read apart from everything around it. */
  private nested = (nodes: Iterable<Node>): Block[] => new Collector({ ...this.rules, outlines: false }).collect(nodes);

  private walkChildren(node: Node, context: Context): void {
    for (const child of node.childNodes) this.walk(child, context);
  }

  private walk(node: Node, context: Context): void {
    if (node.nodeType === Node.TEXT_NODE) this.addText(node.textContent ?? '', context);
    if (!(node instanceof HTMLElement) || isIgnored(node)) return;
    if (isBlockElement(node)) this.walkBlock(node, context);
    else this.walkInline(node, context);
  }

  private walkBlock(element: HTMLElement, context: Context): void {
    this.endBlock(context.type);
    const item = wordItem(element);
    if (!item) this.endWordList();
    if (item) {
      this.wordItems.push({ ...item, blocks: this.nested(element.childNodes) });
    } else if (/^(UL|OL|LI)$/.test(element.tagName) && !(this.rules.outlines && isOutline(element))) {
      const list = readList(element, this.nested);
      if (list.items.length > 0) this.blocks.push(list);
    } else if (element.tagName === 'TABLE') {
      this.blocks.push(...readTable(element, this.nested));
    } else if (element.tagName === 'HR') {
      this.blocks.push({ type: 'hr', children: [] });
    } else {
      const type = typeWithin(element, context.type);
      const preformatted = keepsLines(element, context.preformatted);
      const before = this.blocks.length;
      this.walkChildren(element, { ...context, type, preformatted });
      this.endBlock(type);
      this.addNumber(
        this.blocks.slice(before).find((block): block is TextBlock => block.type === type),
        drawnNumber(element),
      );
    }
  }

  private addNumber(block: TextBlock | undefined, number: string): void {
    if (block && number !== '') block.children = tidyInline([{ type: 'text', text: `${number} `, marks: [] }, ...block.children]);
  }

  private walkInline(element: HTMLElement, context: Context): void {
    if (element.tagName === 'BR') return this.add({ type: 'br' }, context);
    if (element.tagName === 'IMG') return this.addPicture(element, context);
    const mark = footnoteMark(element);
    if (mark !== null) return this.addText(mark, context);
    if (isGap(element) && (element.textContent ?? '').trim() === '') return this.addText(' ', context);
    const apart = isDrawnAsBlock(element);
    if (apart) this.endBlock(context.type);
    const [opening, closing] = element.tagName === 'Q' ? quotationMarks(element) : ['', ''];
    this.addText(opening, context);
    this.walkChildren(element, {
      ...context,
      marks: marksWithin(element, context.marks),
      href: this.hrefWithin(element, context),
      preformatted: keepsLines(element, context.preformatted),
      height: heightOf(element) ?? context.height,
    });
    this.addText(closing, context);
    if (apart) this.endBlock(context.type);
  }

  private hrefWithin(element: HTMLElement, context: Context): string | null {
    const href = element.tagName === 'A' ? element.getAttribute('href')?.trim() : undefined;
    if (href === undefined || href === '' || isForeignPlace(href, this.rules.foreign)) return context.href;
    const target = this.rules.foreign ? atHome(withoutRedirect(href)) : withoutRedirect(href);
    return this.rules.link(target) ? target : context.href;
  }

  private addPicture(element: HTMLElement, context: Context): void {
    const given = element.getAttribute('src')?.trim() ?? '';
    const src = this.rules.foreign ? atHome(given) : given;
    const alt = (element.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
    if (this.rules.foreign && isDrawnControl(element)) return;
    if (this.rules.foreign && isDrawnLetters(alt)) return this.addText(alt, context);
    if (!this.rules.picture(src)) return;
    if (this.rules.foreign) this.endBlock(context.type);
    const caption = element.dataset['caption']?.replace(/\s+/g, ' ').trim();
    this.add({ type: 'img', src, alt, ...(caption !== undefined && { caption }) }, context);
    if (this.rules.foreign) this.endBlock('p');
  }

  private addText(text: string, context: Context): void {
    const marks = orderedMarks(context.marks);
    const seen = this.rules.foreign ? withoutUnseen(text) : text;
    const words = context.height === null ? seen : atHeight(seen, context.height);
    const lines = context.preformatted ? words.split('\n') : [words];
    lines.forEach((line, at) => {
      if (at > 0) this.add({ type: 'br' }, context);
      this.add({ type: 'text', text: line, marks }, context);
    });
  }

  private add(leaf: LinkChild, { href }: Context): void {
    this.inline.push(href === null ? leaf : { type: 'a', href, children: [leaf] });
  }

  private endBlock(type: TextBlock['type']): void {
    const children = tidyInline(this.inline);
    this.inline = [];
    if (!hasContent(children)) return;
    this.endWordList();
    this.blocks.push({ type, children });
  }

  private endWordList(): void {
    this.blocks.push(...nestWordItems(this.wordItems));
    this.wordItems = [];
  }
}
