/** A place in a text, in UTF-16 units; `end` is behind it. */
export interface Found {
  start: number;
  end: number;
}

/** The text as it is compared, and for each unit of it the letter of the text that it stands for. */
interface Compared {
  text: string;
  letters: Found[];
}

/** A letter with its marks, or white space of any length, which is one space. */
const LETTERS = /\s+|\P{M}\p{M}*|\p{M}+/gsu;

/** The folding of the site's own search (`templates/islands/src/shared/search.ts`), a letter at a time. */
function folded(letter: string): string {
  return letter
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(/ё/g, 'е');
}

function compared(text: string, matchCase: boolean): Compared {
  const result: Compared = { text: '', letters: [] };
  for (const { 0: letter, index: start } of text.matchAll(LETTERS)) {
    const plain = letter.normalize('NFC').replace(/^\s+$/, ' ');
    const unit = matchCase ? plain : folded(plain);
    result.text += unit;
    for (let at = 0; at < unit.length; at += 1) result.letters.push({ start, end: start + letter.length });
  }
  return result;
}

/** A text as search compares it: İ, I, ı and i are one letter, ё is е, case does not count. */
export function fold(text: string): string {
  return compared(text, false).text;
}

/** Where `wanted` stands in `text`, whole letters only, none over another. */
export function findAll(text: string, wanted: string, matchCase: boolean): Found[] {
  const needle = compared(wanted, matchCase).text;
  if (needle === '') return [];
  const hay = compared(text, matchCase);
  const found: Found[] = [];
  for (let at = hay.text.indexOf(needle); at >= 0;) {
    const [first, last] = [hay.letters[at], hay.letters[at + needle.length - 1]];
    const whole = hay.letters[at - 1]?.start !== first?.start && hay.letters[at + needle.length]?.start !== last?.start;
    if (whole && first && last) found.push({ start: first.start, end: last.end });
    at = hay.text.indexOf(needle, at + (whole ? needle.length : 1));
  }
  return found;
}
