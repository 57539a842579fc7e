import type { Draft, Life, MetaField, TextField, Versioned, WholePost } from '../api/types';
import { everyLanguage } from './every-language';
import { EMPTY_FIELDS, fieldsOf, FIELD_NAMES, isBlank, type FieldName, type PostFields } from './fields';

/** The post being edited as it was last read from the server. */
export interface Base {
  id: number;
  /** Version of the published post. */
  etag: string | null;
  /** Version of the working copy; without it that is not known yet. */
  draft?: string | null;
  fields: PostFields;
  image: string | null;
  life?: BaseLife;
}

/** What else is known of the post since then; entries of earlier versions say nothing. */
export type BaseLife = Life & Pick<Draft, 'exists' | 'shared_until'> & Partial<Pick<Draft, 'shared_differs' | 'redirect_to'>>;

/** What a save carries. */
export interface Content {
  fields: PostFields;
  /** The chosen file; without one the post keeps its picture. */
  image: File | null;
  /** The post's picture is to go. */
  imageRemoved: boolean;
}

/** What was sent and not answered: it may or may not be stored. */
export interface Attempt {
  /** The `Idempotency-Key` of a new post, repeated with the same content, so that a lost answer never makes a second post. */
  key: string | null;
  /** The content of a new post; of a change everything sent since the base was read. */
  sent: readonly Content[];
}

export interface FormState extends Content {
  /** Changes with every new text in the form: new, edited, restored. */
  sitting: string;
  base: Base | null;
  attempt: Attempt | null;
  /** What was sent to be kept as a draft, and not answered. */
  draftsSent?: readonly PostFields[];
  /** Counts replacements of rich texts from outside, which the editors must take over. */
  replacements: number;
  /** Counts those of them that brought what somebody else wrote. */
  merges?: number;
}

export type FormAction =
  | { type: 'create'; sitting: string }
  | { type: 'edit'; sitting: string; post: Versioned<WholePost> }
  | { type: 'open'; sitting: string; base: Base }
  | ({ type: 'restore'; sitting: string; base: Base | null; attempt: Attempt | null; draftsSent?: readonly PostFields[] } & Content)
  | { type: 'field'; name: FieldName; value: string | boolean }
  | { type: 'texts'; texts: Partial<Record<TextField | MetaField, string>> }
  | { type: 'image'; image: File | null }
  | { type: 'imageRemoved'; removed: boolean }
  | ({ type: 'rebase'; base: Base | null } & Content);

/** What a post looks like to the form. */
export function baseOf({ value, etag }: Versioned<WholePost>): Base {
  return { id: value.id, etag, fields: fieldsOf(value), image: value.image };
}

/** The same from a working copy, or from the published post that stands in for one. */
export function baseOfDraft({ value, etag }: Versioned<Draft>): Base {
  const { state, live, updated, edited_at, edited_by, languages, exists, shared_until, shared_differs, redirect_to } = value;
  const life = {
    state,
    live,
    updated,
    edited_at,
    edited_by,
    languages: everyLanguage(languages),
    exists,
    shared_until,
    shared_differs,
    redirect_to,
  };
  return { id: value.id, etag: value.post_etag, draft: etag, fields: fieldsOf(value), image: value.image, life };
}

/** Matches no version, so that the next request is compared with what the server has first. */
export const UNSEEN = '"unseen"';

/**
 * What my editing of `theirs` began with: the post as it was read, or the first words of it that were sent to be a draft. Those
 * went without a picture, and what became of them since was not seen.
 */
export function basisOf({ base, draftsSent = [] }: Pick<FormState, 'base' | 'draftsSent'>, theirs: Base): Base | null {
  const [fields] = draftsSent;
  return base ?? (fields ? { ...theirs, fields, image: null, draft: UNSEEN, etag: theirs.etag && UNSEEN } : null);
}

/** Visitors can read the post that the form is about. */
export function isLive({ base }: Pick<FormState, 'base'>): boolean {
  return base !== null && base.life?.live !== false;
}

/** A post was to be created, and nobody knows whether it was; its words may be a draft meanwhile. */
export function isCreating(form: FormState): boolean {
  return form.attempt?.key != null && !isLive(form);
}

