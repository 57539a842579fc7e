import { type Language, USUAL } from '../api/types';

const WORD = /\p{L}{2,}/gu;
const CYRILLIC = /\p{Script=Cyrillic}{2,}(?:[\s-]+\p{Script=Cyrillic}{2,}){0,3}/u;
const AZERBAIJANI = /[əğış]/iu;
const ENGLISH = new Set(['the', 'and', 'of', 'to', 'is', 'are', 'for', 'with', 'that', 'this', 'not', 'by']);

/** Names and terms of another language are in every text; this many words are a sentence. */
const SENTENCE = 4;

/**
 * Words of a piece of text that are of another language than its own, or `null`. By letters, and by the commonest words
 * of English: a name, a title of a standard or an abbreviation is not reported, and nothing of a language that is not known here.
 */
export function otherLanguage(text: string, language: Language): string | null {
  if (language === 'ru') return latinSentence(text);
  if (!USUAL.includes(language)) return null;
  const words = text.match(WORD) ?? [];
  const first = words.slice(0, SENTENCE).join(' ');
  const cyrillic = CYRILLIC.exec(text)?.[0];
  if (cyrillic !== undefined) return cyrillic;
  if (words.length < SENTENCE) return null;
  const azerbaijani = words.filter((word) => AZERBAIJANI.test(word)).length;
  if (language === 'en') return azerbaijani >= 3 && azerbaijani > words.length / 3 ? first : null;
  const english = words.filter((word) => ENGLISH.has(word.toLowerCase())).length;
  return english >= 2 && english > words.length / 8 && azerbaijani === 0 ? first : null;
}

/** The first words of a run of Latin ones that is no name: at least half of them are in lower case. */
function latinSentence(text: string): string | null {
  const runs = text.split(/\p{Script=Cyrillic}+/u).map((run) => run.match(WORD) ?? []);
  const found = runs.find((run) => run.length >= SENTENCE && run.filter((word) => /^\p{Ll}/u.test(word)).length >= run.length / 2);
  return found?.slice(0, SENTENCE).join(' ') ?? null;
}
