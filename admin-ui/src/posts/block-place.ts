/** What shows without a word. */
const SHOWN = 'img, [data-lexical-decorator]';
const LISTS = new Set(['UL', 'OL']);

/**
 * Where a block of a text stands in its editor, which also shows what is no part of the text: lines and tables in which nothing
 * is written. Lists of one kind with only that between them are one list of the text.
 */
export function blockPlace(field: Element, block: number): Element | null {
  const written = [...field.children].filter(isWritten);
  const begun = written.filter(({ tagName }, at) => !LISTS.has(tagName) || written[at - 1]?.tagName !== tagName);
  return begun[block] ?? null;
}

function isWritten(child: Element): boolean {
  return child.tagName === 'HR' || child.querySelector(SHOWN) !== null || child.textContent.replace(/[\s\u00a0\u200b\ufeff]/g, '') !== '';
}
