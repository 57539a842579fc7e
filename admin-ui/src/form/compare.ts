import { canonicalHtml } from '../rich-text/read';
import { isEmptyText } from './empty';
import { FIELD_NAMES, type FieldName, type PostFields } from './fields';
import { type Content, type FormState, pictureChanged, sameFile, savedFields } from './state';

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

/** True when both hold the same texts, marks and picture. */
export function sameContent(a: Content, b: Content): boolean {
  return (
    sameFile(a.image, b.image) &&
    a.imageRemoved === b.imageRemoved &&
    FIELD_NAMES.every((name) => sameValue(name, a.fields[name], b.fields[name]))
  );
}

/** True when something would be lost: a picture, or a field that differs from what the server has. */
export function isDirty(form: FormState): boolean {
  return pictureChanged(form) || FIELD_NAMES.some((name) => !sameValue(name, form.fields[name], savedFields(form)[name]));
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

/** Both changed the picture. Where I did not, the server's stays, so there is nothing to decide. */
export function imagesDiffer(before: string | null, mine: Pick<Content, 'image' | 'imageRemoved'>, theirs: string | null): boolean {
  const iChanged = mine.image !== null || (mine.imageRemoved && theirs !== null);
  return iChanged && theirs !== before;
}

/** Takes each differing part from the chosen side; the others are equal anyway. */
export function mergeContent(mine: Content, theirs: PostFields, choice: Partial<Record<Subject, Side>>): Content {
  const taken = FIELD_NAMES.filter((name) => choice[name] === 'theirs').map((name) => [name, theirs[name]]);
  const fields = { ...mine.fields, ...(Object.fromEntries(taken) as Partial<PostFields>) };
  return choice.image === 'theirs' ? { fields, image: null, imageRemoved: false } : { ...mine, fields };
}
