import {
  allTextsOf,
  type Category,
  DEFAULT_CATEGORY,
  firstTitle,
  type Language,
  LANGUAGES,
  type MetaField,
  metaFieldsOf,
  metaOf,
  type MetaTexts,
  type Post,
  TEXT_KINDS,
  type TextField,
  type Texts,
  USUAL,
  type WholePost,
} from '../api/types';
import { isEmptyText } from './empty';

/** What the form holds; the chosen image file is kept beside it. */
export interface PostFields extends Texts, MetaTexts {
  category: Category;
  author: string;
  featured: boolean;
  trending: boolean;
}

export type FieldName = keyof PostFields;

/** A new post: everything empty, and a category. */
export const EMPTY_FIELDS: PostFields = {
  ...allTextsOf({}),
  ...metaOf({}),
  category: DEFAULT_CATEGORY,
  author: '',
  featured: false,
  trending: false,
};

/** All fields in the order of the form. */
export const FIELD_NAMES: readonly FieldName[] = [...LANGUAGES.flatMap(fieldsIn), 'category', 'author', 'featured', 'trending'];

/** All that is written in one language. */
export function fieldsIn(language: Language): (TextField | MetaField)[] {
  return [...TEXT_KINDS.map((kind): TextField => `${kind}_${language}`), ...metaFieldsOf(language)];
}

/** Fills the form from a post. */
export function fieldsOf(post: WholePost): PostFields {
  const { category, author, featured, trending } = post;
  return { ...allTextsOf(post), ...metaOf(post), category, author, featured, trending };
}

/** A specified answer with what it leaves out, as it is known otherwise. */
export function wholePost(post: Post, known: MetaTexts): WholePost {
  return { ...post, ...metaOf(known) };
}

/** The titles of the specified languages are required, and that of another one where something else is written in it. */
export function needsTitle(fields: PostFields, language: Language): boolean {
  return USUAL.includes(language) || fieldsIn(language).some((name) => name !== `title_${language}` && !isUnwritten(name, fields[name]));
}

/** Required fields that hold nothing but white space: titles, and the author. */
export function missingFields(fields: PostFields): FieldName[] {
  const titles = LANGUAGES.filter((language) => needsTitle(fields, language)).map((language) => `title_${language}` as const);
  return [...titles, 'author' as const].filter((name) => fields[name].trim() === '');
}

/** What a text is called: its first title that is there. */
export function titleOf(fields: PostFields): string {
  return firstTitle(fields).trim();
}

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

/** The languages that can be published without a content: with a title. */
export function languagesWithTitle(fields: PostFields): Language[] {
  return LANGUAGES.filter((language) => fields[`title_${language}`].trim() !== '');
}
