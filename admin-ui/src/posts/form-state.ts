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

export interface FormState {
  /** Changes with every new text in the form: new, edited, restored. */
  session: string;
  base: Base | null;
  fields: PostFields;
  image: File | null;
  /** Counts replacements of rich texts from outside, which the editors must take over. */
  revision: number;
}

export type FormAction =
  | { type: 'create'; session: string }
  | { type: 'edit'; session: string; post: Versioned<Post> }
  | { type: 'restore'; session: string; base: Base | null; fields: PostFields; image: File | null }
  | { type: 'field'; name: FieldName; value: string | boolean }
  | { type: 'texts'; texts: Partial<Record<TextField, string>> }
  | { type: 'image'; image: File | null }
  | { type: 'rebase'; base: Base | null; fields: PostFields };

/** What a post looks like to the form. */
export function baseOf({ value, etag }: Versioned<Post>): Base {
  return { id: value.id, etag, fields: fieldsOf(value), image: value.image };
}

/** Create mode, empty. */
export function emptyForm(session: string, revision = 0): FormState {
  return { session, base: null, fields: EMPTY_FIELDS, image: null, revision };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  const revision = state.revision + 1;
  switch (action.type) {
    case 'create':
      return emptyForm(action.session, revision);
    case 'edit': {
      const base = baseOf(action.post);
      return { session: action.session, base, fields: base.fields, image: null, revision };
    }
    case 'restore':
      return { session: action.session, base: action.base, fields: action.fields, image: action.image, revision };
    case 'field':
      return { ...state, fields: { ...state.fields, [action.name]: action.value } };
    case 'texts':
      return { ...state, fields: { ...state.fields, ...action.texts }, revision };
    case 'image':
      return { ...state, image: action.image };
    case 'rebase':
      return { ...state, base: action.base, fields: action.fields, revision };
  }
}

/** True when something would be lost: a chosen image, or a field that differs from what the server has. */
export function isDirty({ base, fields, image }: FormState): boolean {
  const saved = base?.fields ?? EMPTY_FIELDS;
  return image !== null || FIELD_NAMES.some((name) => !sameValue(name, fields[name], saved[name]));
}
