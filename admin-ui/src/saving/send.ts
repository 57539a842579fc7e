import { isRefusal, statusOf } from '../api/errors';
import { createPost, getPost, updatePost } from '../api/posts';
import { LANGUAGES, type Post, type Versioned } from '../api/types';
import { sameContent } from '../form/compare';
import { toFormData } from '../form/payload';
import { type Attempt, type Base, baseOf, type Content, contentOf, type FormState } from '../form/state';
import { UnstoredPicture } from '../pictures/problem';
import { uploadIds } from '../rich-text/address';
import { randomUuid } from '../ui/random-uuid';
import { type AfterReplay, afterReplay } from './replay';

/** How a save ended, unless it failed. */
export type Outcome = { kind: 'saved' | 'conflict'; post: Versioned<Post> };

/** What a save says while it is on its way, and how it is given up. */
export interface Line {
  signal: AbortSignal;
  /** This is about to be sent; `before` is what is still open if the server certainly does nothing. */
  onAttempt: (attempt: Attempt, before: Attempt | null) => Promise<void>;
  /** The form is about a post that exists: an earlier attempt had stored it. */
  onStored: (post: Versioned<Post>, base: Base) => void;
}

/** Matches no version, so that every further save is compared with the server's post first. */
const UNSEEN = '"unseen"';

/** What is sent of a change without an answer is remembered, but not without end. */
const REMEMBERED = 5;

/** Saves a form: creates its post, or changes the one it is about. */
export function send(form: FormState, line: Line): Promise<Outcome> {
  return form.base ? sendChange(form, form.base, line) : sendNew(form, line);
}

/**
 * Creates a post. When the answer of an earlier attempt was lost, that one may be stored: so its content is sent again
 * under its key, and what was written since is stored on top of it.
 */
async function sendNew(form: FormState, line: Line): Promise<Outcome> {
  const attempt = form.attempt ?? { key: randomUuid(), sent: [contentOf(form)] };
  const [first = contentOf(form)] = attempt.sent;
  await line.onAttempt(attempt, form.attempt);
  const created = await createPost(payloadOf(first), attempt.key ?? randomUuid(), line.signal).catch((error: unknown) => {
    if (form.attempt && isRefusal(error)) return null;
    throw error;
  });
  // Refused as it was: nothing is stored under its key, and what the form has now may be better.
  if (!created) return sendNew({ ...form, attempt: null }, line);
  const { replayed, ...post } = created;
  const unchanged: AfterReplay = sameContent(first, form) ? 'done' : 'update';
  const next = replayed ? afterReplay([first], form, post.value, null) : unchanged;
  if (next === 'done') return { kind: 'saved', post };
  const base = next === 'update' ? baseOf(post) : { ...baseOf(post), fields: first.fields, etag: UNSEEN };
  line.onStored(post, base);
  return next === 'update' ? sendChange({ ...form, attempt: null }, base, line) : { kind: 'conflict', post };
}

/** Changes a post, unless somebody else did since `base`. What an unanswered save of this form stored is no stranger's. */
async function sendChange(form: FormState, base: Base, line: Line): Promise<Outcome> {
  const earlier = form.attempt?.sent ?? [];
  await line.onAttempt({ key: null, sent: [...earlier, contentOf(form)].slice(-REMEMBERED) }, form.attempt);
  try {
    return { kind: 'saved', post: await updatePost(base.id, payloadOf(form), base.etag, line.signal) };
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
  }
  const post = await getPost(base.id, line.signal);
  const next = afterReplay(earlier, form, post.value, base.image);
  if (next !== 'update') return { kind: next === 'done' ? 'saved' : 'conflict', post };
  line.onStored(post, baseOf(post));
  return sendChange({ ...form, attempt: null }, baseOf(post), line);
}

/** A picture that only this browser has would be dropped by the server in silence; saves wait for theirs before. */
function payloadOf(content: Content): FormData {
  if (LANGUAGES.some((language) => uploadIds(content.fields[`content_${language}`]).length > 0)) throw new UnstoredPicture('uploadLost');
  return toFormData(content);
}
