import { isRefusal, statusOf } from '../api/errors';
import { dropDraft, getDraft } from '../api/drafts';
import { publishPost } from '../api/life';
import { createPost, getImage, getPost, updatePost } from '../api/posts';
import { type Draft, type Language, LANGUAGES, META_FIELDS, type Post, USUAL, type Versioned, type WholePost } from '../api/types';
import { sameContent, sameValue } from '../form/compare';
import { fieldsOf, languagesWithText, languagesWithTitle, type PostFields, wholePost } from '../form/fields';
import { mergeContents } from '../form/merge';
import { toFormData } from '../form/payload';
import {
  afterDraft,
  type Attempt,
  type Base,
  baseOf,
  baseOfDraft,
  type Content,
  contentOf,
  type FormState,
  isCreating,
  isLive,
  pictureChanged,
  UNSEEN,
} from '../form/state';
import { UnstoredPicture } from '../pictures/problem';
import { uploadIds } from '../rich-text/address';
import { randomUuid } from '../ui/random-uuid';
import { type AfterReplay, afterReplay } from './replay';
import { begin, isOwn, sameFields, sendDraft } from './send-draft';

/** How a save ended, unless it failed. */
export type Outcome = { kind: 'saved'; post: Versioned<WholePost> } | { kind: 'conflict'; theirs: Base };

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

/** What is sent of a change without an answer is remembered, but not without end. */
const REMEMBERED = 5;

/** Publishes a form: creates its post, or changes the one it is about, or lets the draft that it is go live. */
export function send(form: FormState, line: Line): Promise<Outcome> {
  if (!form.base) return form.draftsSent?.length ? sendBegun(form, line) : sendNew(form, line);
  if (isCreating(form)) return sendCreation(form, form.base, line);
  return isLive(form) ? sendChange(form, form.base, line) : sendUnpublished(form, form.base, line);
}

/**
 * Words that were sent to be a draft, by a page that was left before the answer or over a bad line: that draft is asked for
 * under its key, and is what goes live. Else it would stay in the list beside the post.
 */
async function sendBegun(form: FormState, line: Line): Promise<Outcome> {
  const base = await begin(form, { signal: line.signal, automatic: false }).catch((error: unknown) => {
    if (line.signal.aborted) throw error;
    // No draft can be had: the creation needs none.
    return null;
  });
  return base ? send({ ...form, base }, line) : sendNew(form, line);
}

/**
 * Creates a post. When the answer of an earlier attempt was lost, that one may be stored: so its content is sent again
 * under its key, and what was written since is stored on top of it.
 */
async function sendNew(form: FormState, line: Line): Promise<Outcome> {
  const attempt = form.attempt ?? { key: randomUuid(), sent: [contentOf(form)] };
  const [first = contentOf(form)] = attempt.sent;
  await line.onAttempt(attempt, form.attempt);
  const created = await createPost(payloadOf(first, true), attempt.key ?? randomUuid(), line.signal).catch((error: unknown) => {
    if (form.attempt && isRefusal(error)) return null;
    throw error;
  });
  // Refused as it was: nothing is stored under its key, and what the form has now may be better.
  if (!created) return send({ ...form, attempt: null }, line);
  const { replayed, ...answer } = created;
  const post = withSent(answer, first.fields);
  const unchanged: AfterReplay = sameContent(first, form) ? 'done' : 'update';
  const next = replayed ? afterReplay([first], form, post.value, null) : unchanged;
  if (next === 'done') return { kind: 'saved', post };
  const base = next === 'update' ? baseOf(post) : { ...baseOf(post), fields: first.fields, etag: UNSEEN };
  line.onStored(post, base);
  // Nobody can have a working copy of what was made this moment.
  const goOn = replayed ? sendChange : sendSeen;
  return next === 'update' ? goOn({ ...form, attempt: null }, base, line) : reconcile({ ...form, attempt: null }, base, baseOf(post), line);
}

/**
 * A creation that was not answered, whose words are a draft meanwhile: the post may be there, so it is asked for under its
 * key as before. The draft stood in for it, and goes into the trash with it.
 */
async function sendCreation(form: FormState, draft: Base, line: Line): Promise<Outcome> {
  const image = draft.image === null || pictureChanged(form) ? form.image : await getImage(draft.image);
  const outcome = await sendNew({ ...form, image }, line);
  // Somebody else's words are not thrown away with it.
  const version = draft.draft === UNSEEN ? UNSEEN : null;
  if (outcome.kind === 'saved' && outcome.post.value.id !== draft.id) await dropDraft(draft.id, version).catch(console.warn);
  return outcome;
}

/**
 * Changes a post, unless somebody else did since `base`. What an unanswered save of this form stored is no stranger's. The
 * change takes the place of the working copy, too, so that one is looked at before: it may hold a colleague's words.
 */
async function sendChange(form: FormState, base: Base, line: Line): Promise<Outcome> {
  const draft = await getDraft(base.id, line.signal);
  const theirs = baseOfDraft(draft);
  const off = base.etag !== null && !draft.value.live;
  if (!off && draft.value.exists && draft.etag !== base.draft && !isOwn(theirs, base, form)) return reconcile(form, base, theirs, line);
  // After a replay it was only assumed what search engines are told: somebody may have changed that since the first time.
  if (
    theirs.etag === base.etag &&
    !draft.value.exists &&
    !META_FIELDS.every((name) => sameValue(name, theirs.fields[name], base.fields[name]))
  )
    return reconcile(form, base, theirs, line);
  // Without a version of the published post nobody would be asked whether it is still the one that was seen.
  if (base.etag === null) return reconcile(form, base, theirs, line);
  return sendSeen(form, base, line, draft.etag);
}

