import { type Category, LANGUAGES, type ListedPost, type MetaField, metaFieldsOf, metaOf, type MetaTexts, type Post, TEXT_FIELDS, TEXT_KINDS, type Language, type TextField, type TextKind, type Texts, type WholePost } from '../api/types';

/** What the form holds; the chosen image file is kept beside it. */
export interface PostFields extends Texts, MetaTexts {
  category: Category;
  author: string;
  featured: boolean;
  trending: boolean;
}

export type FieldName = keyof PostFields;

const NO_TEXTS = Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Texts;

/** A new post: everything empty, category audit. */
export const EMPTY_FIELDS: PostFields = { ...NO_TEXTS, ...metaOf({}), category: 'audit', author: '', featured: false, trending: false };

/** All fields in the order of the form; titles and the author are required. */
export const FIELD_NAMES: readonly FieldName[] = [...LANGUAGES.flatMap(fieldsIn), 'category', 'author', 'featured', 'trending'];
export const REQUIRED: readonly FieldName[] = [...LANGUAGES.map((language): TextField => `title_${language}`), 'author'];

/** All that is written in one language. */
export function fieldsIn(language: Language): (TextField | MetaField)[] {
  return [...TEXT_KINDS.map((kind): TextField => `${kind}_${language}`), ...metaFieldsOf(language)];
}

/** Fills the form from a post. */
export function fieldsOf(post: WholePost): PostFields {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, post[field] ?? ''])) as Texts;
  const { category, author, featured, trending } = post;
  return { ...texts, ...metaOf(post), category, author, featured, trending };
}

/** A specified answer with what it leaves out, as it is known otherwise. */
export function wholePost(post: Post, known: MetaTexts): WholePost {
  return { ...post, ...metaOf(known) };
}

/** Required fields that hold nothing but white space. */
export function missingFields(fields: PostFields): FieldName[] {
  return REQUIRED.filter((name) => String(fields[name]).trim() === '');
}

/** What a text is called: its first title that is there. */
export function titleOf(fields: PostFields): string {
  return LANGUAGES.map((language) => fields[`title_${language}`].trim()).find((title) => title !== '') ?? '';
}

/** Which of the nine texts of a listed post are empty: a summary says so, a whole post shows it. */
export function emptyTexts(post: ListedPost): TextField[] {
  if ('content_az' in post) return TEXT_FIELDS.filter((field) => isEmptyText(post[field]));
  return TEXT_FIELDS.filter((field) => post.empty.includes(field));
}

/** Empty means: nothing to read and nothing to see. Stops at the first letter, as it is asked with every key. */
export function isEmptyText(value: string | undefined): boolean {
  return NOTHING.test(value ?? '');
}

const NOTHING = /^(?:<(?!img\b)[^>]*>|&nbsp;|\s)*$/i;

/** Nothing is filled in: as a new form is. */
export function isBlank(fields: PostFields): boolean {
  const { author, category, featured, trending } = EMPTY_FIELDS;
  const unmarked = fields.category === category && fields.featured === featured && fields.trending === trending;
  return unmarked && fields.author.trim() === author && LANGUAGES.flatMap(fieldsIn).every((name) => isUnwritten(name, fields[name]));
}

/** Only a content has markup; of the others a tag is something to read. */
function isUnwritten(name: TextField | MetaField, text: string): boolean {
  return name.startsWith('content_') ? isEmptyText(text) : text.trim() === '';
}

/** The languages that can be published: with a title and something to read. */
export function languagesWithText(fields: PostFields): Language[] {
  return LANGUAGES.filter((language) => fields[`title_${language}`].trim() !== '' && !isEmptyText(fields[`content_${language}`]));
}

/** The languages that a specified call would take: with a title. */
export function languagesWithTitle(fields: PostFields): Language[] {
  return LANGUAGES.filter((language) => fields[`title_${language}`].trim() !== '');
}

/** The empty texts of one language. */
export function emptyKinds(empty: readonly TextField[], language: Language): TextKind[] {
  return TEXT_KINDS.filter((kind) => empty.includes(`${kind}_${language}`));
}
