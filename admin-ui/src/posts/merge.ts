import { canonicalHtml } from '../editor/html/read';
import { FIELD_NAMES, type FieldName, type PostFields } from './fields';

export type Side = 'mine' | 'theirs';

/** A field whose two versions differ, who changed it, and which version is proposed. */
export interface Difference {
  name: FieldName;
  mine: string | boolean;
  theirs: string | boolean;
  changedBy: Side | 'both';
  proposed: Side;
}

/** Rich texts are equal when their canonical forms are, whatever markup the server prefers. */
export function sameValue(name: FieldName, a: string | boolean, b: string | boolean): boolean {
  if (a === b) return true;
  return name.startsWith('content_') && canonicalHtml(String(a)) === canonicalHtml(String(b));
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

/** Takes each differing field from the chosen side; the others are equal anyway. */
export function mergeFields(mine: PostFields, theirs: PostFields, choice: Partial<Record<FieldName, Side>>): PostFields {
  const taken = FIELD_NAMES.filter((name) => choice[name] === 'theirs').map((name) => [name, theirs[name]]);
  return { ...mine, ...(Object.fromEntries(taken) as Partial<PostFields>) };
}
