import type { Language } from '../api/types';
import { isEmptyText } from '../form/empty';
import type { PostFields } from '../form/fields';
import { type Inline, linesOf } from '../rich-text/model';
import { readHtml } from '../rich-text/read';
import { cutAt, SHOWN } from './cuts';

/** What the page of a post tells search engines and networks, and in which language. */
export interface Told {
  title: string;
  description: string;
  /** Of the title; where the page has none of its own it shows the Azerbaijani one. */
  language: Language;
  /** The heading, which stays what it is. */
  heading: string;
}

/** The same as the site makes of it: a text that is missing is the Azerbaijani one, and what is written for the title goes with it. */
export function toldOf(fields: PostFields, language: Language): Told {
  const shown = fields[`title_${language}`].trim() === '' ? 'az' : language;
  const heading = oneLine(fields[`title_${shown}`]);
  return {
    title: oneLine(fields[`meta_title_${shown}`]) || heading,
    description: oneLine(fields[`meta_description_${shown}`]) || descriptionOf(fields, language),
    language: shown,
    heading,
  };
}

/** Without a description: the excerpt, else the beginning of the text. */
function descriptionOf(fields: PostFields, language: Language): string {
  const excerpt = oneLine(fields[`excerpt_${language}`]) || oneLine(fields.excerpt_az);
  const content = isEmptyText(fields[`content_${language}`]) ? fields.content_az : fields[`content_${language}`];
  return cutAt(excerpt || beginningOf(content), SHOWN.meta_description);
}

/** The words of a rich text; pictures have none. */
function beginningOf(html: string): string {
  return isEmptyText(html) ? '' : oneLine(readHtml(html).flatMap(linesOf).map(wordsOf).join(' '));
}

function wordsOf(line: readonly Inline[]): string {
  return line.map((inline) => (inline.type === 'text' ? inline.text : inline.type === 'a' ? wordsOf(inline.children) : ' ')).join('');
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
