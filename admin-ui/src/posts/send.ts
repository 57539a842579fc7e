import { statusOf } from '../api/errors';
import { createPost, getPost, updatePost } from '../api/posts';
import type { Post, Versioned } from '../api/types';
import { toFormData } from './fields';
import { type Attempt, type Base, baseOf, type FormState } from './form-state';
import { afterReplay, wentOn } from './replay';

/** How a save ended, unless it failed. */
export type Outcome = { kind: 'saved' | 'conflict'; post: Versioned<Post> };

/** Matches no version, so that every further save is compared with the server's post first. */
const UNSEEN = '"unseen"';

/**
 * Creates a post. When the answer of an earlier attempt was lost, that one may be stored, and its key takes no other words:
 * so the same is sent again, and the words typed since are stored on top of it. `onStored` hears of it as soon as the form is
 * about a post that exists.
 */
export async function sendNew(state: FormState, attempt: Attempt, onStored: (post: Versioned<Post>, base: Base) => void): Promise<Outcome> {
  const { replayed, ...post } = await createPost(toFormData(attempt.fields, attempt.image), attempt.key);
  const next = replayed ? afterReplay(attempt, state, post.value) : wentOn(attempt, state) ? 'update' : 'done';
  if (next === 'done') return { kind: 'saved', post };
  const base = next === 'update' ? baseOf(post) : { ...baseOf(post), fields: attempt.fields, etag: UNSEEN };
  onStored(post, base);
  return next === 'update' ? sendChange(state, base) : { kind: 'conflict', post };
}

/** Updates a post, unless somebody else changed it since `base`. */
export async function sendChange({ fields, image }: FormState, base: Base): Promise<Outcome> {
  try {
    return { kind: 'saved', post: await updatePost(base.id, toFormData(fields, image), base.etag) };
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
    return { kind: 'conflict', post: await getPost(base.id) };
  }
}
