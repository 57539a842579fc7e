import {
  afterDraft,
  afterSave,
  type Attempt,
  type Base,
  basisOf,
  type Content,
  contentOf,
  emptyForm,
  equalContent,
  type FormAction,
  formReducer,
  type FormState,
  isLive,
  isTouched,
} from '../form/state';
import type { Refused } from '../api/errors';
import type { Language, LinkingPost } from '../api/types';
import type { PostFields } from '../form/fields';
import type { Failure } from './failure';

/** Where a save stands. One that succeeded is only told about when its form was left meanwhile. */
export type Phase =
  | { name: 'sending' }
  | { name: 'saved'; created: boolean }
  | { name: 'conflict'; theirs: Base }
  | { name: 'failed'; failure: Failure; creating: boolean };

/**
 * Where the last draft of the open form stands: on its way, kept since a time, not kept, or in somebody's way; `publishing` is the
 * save that began while it was.
 */
export type DraftPhase =
  | { name: 'sending' }
  | { name: 'saved'; at: number }
  | { name: 'failed'; failure: Failure }
  | { name: 'conflict'; theirs: Base; open: boolean; publishing?: boolean };

/** A save belongs to the sitting it was made in, wherever the editor is when the answer comes. */
export interface Save {
  sitting: string;
  sent: FormState;
  phase: Phase;
}

/** A picture of the library for the open form: its file is on its way, or did not come. Each is an object of its own. */
export interface LibraryPick {
  phase: 'coming' | 'failed';
}

/** What the server has of a form that was cancelled, and what it had when that was opened. */
export interface LeftDraft {
  left: Base;
  opened: Base | null;
}

/** What happened a moment ago or could not be done, in the terms the page needs to say so. */
export type Notice =
  | { kind: 'unopened'; id: number; failure: Failure }
  | { kind: 'trashed'; id: number; title: string; wasLive: boolean; redirect: string | null }
  | ({ kind: 'draftKept' } & LeftDraft)
  | { kind: 'draftOpen'; left: Base }
  | { kind: 'draftDropped' | 'notRemoved'; title: string }
  /** `trash`: what was to become of a post that lies there, or was to. */
  | { kind: 'undone'; failure: Failure; trash?: 'restore' | 'remove' | 'delete' }
  /** What is to happen by itself: of these languages, or of the whole post; or does not happen any more. */
  | { kind: 'planned'; action: 'publish' | 'unpublish'; languages: readonly Language[] | null; at: string }
  | { kind: 'unplanned'; all: boolean }
  | { kind: 'textElsewhere' | 'textGone' | 'imageLost' | 'notInTrash' | 'changedBefore' };

export interface State {
  form: FormState;
  /** The post as it was when its text came into the form. */
  opened: Base | null;
  /** Whether the form holds something the server does not have. */
  unsaved: boolean;
  /** Whether the browser took the last entry; `null` before there was one. */
  kept: boolean | null;
  /** At most one for each sitting. */
  saves: readonly Save[];
  /** The post that is being loaded for editing. */
  opening: number | null;
  /** Posts whose deletion is on its way, and those that were not deleted because somebody changed them meanwhile. */
  deleting: readonly number[];
  changed: readonly number[];
  /** Posts on their way out of the trash. */
  restoring: readonly number[];
  notice: Notice | null;
  draft: DraftPhase | null;
  /** Ends with whatever else becomes of the form's picture. */
  pick: LibraryPick | null;
  /** A post that is about to be deleted although others link to it. */
  linked: { id: number; title: string; links: readonly LinkingPost[]; redirect?: string | null; refused?: Refused } | null;
  /** Whose changes came into the open form, until it is saved or its texts are replaced by choice; `''` when it is not known who it was. */
  mergedFrom: string | null;
}

export type Action =
  | FormAction
  // About a save that began a moment ago: by now another text may be in the form.
  | { type: 'sending'; sent: FormState }
  | { type: 'attempt'; sitting: string; attempt: Attempt | null }
  | { type: 'stored'; sitting: string; base: Base }
  /** `unchanged`: the form still says what was sent, in whatever markup; without it the letters decide. */
  | { type: 'saved'; sitting: string; base: Base; next: string; unchanged?: boolean }
  | { type: 'ended'; sitting: string; phase: Phase }
  // About a draft of a sitting, which by now may not be the open one either.
  | { type: 'draftSending'; sitting: string; sent: PostFields }
  | { type: 'draftSaved'; sitting: string; sent: Content; base: Base; at: number }
  | { type: 'draftEnded'; sitting: string; phase: DraftPhase | null }
  /** `content`: the form as it is, with what somebody else did since. */
  | { type: 'merged'; sitting: string; base: Base; content: Content }
  /** What is known of the open post was read again; its texts are taken over where nothing was written. */
  | { type: 'reread'; base: Base }
  | { type: 'dismissed'; sitting: string }
  | { type: 'deleting'; id: number }
  | { type: 'deleted'; id: number; next: string }
  | { type: 'undeleted'; id: number; changed: boolean }
  | { type: 'restoring'; id: number }
  | { type: 'restored'; id: number }
  | { type: 'linked'; linked: State['linked'] }
  | { type: 'opening'; id: number | null }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'pick'; pick: LibraryPick | null }
  | { type: 'checked'; form: FormState; dirty: boolean }
  | { type: 'kept'; sitting: string; kept: boolean };

