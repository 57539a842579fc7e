import type { WholePost } from '../api/types';
import { sameContent, sameValue } from '../form/compare';
import { FIELD_NAMES, type FieldName, fieldsOf } from '../form/fields';
import { type Content, sameFile } from '../form/state';

/**
 * What to do when the server has a version that may be my own, from a save whose answer was lost: nothing, store what
 * was written since, or let the editor compare because somebody else changed the post.
 */
export type AfterReplay = 'done' | 'update' | 'compare';

/** `before` is the address of the picture that the post had when `sent` was sent. */
export function afterReplay(sent: readonly Content[], mine: Content, stored: WholePost, before: string | null): AfterReplay {
  const own = sent.findLast((content) => isStoredFrom(content, stored));
  if (own) return sameContent(own, mine) && pictureArrived(own, stored, before) ? 'done' : 'update';
  // What is there is what is wanted, whoever stored it.
  const pictureSent = (!mine.image && !mine.imageRemoved) || sent.some((content) => samePicture(content, mine));
  return pictureSent && isStoredFrom(mine, stored) && pictureArrived(mine, stored, before) ? 'done' : 'compare';
}

function isStoredFrom(content: Content, stored: WholePost): boolean {
  const theirs = fieldsOf(stored);
  return FIELD_NAMES.every((name) => isTextStoredFrom(name, content.fields[name], theirs[name]));
}

/** The server keeps pictures of a text under addresses of its own. */
const PICTURE = /src="(?:data:[^"]*|\/api\/blog\/images\/\d+\/)"/g;

function isTextStoredFrom(name: FieldName, sent: string | boolean, stored: string | boolean): boolean {
  const masked = (value: string | boolean) => (typeof value === 'string' ? value.replace(PICTURE, 'src="/picture"') : value);
  return sameValue(name, masked(sent), masked(stored));
}

function samePicture(a: Content, b: Content): boolean {
  return sameFile(a.image, b.image) && a.imageRemoved === b.imageRemoved;
}

/** A new picture has a new address; a removed one has none. */
function pictureArrived({ image, imageRemoved }: Content, stored: WholePost, before: string | null): boolean {
  if (image) return stored.image !== null && stored.image !== before;
  return !imageRemoved || stored.image === null;
}
