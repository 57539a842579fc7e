import type { Mark } from './model';

const MARK_TAGS: Readonly<Record<string, Mark>> = {
  B: 'strong', STRONG: 'strong', I: 'em', EM: 'em', U: 'u', INS: 'u', S: 's', STRIKE: 's', DEL: 's',
};

/** Marks inside an element: those around it, its tag's own, and what its style adds or takes away. */
export function marksWithin(element: HTMLElement, around: ReadonlySet<Mark>): ReadonlySet<Mark> {
  const marks = new Set(around);
  const own = MARK_TAGS[element.tagName];
  if (own) marks.add(own);
  const { style } = element;
  toggle(marks, 'strong', boldness(style.fontWeight));
  toggle(marks, 'em', style.fontStyle === '' ? null : /italic|oblique/.test(style.fontStyle));
  const line = `${style.textDecoration} ${style.textDecorationLine}`;
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

const IGNORED = new Set(['STYLE', 'SCRIPT', 'META', 'LINK', 'TITLE', 'HEAD', 'XML', 'TEMPLATE', 'NOSCRIPT', 'IFRAME', 'OBJECT',
  'EMBED', 'SVG', 'MATH', 'BUTTON', 'SELECT', 'TEXTAREA', 'INPUT', 'AUDIO', 'VIDEO', 'CANVAS']);

/** Elements that carry nothing to read: code, form parts, hidden text, Word's drawn list markers. */
export function isIgnored(element: HTMLElement): boolean {
  if (IGNORED.has(element.tagName.toUpperCase())) return true;
  const style = element.getAttribute('style') ?? '';
  return element.style.display === 'none' || /mso-hide:\s*all|mso-list:\s*ignore/i.test(style);
}

const BLOCKS = new Set(['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'BODY', 'CAPTION', 'CENTER', 'DD', 'DETAILS', 'DIV', 'DL', 'DT',
  'FIELDSET', 'FIGCAPTION', 'FIGURE', 'FOOTER', 'FORM', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HEADER', 'HR', 'LI', 'MAIN', 'NAV', 'OL',
  'P', 'PRE', 'SECTION', 'SUMMARY', 'TABLE', 'TBODY', 'TD', 'TFOOT', 'TH', 'THEAD', 'TR', 'UL']);

export function isBlockElement(node: Node): boolean {
  return node instanceof HTMLElement && BLOCKS.has(node.tagName);
}
