import type { Post, TextField, Versioned } from '../api/types';
import { EMPTY_FIELDS, fieldsOf, FIELD_NAMES, type FieldName, type PostFields } from './fields';
import { sameValue } from './merge';

/** The post being edited as it was last read from the server. */
export interface Base {
  id: number;
  etag: string | null;
  fields: PostFields;
  image: string | null;
}

/** What the first POST of a new post carried: until its answer comes it may or may not be stored. */
export interface Attempt {
  /** The `Idempotency-Key` it is repeated under, so that a lost answer never makes a second post. */
  key: string;
  fields: PostFields;
  image: File | null;
}

export interface FormState {
  /** Changes with every new text in the form: new, edited, restored. */
  session: string;
  base: Base | null;
  fields: PostFields;
  image: File | null;
  attempt: Attempt | null;
  /** Counts replacements of rich texts from outside, which the editors must take over. */
  revision: number;
}

export type FormAction =
  | { type: 'create'; session: string }
  | { type: 'edit'; session: string; post: Versioned<Post> }
  | { type: 'restore'; session: string; base: Base | null; fields: PostFields; image: File | null; attempt?: Attempt | null }
  | { type: 'field'; name: FieldName; value: string | boolean }
  | { type: 'texts'; texts: Partial<Record<TextField, string>> }
  | { type: 'image'; image: File | null }
  | { type: 'rebase'; base: Base | null; fields: PostFields }
  // About a save that began a moment ago: by now the form may hold more words, or another text.
  | { type: 'attempt'; session: string; attempt: Attempt | null }
  | { type: 'stored'; session: string; base: Base }
  | { type: 'saved'; sent: FormState; base: Base; next: string };

/** What a post looks like to the form. */
export function baseOf({ value, etag }: Versioned<Post>): Base {
  return { id: value.id, etag, fields: fieldsOf(value), image: value.image };
}

/** Create mode, empty. */
export function emptyForm(session: string, revision = 0): FormState {
  return { session, base: null, fields: EMPTY_FIELDS, image: null, attempt: null, revision };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  const next = reduce(state, action);
  // An emptied form is the end of that draft: what is written next is another post.
  return next.attempt && next.base === null && !isDirty(next) ? { ...next, attempt: null } : next;
}

function reduce(state: FormState, action: FormAction): FormState {
  const revision = state.revision + 1;
  switch (action.type) {
    case 'create':
      return emptyForm(action.session, revision);
    case 'edit': {
      const base = baseOf(action.post);
      return { session: action.session, base, fields: base.fields, image: null, attempt: null, revision };
    }
    case 'restore':
      return { session: action.session, base: action.base, fields: action.fields, image: action.image, attempt: action.attempt ?? null, revision };
    case 'field':
      return { ...state, fields: { ...state.fields, [action.name]: action.value } };
    case 'texts':
      return { ...state, fields: { ...state.fields, ...action.texts }, revision };
    case 'image':
      return { ...state, image: action.image };
    case 'rebase':
      return { ...state, base: action.base, fields: action.fields, revision };
    case 'attempt':
      return state.session === action.session ? { ...state, attempt: action.attempt } : state;
    case 'stored':
      return state.session === action.session ? { ...state, base: action.base, attempt: null } : state;
    case 'saved':
      if (state.session !== action.sent.session) return state;
      // Words typed while the save was on its way stay in the form, now as changes of the saved post.
      if (sameText(state, action.sent)) return emptyForm(action.next, revision);
      return { ...state, base: action.base, image: state.image === action.sent.image ? null : state.image, attempt: null };
  }
}

/** True when both hold the same texts, marks and image file. */
function sameText(a: FormState, b: FormState): boolean {
  return a.image === b.image && FIELD_NAMES.every((name) => sameValue(name, a.fields[name], b.fields[name]));
}

/** True when something would be lost: a chosen image, or a field that differs from what the server has. */
export function isDirty({ base, fields, image }: FormState): boolean {
  const saved = base?.fields ?? EMPTY_FIELDS;
  return image !== null || FIELD_NAMES.some((name) => !sameValue(name, fields[name], saved[name]));
}