export function initialState(sitting: string): State {
  return {
    form: emptyForm(sitting),
    opened: null,
    unsaved: false,
    kept: null,
    saves: [],
    opening: null,
    deleting: [],
    changed: [],
    restoring: [],
    notice: null,
    draft: null,
    pick: null,
    mergedFrom: null,
    linked: null,
  };
}

/** The save of the text that is in the form. */
export function currentSave({ saves, form }: State): Save | undefined {
  return saves.find(({ sitting }) => sitting === form.sitting);
}

export function reducer(state: State, action: Action): State {
  const reduced = reduce(state, action);
  const next = withBasis(reduced.form.sitting === state.form.sitting ? reduced : enter(reduced, state.form.sitting));
  return next.form === state.form ? next : { ...next, unsaved: isTouched(next.form) };
}

/** A new text in somebody's way is about the post that its draft became: two versions are compared by what both began with. */
function withBasis(state: State): State {
  const { form, draft } = state;
  if (form.base) return state;
  const conflict = [currentSave(state)?.phase, draft].find((phase) => phase?.name === 'conflict');
  const base = conflict ? basisOf(form, conflict.theirs) : null;
  return base ? { ...state, form: { ...form, base } } : state;
}

/** Another text is in the form: what was told about the one before is told no more, except what is still on its way. */
function enter(state: State, left: string): State {
  const saves = state.saves.filter(({ sitting, phase }) => sitting !== left || phase.name === 'sending');
  return { ...state, saves, opened: state.form.base, opening: null, notice: null, kept: null, draft: null, pick: null, mergedFrom: null };
}

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'sending':
      return withSave({ ...state, notice: null }, { sitting: action.sent.sitting, sent: action.sent, phase: { name: 'sending' } });
    case 'ended':
      return inPhase(state, action.sitting, action.phase);
    case 'draftSending':
    case 'draftSaved':
    case 'draftEnded':
    case 'merged':
      return action.sitting === state.form.sitting ? drafted(state, action) : state;
    case 'reread':
      return reread(state, action.base);
    case 'dismissed':
      return withoutSave(state, action.sitting);
    case 'attempt':
      return withForm(state, action.sitting, (form) => ({ ...form, attempt: action.attempt }));
    case 'stored':
      return withForm(state, action.sitting, (form) => ({ ...form, base: action.base, attempt: null }));
    case 'saved':
      return saved(state, action);
    case 'deleting':
      return { ...state, deleting: [...state.deleting, action.id], changed: without(state.changed, action.id) };
    case 'deleted':
      return closed({ ...state, deleting: without(state.deleting, action.id) }, action.id, action.next);
    case 'undeleted':
      return {
        ...state,
        deleting: without(state.deleting, action.id),
        changed: action.changed ? [...state.changed, action.id] : state.changed,
      };
    case 'restoring':
      return { ...state, restoring: [...state.restoring, action.id] };
    case 'restored':
      return { ...state, restoring: without(state.restoring, action.id) };
    case 'linked':
      return { ...state, linked: action.linked };
    case 'opening':
      return { ...state, opening: action.id, notice: null };
    case 'notice':
      return { ...state, notice: action.notice };
    case 'pick':
      return { ...state, pick: action.pick };
    case 'image':
    case 'imageRemoved':
      return { ...state, pick: null, form: formReducer(state.form, action) };
    case 'checked':
      return state.form === action.form && state.unsaved !== action.dirty ? { ...state, unsaved: action.dirty } : state;
    case 'kept':
      return state.form.sitting === action.sitting && state.kept !== action.kept ? { ...state, kept: action.kept } : state;
    case 'rebase':
      return { ...state, opened: action.base, mergedFrom: null, form: formReducer(state.form, action) };
    case 'texts':
      return { ...state, mergedFrom: null, form: formReducer(state.form, action) };
    default:
      return { ...state, form: formReducer(state.form, action) };
  }
}

