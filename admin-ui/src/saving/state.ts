import type { Post, Versioned } from '../api/types';
import { afterSave, type Attempt, type Base, emptyForm, equalContent, type FormAction, formReducer, type FormState, isTouched } from '../form/state';
import type { Failure } from './failure';

/** Where a save stands. One that succeeded is only told about when its form was left meanwhile. */
export type Phase =
  | { name: 'sending' }
  | { name: 'saved'; created: boolean }
  | { name: 'conflict'; theirs: Versioned<Post> }
  | { name: 'failed'; failure: Failure; creating: boolean };

/** A save belongs to the session it was made in, wherever the editor is when the answer comes. */
export interface Save {
  session: string;
  sent: FormState;
  phase: Phase;
}

/** Something that could not be done, in the terms the page needs to say so. */
export type Notice = { kind: 'unopened'; id: number; failure: Failure } | { kind: 'textElsewhere' | 'textGone' | 'imageLost' };

export interface State {
  form: FormState;
  /** Whether the form holds something the server does not have. */
  unsaved: boolean;
  /** Whether the browser took the last entry; `null` before there was one. */
  kept: boolean | null;
  /** At most one for each session. */
  saves: readonly Save[];
  /** The post that is being loaded for editing. */
  opening: number | null;
  /** Posts whose deletion is on its way, and those that were not deleted because somebody changed them meanwhile. */
  deleting: readonly number[];
  changed: readonly number[];
  notice: Notice | null;
}

export type Action =
  | FormAction
  // About a save that began a moment ago: by now another text may be in the form.
  | { type: 'sending'; sent: FormState }
  | { type: 'attempt'; session: string; attempt: Attempt | null }
  | { type: 'stored'; session: string; base: Base }
  /** `unchanged`: the form still says what was sent, in whatever markup; without it the letters decide. */
  | { type: 'saved'; session: string; base: Base; next: string; unchanged?: boolean }
  | { type: 'ended'; session: string; phase: Phase }
  | { type: 'dismissed'; session: string }
  | { type: 'deleting'; id: number }
  | { type: 'deleted'; id: number; next: string }
  | { type: 'undeleted'; id: number; changed: boolean }
  | { type: 'opening'; id: number | null }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'checked'; form: FormState; dirty: boolean }
  | { type: 'kept'; session: string; kept: boolean };

export function initialState(session: string): State {
  return { form: emptyForm(session), unsaved: false, kept: null, saves: [], opening: null, deleting: [], changed: [], notice: null };
}

/** The save of the text that is in the form. */
export function currentSave({ saves, form }: State): Save | undefined {
  return saves.find(({ session }) => session === form.session);
}

export function reducer(state: State, action: Action): State {
  const next = reduce(state, action);
  if (next.form === state.form) return next;
  const entered = next.form.session === state.form.session ? next : enter(next, state.form.session);
  return { ...entered, unsaved: isTouched(entered.form) };
}

/** Another text is in the form: what was told about the one before is told no more, except what is still on its way. */
function enter(state: State, left: string): State {
  const saves = state.saves.filter(({ session, phase }) => session !== left || phase.name === 'sending');
  return { ...state, saves, opening: null, notice: null, kept: null };
}

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'sending':
      return withSave({ ...state, notice: null }, { session: action.sent.session, sent: action.sent, phase: { name: 'sending' } });
    case 'ended':
      return inPhase(state, action.session, action.phase);
    case 'dismissed':
      return withoutSave(state, action.session);
    case 'attempt':
      return withForm(state, action.session, (form) => ({ ...form, attempt: action.attempt }));
    case 'stored':
      return withForm(state, action.session, (form) => ({ ...form, base: action.base, attempt: null }));
    case 'saved':
      return saved(state, action);
    case 'deleting':
      return { ...state, deleting: [...state.deleting, action.id], changed: without(state.changed, action.id) };
    case 'deleted':
      return closed({ ...state, deleting: without(state.deleting, action.id) }, action.id, action.next);
    case 'undeleted':
      return { ...state, deleting: without(state.deleting, action.id), changed: action.changed ? [...state.changed, action.id] : state.changed };
    case 'opening':
      return { ...state, opening: action.id, notice: null };
    case 'notice':
      return { ...state, notice: action.notice };
    case 'checked':
      return state.form === action.form && state.unsaved !== action.dirty ? { ...state, unsaved: action.dirty } : state;
    case 'kept':
      return state.form.session === action.session && state.kept !== action.kept ? { ...state, kept: action.kept } : state;
    default:
      return { ...state, form: formReducer(state.form, action) };
  }
}

/** Success empties the form it came from; words typed meanwhile stay in it. A form that was left is only told about. */
function saved(state: State, { session, base, next, unchanged }: Extract<Action, { type: 'saved' }>): State {
  const sent = state.saves.find((save) => save.session === session)?.sent;
  if (!sent) return state;
  if (state.form.session !== session) return inPhase(state, session, { name: 'saved', created: sent.base === null });
  const form = (unchanged ?? equalContent(state.form, sent)) ? emptyForm(next, state.form.replacements + 1) : afterSave(state.form, sent, base);
  return withoutSave({ ...state, form }, session);
}

/** The post is gone. A form about it closes, unless it holds words that exist nowhere else. */
function closed(state: State, id: number, next: string): State {
  const { form } = state;
  if (form.base?.id !== id) return state;
  if (!state.unsaved) return { ...state, form: emptyForm(next, form.replacements + 1) };
  if (currentSave(state)?.phase.name === 'sending') return state;
  return withSave(state, { session: form.session, sent: form, phase: { name: 'failed', failure: 'gone', creating: false } });
}

function withForm(state: State, session: string, change: (form: FormState) => FormState): State {
  return state.form.session === session ? { ...state, form: change(state.form) } : state;
}

function withSave(state: State, save: Save): State {
  return { ...state, saves: [...state.saves.filter(({ session }) => session !== save.session), save] };
}

function withoutSave(state: State, session: string): State {
  return { ...state, saves: state.saves.filter((save) => save.session !== session) };
}

function inPhase(state: State, session: string, phase: Phase): State {
  return { ...state, saves: state.saves.map((save) => (save.session === session ? { ...save, phase } : save)) };
}

function without(ids: readonly number[], id: number): number[] {
  return ids.filter((other) => other !== id);
}
