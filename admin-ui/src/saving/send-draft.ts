import { statusOf } from '../api/errors';
import { createDraft, type DraftCall, getDraft, saveDraft } from '../api/drafts';
import { type Draft, LANGUAGES, type Versioned } from '../api/types';
import { sameContent, sameValue } from '../form/compare';
import { FIELD_NAMES, type PostFields } from '../form/fields';
import { mergeContents } from '../form/merge';
import { toFormData } from '../form/payload';
import { type Base, baseOfDraft, basisOf, type Content, contentOf, type FormState, pictureChanged, UNSEEN } from '../form/state';
import { uploadIds } from '../rich-text/address';
import { randomUuid } from '../ui/random-uuid';

/** How keeping a draft ended, unless it failed. */
export type DraftOutcome =
  | { kind: 'saved'; base: Base }
  /** Somebody else changed other paragraphs: both are in `content` now. */
  | { kind: 'merged'; base: Base; content: Content }
  | { kind: 'conflict'; theirs: Base };

export interface DraftLine {
  signal: AbortSignal;
  /** The page is being left. */
  leaving?: boolean;
  /** Nobody pressed anything: nobody is asked to sign in, and the revision is thinned out after a day. */
  automatic: boolean;
}

/** A picture that only this browser has cannot be in a draft yet. */
export function awaitsPictures(fields: PostFields): boolean {
  return LANGUAGES.some((language) => uploadIds(fields[`content_${language}`]).length > 0);
}

/** Keeps the form as the working copy of its post, which a new text becomes with this. */
export async function sendDraft(form: FormState, line: DraftLine): Promise<DraftOutcome> {
  const base = form.base ?? (await begin(form, line));
  if (!form.base && base.draft !== UNSEEN && sameContent({ ...contentOf(form), fields: base.fields }, form) && !form.image)
    return { kind: 'saved', base };
  return change({ ...form, base }, base, line);
}

/** The same words under the same key: a lost answer makes no second post. Files follow with the next request. */
export async function begin(form: FormState, line: DraftLine): Promise<Base> {
  const fields = form.draftsSent?.[0] ?? form.fields;
  const ask = (key: string) => askForDraft(key, fields, callOf(line));
  const key = keyOf(form.sitting);
  const draft = await ask(key).catch((error: unknown) => {
    // Other words were sent under it by a page that went before it could note them: rather a second draft than none.
    if (statusOf(error) === 422) return ask(`${key}-${randomUuid()}`);
    throw error;
  });
  const theirs = baseOfDraft(draft);
  // Begun by an earlier request, somebody else may have written in it since: the answer is the draft of now.
  const basis = basisOf(form, theirs);
  return basis && !isOwn(theirs, basis, form) ? basis : { ...theirs, fields };
}

/** To the letter the same request, whoever asks: the key stands for all of it. */
export function askForDraft(key: string, fields: PostFields, how: DraftCall = {}): Promise<Versioned<Draft>> {
  return createDraft(payload({ fields, image: null, imageRemoved: false }, true, true), key, how);
}

/** Under which a new text is begun. */
export function keyOf(sitting: string): string {
  return `draft-${sitting}`;
}

async function change(form: FormState, base: Base, line: DraftLine, known = Boolean(base.draft)): Promise<DraftOutcome> {
  const { signal, automatic } = line;
  if (known) {
    try {
      return { kind: 'saved', base: baseOfDraft(await saveDraft(base.id, payload(form, automatic), base.draft ?? null, callOf(line))) };
    } catch (error) {
      if (statusOf(error) !== 412) throw error;
    }
  }
  const theirs = baseOfDraft(await getDraft(base.id, signal));
  // Nobody was here, or only a request of mine whose answer was lost.
  if (isOwn(theirs, base, form) && !(known && theirs.draft === base.draft)) return change({ ...form, draftsSent: [] }, theirs, line, true);
  const content = mergeContents(base, form, theirs);
  return content ? { kind: 'merged', base: theirs, content } : { kind: 'conflict', theirs };
}

/** The server has what my editing began with, or what I sent since: nobody else's words are in it. */
export function isOwn(theirs: Base, base: Base, form: Omit<FormState, 'replacements'>): boolean {
  const { draftsSent = [], attempt } = form;
  if (theirs.image !== base.image && !pictureChanged(form)) return false;
  const mine = [base.fields, ...draftsSent, ...(attempt?.sent.map(({ fields }) => fields) ?? [])];
  return mine.some((fields) => sameFields(theirs.fields, fields));
}

export function sameFields(a: PostFields, b: PostFields): boolean {
  return FIELD_NAMES.every((name) => sameValue(name, a[name], b[name]));
}

function callOf({ signal, automatic, leaving = false }: DraftLine): DraftCall {
  return { signal, quietly: automatic, keepalive: leaving };
}

function payload(content: Content, automatic: boolean, isNew = false): FormData {
  const form = toFormData(content, isNew);
  if (automatic) form.append('automatic', 'true');
  return form;
}
