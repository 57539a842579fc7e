import type { Language } from '../api/types';

/** A figure of a text: whatever it may mean, as keys that are the same however a language writes them, and as it is written. */
export interface Figure {
  keys: readonly string[];
  written: string;
}

const ISO_DATE = String.raw`(?<!\d)(?<isoYear>\d{4})-\d\d-(?<isoDay>\d\d)(?!\d)`;
const DATE = String.raw`(?<!\d|\d[./])(?<first>\d{1,2})(?<point>[./])(?<second>\d{1,2})\k<point>(?<year>\d{4}|\d\d)(?!\d|[./]\d)`;
const MONTH = String.raw`(?<![\d.,/])(?:0[1-9]|1[0-2])[./](?<yearOfMonth>(?:19|20)\d\d)(?!\d|[.,/]\d)`;
/** Only English counts to twelve twice a day. */
const HALF_DAY = String.raw`(?<![\d:.,])(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))?(?=\s?(?<half>[ap])\.?\s?m\b)`;
const CLOCK = String.raw`(?<![\d:.,])(?<hours>[01]?\d|2[0-4]):(?<minutes>[0-5]\d)(?![\d:])`;
/**
 * Groups of three behind one kind of space, point, comma or apostrophe are thousands; otherwise a point or comma begins the decimals.
 * Behind a letter a space groups nothing: "A4 200" are two.
 */
const NUMBER = String.raw`(?<![\p{L}\d])\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|(?<!\d)\d{1,3}(?<group>[.,'’])\d{3}(?:\k<group>\d{3})*(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?`;
const ANY = new RegExp([ISO_DATE, DATE, MONTH, CLOCK, NUMBER].join('|'), 'giu');
const ENGLISH = new RegExp([ISO_DATE, DATE, MONTH, HALF_DAY, CLOCK, NUMBER].join('|'), 'giu');

const GROUPED = /^\d{1,3}(?:([^\d])\d{3})(?:\1\d{3})*/;
const POINTED_TIME = /^([01]?\d|2[0-4])\.([0-5]\d)$/;
const SPACES = /[\u00a0\u2009\u202f]/g;

/** Words behind a figure, by how many zeros they stand for: 200 min is 200 thousand is 200,000. Of another language nobody knows them here. */
const ZEROS: Readonly<Partial<Record<Language, readonly (readonly [number, RegExp])[]>>> = {
  az: [
    [3, /^ ?min(?:ə|i|in|də|dən|dir|dək|lə|lik|ədək)?(?!\p{L})/iu],
    [6, /^ ?(?:mln|milyon)/iu],
    [9, /^ ?(?:mlrd|milyard)/iu],
    [12, /^ ?trilyon/iu],
  ],
  en: [
    [3, /^ thousand/i],
    [6, /^[ -](?:mln|million)/i],
    [9, /^[ -](?:bn|billion)/i],
    [12, /^[ -]trillion/i],
  ],
  ru: [
    [3, /^ ?тыс/iu],
    [6, /^ ?(?:млн|миллион)/iu],
    [9, /^ ?(?:млрд|миллиард)/iu],
    [12, /^ ?(?:трлн|триллион)/iu],
  ],
};
/** A word behind a figure: in a language that is not known here it may stand for any of these zeros. */
const WORD = /^[ -]?\p{L}/u;
const SOME_ZEROS = [3, 6, 9, 12];
/** English letters that may stand for zeros, or for metres, bytes and tons. */
const LETTERS: readonly (readonly [number, RegExp])[] = [
  [3, /^ ?k\b/i],
  [6, /^ ?mn?\b/i],
  [9, /^bn?\b/i],
  [12, /^tn?\b/i],
];

/** Between two figures of which the second says what both are: 10–15 thousand, from 10 to 15 thousand, 2–4 pm. */
const RANGE = /^(?:\s?[–—−-]\s?|(?:-?d[aə]n)?\s|\s(?:to|and|or|до|и|или|və|ilə|ya)\s)$/iu;
/** Between the parts of one: 2 min 500. */
const PARTS = /^\.? $/;

/** A figure with its place, and what its neighbours need to know. */
interface Found {
  keys: string[];
  written: string;
  from: number;
  to: number;
  /** As it is written, without a word behind it; empty for dates and times of day. */
  number: string;
  zeros: number;
  /** Time of day, in English with its half. */
  clock?: { hour: number; minute: string; half?: string };
}

/**
 * The figures of a text. A date's month is left out, as it is a word in another language. What may be read in several ways (14.30 is a
 * time, too, 10–15 min may be 10 and 15,000) has a key for each.
 */
export function figuresIn(text: string, language: Language): Figure[] {
  const plain = text.replace(SPACES, ' ');
  const found = [...plain.matchAll(language === 'en' ? ENGLISH : ANY)].flatMap((match) => readFigure(match, plain, language));
  found.forEach((figure, at) => {
    const next = found[at + 1];
    if (next && RANGE.test(plain.slice(figure.to, next.from))) figure.keys.push(...asTheNext(figure, next));
  });
  addSums(found, plain);
  return found;
}

