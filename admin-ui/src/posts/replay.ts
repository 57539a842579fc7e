import type { Post } from '../api/types';
import { FIELD_NAMES, type FieldName, fieldsOf, type PostFields } from './fields';
import type { Attempt } from './form-state';
import { sameValue } from './merge';

interface Form {
  fields: PostFields;
  image: File | null;
}

/**
 * What to do when a repeated POST is answered with the post that an earlier one created:
 * nothing, store what was typed since, or let the editor compare because somebody changed the post meanwhile.
 */
export type AfterReplay = 'done' | 'update' | 'compare';

export function afterReplay(attempt: Attempt, mine: Form, stored: Post): AfterReplay {
  const theirs = fieldsOf(stored);
  if (FIELD_NAMES.every((name) => isStoredFrom(name, attempt.fields[name], theirs[name]))) {
    return wentOn(attempt, mine) ? 'update' : 'done';
  }
  return FIELD_NAMES.every((name) => sameValue(name, mine.fields[name], theirs[name])) ? 'done' : 'compare';
}

/** Whether the form holds other words, or another image, than the attempt carried. */
export function wentOn(attempt: Attempt, mine: Form): boolean {
  const typedOn = FIELD_NAMES.some((name) => !sameValue(name, mine.fields[name], attempt.fields[name]));
  return typedOn || (mine.image !== null && !sameFile(mine.image, attempt.image));
}

/** The server keeps pictures of a text under addresses of its own. */
const PICTURE = /src="(?:data:[^"]*|\/api\/blog\/images\/\d+\/)"/g;

function isStoredFrom(name: FieldName, sent: string | boolean, stored: string | boolean): boolean {
  const masked = (value: string | boolean) => (typeof value === 'string' ? value.replace(PICTURE, 'src="/picture"') : value);
  return sameValue(name, masked(sent), masked(stored));
}

/** The same choice; a file that came back from the journal is another object. */
function sameFile(a: File, b: File | null): boolean {
  return b !== null && a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}
