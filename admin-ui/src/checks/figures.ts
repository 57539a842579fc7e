import type { Language } from '../api/types';

/**
 * Groups of three behind one kind of space, point, comma or apostrophe are thousands; otherwise a point or comma begins the decimals.
 * Behind a letter a space groups nothing: "A4 200" are two.
 */
const FIGURE = /(?<![\p{L}\d])\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|(?<!\d)\d{1,3}([.,'’])\d{3}(?:\1\d{3})*(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?/gu;
const GROUPED = /^\d{1,3}(?:([^\d])\d{3})(?:\1\d{3})*/;
const DATE = /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g;
const ISO_DATE = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g;
/** Only English counts to twelve twice a day. */
const AFTERNOON = /(?<![\d:.])(\d{1,2})(?=(?:[:.]\d\d)?\s?p\.?m\b)/gi;
const SPACES = /[\u00a0\u2009\u202f]/g;

/** Words behind a figure, by how many zeros they stand for: 200 min is 200 thousand is 200,000. */
const ZEROS: Readonly<Record<Language, readonly (readonly [number, RegExp])[]>> = {
  az: [[3, /^ min(?:ə|i|in|də|dən|lik)?(?!\p{L})/iu], [6, /^ (?:mln|milyon)/iu], [9, /^ (?:mlrd|milyard)/iu], [12, /^ trilyon/iu]],
  en: [[3, /^ thousand/i], [6, /^[ -](?:mln|million)/i], [9, /^[ -](?:bn|billion)/i], [12, /^[ -]trillion/i]],
  ru: [[3, /^ тыс/iu], [6, /^ (?:млн|миллион)/iu], [9, /^ (?:млрд|миллиард)/iu], [12, /^ (?:трлн|триллион)/iu]],
};

/**
 * The figures of a text as keys that are the same however its language writes them (200 000, 200,000, 200.000, 200 min) with what was
 * written. A date's month is left out, as it is a word in another language; so are whole numbers below ten.
 */
export function figuresIn(text: string, language: Language): Map<string, string> {
  const found = new Map<string, string>();
  const plain = timesOf(text.replace(SPACES, ' '), language).replace(DATE, '$1 – $3').replace(ISO_DATE, '$1 – $3');
  for (const { 0: figure, index } of plain.matchAll(FIGURE)) {
    const behind = plain.slice(index + figure.length, index + figure.length + 12);
    const [zeros, word] = multiplierOf(behind, language);
    const key = keyOf(figure, zeros);
    if (!/^\d$/.test(key)) found.set(key, figure + word);
  }
  return found;
}

function timesOf(text: string, language: Language): string {
  return language === 'en' ? text.replace(AFTERNOON, (hour) => String((Number(hour) % 12) + 12)) : text;
}

function multiplierOf(behind: string, language: Language): [number, string] {
  for (const [zeros, words] of ZEROS[language]) {
    const word = words.exec(behind)?.[0];
    if (word !== undefined) return [zeros, word];
  }
  return [0, ''];
}

function keyOf(written: string, zeros: number): string {
  const whole = GROUPED.exec(written)?.[0] ?? '';
  const decimal = /^0[.,]\d/.test(written);
  const plain = whole === '' || decimal ? written : whole.replace(/\D/g, '') + written.slice(whole.length);
  const [integer = '', fraction = ''] = plain.split(/[.,]/);
  const digits = fraction.padEnd(zeros, '0');
  const [more, rest] = [digits.slice(0, zeros), digits.slice(zeros).replace(/0+$/, '')];
  return (integer + more).replace(/^0+(?=\d)/, '') + (rest === '' ? '' : `.${rest}`);
}

/** What one text has and the other has not, as written. */
export function onlyIn(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...one].filter(([key]) => !other.has(key)).map(([, written]) => written);
}