function readFigure({ 0: written, index: from, groups = {} }: RegExpExecArray, plain: string, language: Language): Found[] {
  const to = from + written.length;
  const one = (keys: string[], more: Partial<Found> = {}): Found => ({ keys, written, from, to, number: '', zeros: 0, ...more });
  const { isoYear, isoDay, first, second, point, year, yearOfMonth, hour, half, hours } = groups;
  if (isoYear && isoDay) return [one([keyOf(isoDay)], { written: isoDay }), one([isoYear], { written: isoYear })];
  if (first && second && year)
    return dateOf(first, second, point === '/')
      .map((keys, at) => one(keys, { written: at === 0 ? first : second }))
      .concat(one(yearsOf(year), { written: year }));
  if (yearOfMonth) return [one([yearOfMonth, keyOf(written)])];
  if (hour && half) {
    const clock = { hour: Number(hour), minute: groups['minute'] ?? '00', half };
    return [one(timeKeys(inHalf(clock.hour, half), clock.minute), { clock })];
  }
  if (hours) {
    const clock = { hour: Number(hours), minute: groups['minutes'] ?? '00' };
    return [one(timeKeys(clock.hour, clock.minute), { clock })];
  }
  return [numberOf(one, written, plain.slice(to, to + 12), language)];
}

function numberOf(one: (keys: string[], more: Partial<Found>) => Found, written: string, behind: string, language: Language): Found {
  const known = ZEROS[language];
  const [zeros, word] = multiplierOf(behind, known ?? []);
  const found = one([keyOf(written, zeros)], { number: written, zeros, written: written + word });
  found.to += word.length;
  if (!known && WORD.test(behind)) found.keys.push(...SOME_ZEROS.map((some) => keyOf(written, some)));
  const [more] = zeros === 0 && language === 'en' ? multiplierOf(behind, LETTERS) : [0];
  if (more > 0) return { ...found, keys: [...found.keys, keyOf(written, more)], zeros: more };
  const [, hour, minute] = (zeros === 0 && POINTED_TIME.exec(written)) || [];
  if (hour && minute) return { ...found, keys: [...found.keys, ...timeKeys(Number(hour), minute)], clock: { hour: Number(hour), minute } };
  return found;
}

/** The day; or, where it is no date, each number by itself. Americans write the month first. */
function dateOf(first: string, second: string, american: boolean): string[][] {
  const [a, b] = [Number(first), Number(second)];
  if (a > 31 || b > 31 || (a > 12 && b > 12)) return [[keyOf(first)], [keyOf(second)]];
  if (!american) return b <= 12 ? [[keyOf(first)]] : [[keyOf(first)], [keyOf(second)]];
  if (a > 12) return [[keyOf(first)]];
  return [b > 12 ? [keyOf(second)] : [keyOf(first), keyOf(second)]];
}

function yearsOf(year: string): string[] {
  return year.length === 4 ? [year] : [keyOf(year), `20${year}`, `19${year}`];
}

function inHalf(hour: number, half: string): number {
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** 14:00 is also 14. */
function timeKeys(hour: number, minute: string): string[] {
  return minute === '00' ? [`${hour}:00`, String(hour)] : [`${hour}:${minute}`];
}

function multiplierOf(behind: string, words: readonly (readonly [number, RegExp])[]): [number, string] {
  for (const [zeros, pattern] of words) {
    const word = pattern.exec(behind)?.[0];
    if (word !== undefined) return [zeros, word];
  }
  return [0, ''];
}

/** What a figure may be besides when the next one says it for both. */
function asTheNext({ number, zeros, clock }: Found, next: Found): string[] {
  if (next.clock?.half && zeros === 0) {
    const { hour, minute } = clock ?? { hour: Number(number), minute: '00' };
    return hour >= 1 && hour <= 12 && !clock?.half ? timeKeys(inHalf(hour, next.clock.half), minute) : [];
  }
  return number !== '' && zeros === 0 && next.zeros > 0 && Number(keyOf(number)) < 1000 ? [keyOf(number, next.zeros)] : [];
}

/** 2 min 500 is 2,500, and so is each of its parts: the other text has them as one. */
function addSums(found: readonly Found[], plain: string): void {
  for (let at = 0; at < found.length;) {
    const parts = [found[at] as Found];
    for (let next = found[at + 1]; next && isPartBehind(parts.at(-1) as Found, next, plain); next = found[at + parts.length])
      parts.push(next);
    at += parts.length;
    const sum = parts.reduce((all, { keys }) => all + Number(keys[0]), 0);
    // Rounded, as sums of fractions are not exact.
    if (parts.length > 1) for (const part of parts) part.keys.push(String(Number(sum.toFixed(6))));
  }
}

function isPartBehind(before: Found, { keys, number, from }: Found, plain: string): boolean {
  return before.zeros > 0 && number !== '' && PARTS.test(plain.slice(before.to, from)) && Number(keys[0]) < 10 ** before.zeros;
}

function keyOf(written: string, zeros = 0): string {
  const whole = GROUPED.exec(written)?.[0] ?? '';
  const decimal = /^0[.,]\d/.test(written);
  const plain = whole === '' || decimal ? written : whole.replace(/\D/g, '') + written.slice(whole.length);
  const [integer = '', fraction = ''] = plain.split(/[.,]/);
  const digits = fraction.padEnd(zeros, '0');
  const [more, rest] = [digits.slice(0, zeros), digits.slice(zeros).replace(/0+$/, '')];
  return (integer + more).replace(/^0+(?=\d)/, '') + (rest === '' ? '' : `.${rest}`);
}

/** Whatever the figures of a text may mean. */
export function keysOf(figures: readonly Figure[]): ReadonlySet<string> {
  return new Set(figures.flatMap(({ keys }) => keys));
}

/** What one text has and is not there in the other, as written; whole numbers below ten are words as often. */
export function onlyIn(one: readonly Figure[], there: ReadonlySet<string>): string[] {
  const gone = one.filter(({ keys }) => !keys.some((key) => there.has(key) || /^\d$/.test(key)));
  return [...new Map(gone.map(({ keys, written }) => [keys[0], written])).values()];
}