/**
 * Success empties the form it came from; words typed meanwhile stay in it, and it stays for a picture that is still to come. A
 * form that was left is only told about.
 */
function saved(state: State, { sitting, base, next, unchanged }: Extract<Action, { type: 'saved' }>): State {
  const sent = state.saves.find((save) => save.sitting === sitting)?.sent;
  if (!sent) return state;
  if (state.form.sitting !== sitting) return inPhase(state, sitting, { name: 'saved', created: !isLive(sent) });
  const done = (unchanged ?? equalContent(state.form, sent)) && state.pick?.phase !== 'coming';
  const form = done ? emptyForm(next, state.form.replacements + 1) : afterSave(state.form, sent, base);
  return withoutSave({ ...state, form, opened: form.base, mergedFrom: null }, sitting);
}

type DraftAction = Extract<Action, { type: 'draftSending' | 'draftSaved' | 'draftEnded' | 'merged' }>;

/** Drafts without an answer are remembered, but not without end. */
const REMEMBERED = 3;

/** What was sent so far. The first words of a new text stay: they are repeated under its key until they are answered. */
export function withDraftSent(sent: readonly PostFields[], fields: PostFields): readonly PostFields[] {
  const [first, ...later] = sent;
  return first ? [first, ...[...later, fields].slice(1 - REMEMBERED)] : [fields];
}

/** What comes of the open form's draft. */
function drafted(state: State, action: DraftAction): State {
  switch (action.type) {
    case 'draftSending':
      return {
        ...state,
        draft: { name: 'sending' },
        form: { ...state.form, draftsSent: withDraftSent(state.form.draftsSent ?? [], action.sent) },
      };
    case 'draftSaved':
      return { ...state, draft: { name: 'saved', at: action.at }, form: afterDraft(state.form, action.sent, action.base) };
    case 'draftEnded':
      return { ...state, draft: action.phase };
    case 'merged': {
      const form = { ...withOthersWords(state.form), ...contentOf(action.content), base: action.base, draftsSent: [] };
      return { ...state, draft: null, opened: action.base, mergedFrom: action.base.life?.edited_by ?? '', form };
    }
  }
}

/** A form in which nothing was written shows what the server has; one with words learns only what became of the post. */
function reread(state: State, base: Base): State {
  const { form } = state;
  if (form.base?.id !== base.id || isOlder(base.draft, form.base.draft)) return state;
  if (base.draft === form.base.draft) return { ...state, form: { ...form, base: { ...form.base, etag: base.etag, life: base.life } } };
  if (state.unsaved || form.attempt || currentSave(state)) return { ...state, form: { ...form, base: { ...form.base, life: base.life } } };
  return { ...state, opened: base, form: { ...withOthersWords(form), base, fields: base.fields, draftsSent: [] } };
}

/** The editors take the texts over, and undo none of it. */
function withOthersWords(form: FormState): FormState {
  return { ...form, replacements: form.replacements + 1, merges: (form.merges ?? 0) + 1 };
}

/** Working copies of a post are counted: `…-d7-12`. */
const COUNTED = /^(.*-d\d+)-(\d+)"$/;

/** True when the first is an earlier version of the same working copy. */
function isOlder(a: string | null | undefined, b: string | null | undefined): boolean {
  const [, nameA, countA] = COUNTED.exec(a ?? '') ?? [];
  const [, nameB, countB] = COUNTED.exec(b ?? '') ?? [];
  return nameA !== undefined && nameA === nameB && Number(countA) < Number(countB);
}

/** The post is gone. A form about it closes, unless it holds words that exist nowhere else. */
function closed(state: State, id: number, next: string): State {
  const { form } = state;
  if (form.base?.id !== id) return state;
  if (!state.unsaved) return { ...state, form: emptyForm(next, form.replacements + 1) };
  if (currentSave(state)?.phase.name === 'sending') return state;
  return withSave(state, { sitting: form.sitting, sent: form, phase: { name: 'failed', failure: 'gone', creating: false } });
}

function withForm(state: State, sitting: string, change: (form: FormState) => FormState): State {
  return state.form.sitting === sitting ? { ...state, form: change(state.form) } : state;
}

function withSave(state: State, save: Save): State {
  return { ...state, saves: [...state.saves.filter(({ sitting }) => sitting !== save.sitting), save] };
}

function withoutSave(state: State, sitting: string): State {
  return { ...state, saves: state.saves.filter((save) => save.sitting !== sitting) };
}

function inPhase(state: State, sitting: string, phase: Phase): State {
  return { ...state, saves: state.saves.map((save) => (save.sitting === sitting ? { ...save, phase } : save)) };
}

function without(ids: readonly number[], id: number): number[] {
  return ids.filter((other) => other !== id);
}
