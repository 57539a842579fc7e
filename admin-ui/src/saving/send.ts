import { isRefusal, statusOf } from '../api/errors';
import { dropDraft, getDraft } from '../api/drafts';
import { publishPost, removeForGood } from '../api/life';
import { createPost, getImage, getPost, updatePost } from '../api/posts';
import { LANGUAGES, type Post, type Versioned } from '../api/types';
import { sameContent } from '../form/compare';
import { languagesWithText } from '../form/fields';
import { mergeContents } from '../form/merge';
import { toFormData } from '../form/payload';
import { afterDraft, type Attempt, type Base, baseOf, baseOfDraft, type Content, contentOf, type FormState, isLive, pictureChanged } from '../form/state';
import { UnstoredPicture } from '../pictures/problem';
import { uploadIds } from '../rich-text/address';
import { randomUuid } from '../ui/random-uuid';
import { type AfterReplay, afterReplay } from './replay';
import { sendDraft } from './send-draft';

/** How a save ended, unless it failed. */
export type Outcome = { kind: 'saved'; post: Versioned<Post> } | { kind: 'conflict'; theirs: Base };

/** What a save says while it is on its way, and how it is given up. */
export interface Line {
  signal: AbortSignal;
  /** This is about to be sent; `before` is what is still open if the server certainly does nothing. */
  onAttempt: (attempt: Attempt, before: Attempt | null) => Promise<void>;
  /** The form is about a post that exists: an earlier attempt had stored it. */
  onStored: (post: Versioned<Post>, base: Base) => void;
  /** The server has this as the working copy: what remains is its publication. */
  onDraft: (sent: Content, base: Base) => void;
  /** What somebody else did does not overlap with what was sent: it goes along, in the form as well. */
  onMerged: (content: Content, theirs: Base) => Promise<void>;
}

/** Matches no version, so that every further save is compared with the server's post first. */
const UNSEEN = '"unseen"';

/** What is sent of a change without an answer is remembered, but not without end. */
const REMEMBERED = 5;

/** Publishes a form: creates its post, or changes the one it is about, or lets the draft that it is go live. */
export function send(form: FormState, line: Line): Promise<Outcome> {
  if (!form.base) return sendNew(form, line);
  return isLive(form) ? sendChange(form, form.base, line) : sendUnpublished(form, form.base, line);
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
  return next === 'update' ? sendChange({ ...form, attempt: null }, base, line) : reconcile({ ...form, attempt: null }, base, baseOf(post), line);
}

/** Changes a post, unless somebody else did since `base`. What an unanswered save of this form stored is no stranger's. */
async function sendChange(form: FormState, base: Base, line: Line): Promise<Outcome> {
  const earlier = form.attempt?.sent ?? [];
  await line.onAttempt({ key: null, sent: [...earlier, contentOf(form)].slice(-REMEMBERED) }, form.attempt);
  try {
    return { kind: 'saved', post: await updatePost(base.id, payloadOf(await withDraftPicture(form, base)), base.etag, line.signal) };
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
  }
  const draft = await getDraft(base.id, line.signal);
  const post = { value: draft.value, etag: draft.value.post_etag };
  const theirs = baseOfDraft(draft);
  const next = afterReplay(earlier, form, draft.value, base.image);
  if (next === 'done') return { kind: 'saved', post };
  if (next === 'compare') return reconcile(form, base, theirs, line);
  line.onStored(post, theirs);
  return sendChange({ ...form, attempt: null }, theirs, line);
}

/** Somebody else changed the post since `base`: both go live where they do not overlap, else somebody has to choose. */
async function reconcile(form: FormState, base: Base, theirs: Base, line: Line): Promise<Outcome> {
  const content = theirs.etag === base.etag ? null : mergeContents(base, form, theirs);
  if (!content) return { kind: 'conflict', theirs };
  await line.onMerged(content, theirs);
  return send({ ...form, ...content, base: theirs, attempt: null }, line);
}

/** A post that was never published, or was taken off-line: the working copy first, then all of it that has text. */
async function sendUnpublished(form: FormState, base: Base, line: Line): Promise<Outcome> {
  if (!languagesWithText(form.fields).includes('az')) return sendInstead(form, base, line);
  const kept = await sendDraft(form, { signal: line.signal, automatic: false });
  if (kept.kind === 'conflict') return { kind: 'conflict', theirs: kept.theirs };
  if (kept.kind === 'merged') {
    await line.onMerged(kept.content, kept.base);
    return send({ ...form, ...kept.content, base: kept.base, attempt: null }, line);
  }
  const stored = afterDraft(form, contentOf(form), kept.base);
  line.onDraft(contentOf(form), kept.base);
  // A publication whose answer was lost.
  if (isLive(stored)) return { kind: 'saved', post: await getPost(base.id, line.signal) };
  return { kind: 'saved', post: await publishPost(base.id, { languages: languagesWithText(form.fields) }, kept.base.draft, line.signal) };
}

/** Nothing of it could be published as a draft; the specified call takes titles alone. The new post stands for the draft then. */
async function sendInstead(form: FormState, base: Base, line: Line): Promise<Outcome> {
  const image = pictureChanged(form) || base.image === null ? form.image : await getImage(base.image);
  const attempt = form.attempt?.key ? form.attempt : null;
  const outcome = await sendNew({ ...form, base: null, image, imageRemoved: false, attempt }, line);
  if (outcome.kind === 'saved') await dropDraft(base.id, null).then(() => removeForGood(base.id)).catch(() => undefined);
  return outcome;
}

/** The specified change keeps the published picture where it carries none: the working copy's goes along by itself. */
async function withDraftPicture(form: FormState, base: Base): Promise<Content> {
  if (!base.life?.exists || pictureChanged(form)) return form;
  const { value } = await getPost(base.id);
  if (value.image === base.image) return form;
  return { ...contentOf(form), image: base.image === null ? null : await getImage(base.image), imageRemoved: base.image === null };
}

/** A picture that only this browser has would be dropped by the server in silence; saves wait for theirs before. */
function payloadOf(content: Content): FormData {
  if (LANGUAGES.some((language) => uploadIds(content.fields[`content_${language}`]).length > 0)) throw new UnstoredPicture('uploadLost');
  return toFormData(content);
}