/** A new form in which nothing is written: there is nothing to keep. */
export function isNothing({ base, fields }: Pick<FormState, 'base' | 'fields'>): boolean {
  return base === null && isBlank(fields);
}

/** Create mode, empty. */
export function emptyForm(sitting: string, replacements = 0): FormState {
  return { sitting, base: null, fields: EMPTY_FIELDS, image: null, imageRemoved: false, attempt: null, replacements };
}

export function contentOf({ fields, image, imageRemoved }: Content): Content {
  return { fields, image, imageRemoved };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  const next = reduce(state, action);
  // An emptied form is the end of that entry: what is written next is another post.
  return next.attempt && next.base === null && !pictureChanged(next) && isBlank(next.fields) ? { ...next, attempt: null } : next;
}

function reduce(state: FormState, action: FormAction): FormState {
  const replacements = state.replacements + 1;
  switch (action.type) {
    case 'create':
      return emptyForm(action.sitting, replacements);
    case 'edit': {
      const base = baseOf(action.post);
      return { ...emptyForm(action.sitting, replacements), base, fields: base.fields };
    }
    case 'open':
      return { ...emptyForm(action.sitting, replacements), base: action.base, fields: action.base.fields };
    case 'restore':
      return {
        sitting: action.sitting,
        base: action.base,
        attempt: action.attempt,
        draftsSent: action.draftsSent ?? [],
        ...contentOf(action),
        replacements,
      };
    case 'field':
      return { ...state, fields: { ...state.fields, [action.name]: action.value } };
    case 'texts':
      return { ...state, fields: { ...state.fields, ...action.texts }, replacements };
    case 'image':
      return { ...state, image: action.image, imageRemoved: false };
    case 'imageRemoved':
      return { ...state, image: null, imageRemoved: action.removed };
    case 'rebase':
      // Merged with a colleague's draft: whether the post was created is still not known.
      return {
        ...state,
        base: action.base,
        ...contentOf(action),
        attempt: action.base && isCreating({ ...state, base: action.base }) ? state.attempt : null,
        draftsSent: [],
        replacements,
        merges: (state.merges ?? 0) + 1,
      };
  }
}

/** The form once `sent` is stored as `base`: words and pictures of later stay in it, as changes of the saved post. */
export function afterSave<T extends Content>(later: T, sent: Content, base: Base): T & { base: Base; attempt: null } {
  const image = sameFile(later.image, sent.image) ? null : later.image;
  const imageRemoved = later.imageRemoved && !sent.imageRemoved;
  return { ...later, base, image, imageRemoved, attempt: null };
}

/** The form once `sent` is kept as a draft: like `afterSave`, but a publication that was not answered remains open. */
export function afterDraft<T extends Content & { attempt: Attempt | null }>(
  later: T,
  sent: Content,
  stored: Base,
): T & { base: Base; draftsSent: readonly PostFields[] } {
  // What the server keeps of a text in other words is no change of the editor's.
  const base = { ...stored, fields: sent.fields };
  return { ...afterSave(later, sent, base), attempt: later.attempt, draftsSent: [] };
}

/** The same to the letter; `sameContent` also knows other markup of the same text. */
export function equalContent(a: Content, b: Content): boolean {
  return sameFile(a.image, b.image) && a.imageRemoved === b.imageRemoved && FIELD_NAMES.every((name) => a.fields[name] === b.fields[name]);
}

/** The same choice; a file that came back from the journal is another object. */
export function sameFile(a: File | null, b: File | null): boolean {
  return a === b || (a !== null && b !== null && a.name === b.name && a.size === b.size && a.lastModified === b.lastModified);
}

/** Like `isDirty` but quick, and true as well for other markup of the same text: cheap enough for every key. */
export function isTouched(state: FormState): boolean {
  return pictureChanged(state) || FIELD_NAMES.some((name) => state.fields[name] !== savedFields(state)[name]);
}

/** Another picture is chosen, or the post's is to go. */
export function pictureChanged({ image, imageRemoved }: Content): boolean {
  return image !== null || imageRemoved;
}

/** What the server has of the post; of a new one nothing. */
export function savedFields({ base }: Pick<FormState, 'base'>): PostFields {
  return base?.fields ?? EMPTY_FIELDS;
}