/** The same once the working copy is known: what becomes of that between the look and the change is no less in the way. */
async function sendSeen(form: FormState, base: Base, line: Line, draftTag: string | null = null): Promise<Outcome> {
  const earlier = form.attempt?.sent ?? [];
  await line.onAttempt({ key: null, sent: [...earlier, contentOf(form)].slice(-REMEMBERED) }, form.attempt);
  try {
    const post = await updatePost(
      base.id,
      payloadOf(await withDraftPicture(form, base)),
      { etag: base.etag, draft: draftTag },
      line.signal,
    );
    return { kind: 'saved', post: withSent(post, form.fields) };
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
  }
  // What counts as stored is what is published; in the working copy my words are even without that.
  const { post, draft } = await readPublished(base.id, line);
  const theirs = baseOfDraft(draft);
  const next = afterReplay(earlier, form, post.value, base.image);
  if (next === 'done') return { kind: 'saved', post };
  if (next === 'compare') return reconcile(form, base, theirs, line);
  const known = { ...baseOf(post), ...(theirs.life ? { life: theirs.life } : {}) };
  line.onStored(post, known);
  return sendChange({ ...form, base: known, attempt: null }, known, line);
}

/** Somebody else changed the post since `base`: both go live where they do not overlap, else somebody has to choose. */
async function reconcile(form: FormState, base: Base, theirs: Base, line: Line): Promise<Outcome> {
  const news = theirs.etag !== base.etag || theirs.draft !== base.draft;
  const content = news ? mergeContents(base, form, theirs) : null;
  if (!content) return { kind: 'conflict', theirs };
  await line.onMerged(content, theirs);
  return send({ ...form, ...content, base: theirs, attempt: null }, line);
}

/**
 * A post that was never published, or was taken off-line: the working copy first, then all of it that has text. Without any
 * in Azerbaijani titles suffice, as they do for the specified creation.
 */
async function sendUnpublished(form: FormState, base: Base, line: Line): Promise<Outcome> {
  const kept = await sendDraft(form, { signal: line.signal, automatic: false });
  if (kept.kind === 'conflict') return { kind: 'conflict', theirs: kept.theirs };
  if (kept.kind === 'merged') {
    await line.onMerged(kept.content, kept.base);
    return send({ ...form, ...kept.content, base: kept.base, attempt: null }, line);
  }
  const stored = afterDraft(form, contentOf(form), kept.base);
  line.onDraft(contentOf(form), kept.base);
  if (isLive(stored)) return sendPublished({ ...stored, attempt: null }, kept.base, line);
  const languages = languagesWithText(form.fields);
  const plan = languages.includes('az') ? { languages } : { languages: languagesOfCall(form.fields), titles_suffice: true };
  return { kind: 'saved', post: withSent(await publishPost(base.id, plan, kept.base.draft, line.signal), form.fields) };
}

/** The languages that the specified creation publishes: those whose titles it requires, and what else has one. */
function languagesOfCall(fields: PostFields): Language[] {
  const titled = languagesWithTitle(fields);
  return LANGUAGES.filter((language) => USUAL.includes(language) || titled.includes(language));
}

/** Live by now, through me when the answer was lost, or through somebody else: done only if all of the copy is. */
async function sendPublished(form: FormState & { base: Base }, kept: Base, line: Line): Promise<Outcome> {
  const { post, draft } = await readPublished(kept.id, line);
  const done = !draft.value.exists && sameFields(fieldsOf(post.value), kept.fields) && post.value.image === kept.image;
  return done ? { kind: 'saved', post } : sendChange(form, form.base, line);
}

/** A specified answer leaves out what search engines and networks are told: that is what was sent. */
function withSent({ value, etag }: Versioned<Post>, sent: PostFields): Versioned<WholePost> {
  return { value: wholePost(value, sent), etag };
}

/** The published post and the working copy, which says of both what search engines and networks are told. */
async function readPublished(id: number, { signal }: Line): Promise<{ post: Versioned<WholePost>; draft: Versioned<Draft> }> {
  const [post, draft] = await Promise.all([getPost(id, signal), getDraft(id, signal)]);
  return { post: withSent(post, fieldsOf(draft.value)), draft };
}

/** The specified change keeps the published picture where it carries none: the working copy's goes along by itself. */
async function withDraftPicture(form: FormState, base: Base): Promise<Content> {
  if (!base.life?.exists || pictureChanged(form)) return form;
  const { value } = await getPost(base.id);
  if (value.image === base.image) return form;
  return { ...contentOf(form), image: base.image === null ? null : await getImage(base.image), imageRemoved: base.image === null };
}

/** A picture that only this browser has would be dropped by the server in silence; saves wait for theirs before. */
function payloadOf(content: Content, isNew = false): FormData {
  if (LANGUAGES.some((language) => uploadIds(content.fields[`content_${language}`]).length > 0)) throw new UnstoredPicture('uploadLost');
  return toFormData(content, isNew);
}
