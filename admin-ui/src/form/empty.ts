import { type Language, type ListedPost, TEXT_FIELDS, TEXT_KINDS, type TextField, type TextKind } from '../api/types';

/** Which of the texts of a listed post are empty: a summary says so, a whole post shows it. */
export function emptyTexts(post: ListedPost): TextField[] {
  if ('content_az' in post) return TEXT_FIELDS.filter((field) => isEmptyText(post[field]));
  return TEXT_FIELDS.filter((field) => post.empty.includes(field));
}

/** Empty means: nothing to read and nothing to see. Stops at the first letter, as it is asked with every key. */
export function isEmptyText(value: string | undefined): boolean {
  return NOTHING.test(value ?? '');
}

const NOTHING = /^(?:<(?!img\b)[^>]*>|&nbsp;|\s)*$/i;

/** The empty texts of one language. */
export function emptyKinds(empty: readonly TextField[], language: Language): TextKind[] {
  return TEXT_KINDS.filter((kind) => empty.includes(`${kind}_${language}`));
}
