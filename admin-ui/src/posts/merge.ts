import { canonicalHtml } from '../editor/html/read';
import { FIELD_NAMES, type FieldName, isEmptyText, type PostFields } from './fields';

export type Side = 'mine' | 'theirs';

/** What may differ: a field, or the image. */
export type Subject = FieldName | 'image';

/** A field whose two versions differ, who changed it, and which version is proposed. */
export interface Difference {
  name: FieldName;
  mine: string | boolean;
  theirs: string | boolean;
  changedBy: Side | 'both';
  proposed: Side;
}

/** Equal once stored: rich texts in their canonical form, plain texts without the white space that the server drops. */
export function sameValue(name: FieldName, a: string | boolean, b: string | boolean): boolean {
  return a === b || (typeof a === 'string' && typeof b === 'string' && asStored(name, a) === asStored(name, b));
}

function asStored(name: FieldName, text: string): string {
  if (name.startsWith('content_')) return isEmptyText(text) ? '' : canonicalHtml(text);
  const lines = text.replace(/\r\n?/g, '\n').trim();
  return name.startsWith('excerpt_') ? lines : lines.replace(/\s+/g, ' ');
}

/** Compares my form with the server's post, seen from the version my editing began with. */
export function differences(base: PostFields, mine: PostFields, theirs: PostFields): Difference[] {
  return FIELD_NAMES.filter((name) => !sameValue(name, mine[name], theirs[name])).map((name) => {
    const iChanged = !sameValue(name, mine[name], base[name]);
    const theyChanged = !sameValue(name, theirs[name], base[name]);
    const changedBy = iChanged && theyChanged ? 'both' : theyChanged ? 'theirs' : 'mine';
    return { name, mine: mine[name], theirs: theirs[name], changedBy, proposed: changedBy === 'theirs' ? 'theirs' : 'mine' };
  });
}

/** Both chose another image. Without a chosen file the server's stays, so there is nothing to decide. */
export function imagesDiffer(before: string | null, mine: File | null, theirs: string | null): boolean {
  return mine !== null && theirs !== before;
}

/** Takes each differing field from the chosen side; the others are equal anyway. */
export function mergeFields(mine: PostFields, theirs: PostFields, choice: Partial<Record<Subject, Side>>): PostFields {
  const taken = FIELD_NAMES.filter((name) => choice[name] === 'theirs').map((name) => [name, theirs[name]]);
  return { ...mine, ...(Object.fromEntries(taken) as Partial<PostFields>) };
}
