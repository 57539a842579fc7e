import type { Mark } from './model';

const MARK_TAGS: Readonly<Record<string, Mark>> = {
  B: 'strong',
  STRONG: 'strong',
  I: 'em',
  EM: 'em',
  U: 'u',
  INS: 'u',
  S: 's',
  STRIKE: 's',
  DEL: 's',
};

/** Where `withInertStyles` keeps what an element's style attribute said. */
const STYLE = 'data-style';

/**
 * The content security policy forbids inline styles, in parsed documents too: the browser would not read them and
 * would report each. So style attributes are renamed and style sheets dropped before the HTML is parsed.
 */
export function withInertStyles(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replace(/(=\s*(?:"[^"]*"|'[^']*'))|\sstyle(?=\s*=)/gi, (found, value) => (value ? found : ` ${STYLE}`)),
    );
}

/** What the style attribute says about a property, in lower case; empty when nothing. */
function styleOf(element: Element, property: string): string {
  const style = element.getAttribute(STYLE);
  if (style === null) return '';
  const declarations = style.split(';').map((declaration) => declaration.split(':'));
  const found = declarations.findLast(([name]) => name?.trim().toLowerCase() === property);
  return (found?.[1] ?? '').trim().toLowerCase();
}

/** Marks inside an element: those around it, its tag's own, and what its style adds or takes away. */
export function marksWithin(element: HTMLElement, around: ReadonlySet<Mark>): ReadonlySet<Mark> {
  const marks = new Set(around);
  const own = MARK_TAGS[element.tagName];
  if (own) marks.add(own);
  toggle(marks, 'strong', boldness(styleOf(element, 'font-weight')));
  const slant = styleOf(element, 'font-style');
  toggle(marks, 'em', slant === '' ? null : /italic|oblique/.test(slant));
  const line = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`;
  // Word processors underline every link by style; that is the link's look, not the writer's mark.
  if (/underline/.test(line) && !element.closest('a') && !element.querySelector('a')) marks.add('u');
  if (/line-through/.test(line)) marks.add('s');
  return marks;
}

function boldness(weight: string): boolean | null {
  if (weight === '') return null;
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

function toggle(marks: Set<Mark>, mark: Mark, on: boolean | null): void {
  if (on === true) marks.add(mark);
  if (on === false) marks.delete(mark);
}

const IGNORED = new Set([
  'STYLE',
  'SCRIPT',
  'META',
  'LINK',
  'TITLE',
  'HEAD',
  'XML',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'SVG',
  'MATH',
  'BUTTON',
  'SELECT',
  'TEXTAREA',
  'INPUT',
  'AUDIO',
  'VIDEO',
  'CANVAS',
]);

/** Elements that carry nothing to read: code, form parts, hidden text, comments, Word's drawn list markers. */
export function isIgnored(element: HTMLElement): boolean {
  return IGNORED.has(element.tagName.toUpperCase()) || isHidden(element) || isComment(element) || isDrawnMarker(element);
}

/** What its author does not see where it is copied: hidden rows of a spreadsheet, hidden text. */
export function isHidden(element: Element): boolean {
  return styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all';
}

/** A remark of Word's beside its text, or the mark that leads to it. */
function isComment(element: Element): boolean {
  return /^comment/.test(styleOf(element, 'mso-element')) || element.classList.contains('MsoCommentReference');
}

/** The number or bullet that Word and PowerPoint draw as text before a list item. */
export function isDrawnMarker(element: Element): boolean {
  return styleOf(element, 'mso-list') === 'ignore' || /bullet/.test(styleOf(element, 'mso-special-format'));
}

/** Level of a Word list paragraph (`mso-list: l0 level2 lfo1`). */
export function wordListLevel(element: Element): number | null {
  const level = /level(\d+)/.exec(styleOf(element, 'mso-list'))?.[1];
  return level === undefined ? null : Number(level);
}

/** A gap that a program draws with spaces that do not break: a tab of Word's, a space of a browser's. */
export function isGap(element: Element): boolean {
  return (
    ['mso-tab-count', 'mso-spacerun'].some((property) => styleOf(element, property) !== '') ||
    element.classList.contains('Apple-converted-space')
  );
}

/** Whether line ends in the text are line ends on the page, where the style says so. */
export function keepsLines(element: Element, around: boolean): boolean {
  const space = styleOf(element, 'white-space');
  return space === '' ? around || element.tagName === 'PRE' : space.startsWith('pre');
}

/** Without letters that are nowhere seen but keep a word from being found; what separates lines in a typesetter's text separates words. */
export function withoutUnseen(text: string): string {
  return text.replace(/[\u200b\ufeff]/g, '').replace(/[\u2028\u2029]/g, ' ');
}

/** An element that is no block by itself, but was drawn as one. */
export function isDrawnAsBlock(element: Element): boolean {
  return /^(?:block|flex|grid|list-item|table|flow-root)/.test(styleOf(element, 'display'));
}

/** Letters that stand higher or lower than those around them. */
export function heightOf(element: Element): 'sup' | 'sub' | null {
  const height = element.tagName === 'SUP' ? 'super' : element.tagName === 'SUB' ? 'sub' : styleOf(element, 'vertical-align');
  return height === 'super' ? 'sup' : height === 'sub' ? 'sub' : null;
}

/** What browsers draw around a `q`, which is not in its text; within another one they are other marks. */
export function quotationMarks(element: Element): readonly [string, string] {
  const russian = /^ru\b/i.test(element.closest('[lang]')?.getAttribute('lang') ?? '');
  if (element.parentElement?.closest('q')) return russian ? ['„', '“'] : ['‘', '’'];
  return russian ? ['«', '»'] : ['“', '”'];
}

const BLOCKS = new Set([
  'ADDRESS',
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'BODY',
  'CAPTION',
  'CENTER',
  'DD',
  'DETAILS',
  'DIALOG',
  'DIR',
  'DIV',
  'DL',
  'DT',
  'FIELDSET',
  'FIGCAPTION',
  'FIGURE',
  'FOOTER',
  'FORM',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'HEADER',
  'HGROUP',
  'HR',
  'LEGEND',
  'LI',
  'MAIN',
  'MENU',
  'NAV',
  'OL',
  'P',
  'PRE',
  'SEARCH',
  'SECTION',
  'SUMMARY',
  'TABLE',
  'TBODY',
  'TD',
  'TFOOT',
  'TH',
  'THEAD',
  'TR',
  'UL',
]);

export function isBlockElement(node: Node): boolean {
  return node instanceof HTMLElement && BLOCKS.has(node.tagName);
}
