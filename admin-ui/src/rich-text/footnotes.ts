/** Footnotes as word processors write them: a mark in the text and a note at its end, each a link to the other. */

/** Where such links lead: nowhere outside the word processor, as the places have no names in a post. */
const PLACE = /^#_?(?:ftn|edn|sdfootnote|sdendnote|fn|footnote|endnote)/i;

/** The mark's text, in brackets so that it is not read as part of a word or a number; `null` for any other link. */
export function footnoteMark(element: HTMLElement): string | null {
  const href = element.tagName === 'A' ? (element.getAttribute('href')?.trim() ?? '') : '';
  // Documents copied as local files name the file before the place.
  if (!PLACE.test(href.replace(/^(?:file:|[^#]*\.html?)[^#]*/i, ''))) return null;
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  return text === '' || /^[[(].*[\])]$/.test(text) || text.length > 6 ? text : `[${text}]`;
}

/** The notes that Word's clipboard has behind the copied text. */
export function notesIn(html: string): string {
  return /<div[^>]*mso-element:\s*(?:foot|end)note-list[\s\S]*$/i.exec(html)?.[0].replace(/<hr\b[^>]*>/gi, '') ?? '';
}
