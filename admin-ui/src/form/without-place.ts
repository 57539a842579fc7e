import { LANGUAGES } from '../api/types';
import { plainText } from '../rich-text/measure';
import type { PostFields } from './fields';

/** The fields of a language, by their names. */
const FIELD = /^(?:title|excerpt|content|meta_title|meta_description|slug)_([a-z]{2})$/;

/** Words in a language that the site has no more, as they are read. */
export interface WithoutPlace {
  language: string;
  words: string;
}

/** What was kept in languages that the site has no more: the form has no place for it, and no call takes it. */
export function wordsWithoutPlace(fields: PostFields): WithoutPlace[] {
  return Object.entries(fields).flatMap(([name, text]: [string, unknown]) => {
    const [, language] = FIELD.exec(name) ?? [];
    if (language === undefined || typeof text !== 'string' || LANGUAGES.some((known) => known === language)) return [];
    const words = (name.startsWith('content_') ? plainText(text) : text).trim();
    return words === '' ? [] : [{ language, words }];
  });
}
