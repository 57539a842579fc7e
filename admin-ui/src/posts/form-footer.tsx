import { type RefObject, Suspense, useId, useLayoutEffect, useRef } from 'react';
import { ownName } from '../api/client';
import type { Language } from '../api/types';
import type { Translate } from '../i18n/translate';
import { useTranslation } from '../i18n/use-translation';
import type { Finding } from '../checks/finding';
import { isLive, isNothing } from '../form/state';
import { formatTime } from '../i18n/dates';
import { OutlookLine } from '../life/outlook-line';
import { ApprovalDialog } from '../life/parts';
import { PublishMenu } from '../life/publish-menu';
import { useAbove } from '../saving/use-above';
import { useDraftAwaitsPictures, useDraftFailure, usePhase } from '../saving/use-workspace';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { GenerationHint } from '../site/generation-hint';
import { Icon } from '../ui/icon';
import { keepFocus } from '../ui/keep-focus';
import { shownShortcut } from '../ui/keyboard';
import { useMediaQuery } from '../ui/use-media-query';
import { useToldHeight } from '../ui/told-height';
import { focusOn, useLeftFocus } from './left-focus';
import { ChecksList } from './parts';
import { SaveFailure } from './save-failure';
import type { PicturesFirst, SaveKind } from './use-pictures-first';

interface Props {
  /** How many required fields are empty after an attempt to save. */
  missing: number;
  submit: (how: SaveKind) => void;
  /** Keeps the draft, as far as there is one. */
  keep: () => void;
  /** Whether it is an author, who asks for publication. */
  writes: boolean;
  /** The pictures a save waits for, or that did not arrive. */
  pictures: PicturesFirst;
  onPlace: (finding: Finding) => void;
  onPreview: () => void;
  onCancel: () => void;
}

/** Where the buttons alone stay in view, and what can be read once stands above them. */
const NARROW = '(max-width: 40rem)';

/** Stays in view while the form scrolls: the buttons, what is missing, and what went wrong. */
export function FormFooter({ missing, submit, keep, writes, pictures, onPlace, onPreview, onCancel }: Props) {
  const { t } = useTranslation();
  const phase = usePhase();
  const workspace = useWorkspace();
  const ahead = useWorkspaceState(({ unsaved, form }) => unsaved || form.base?.life?.exists === true);
  const outlook = useId();
  const told = useToldHeight('--footer-height');
  const narrow = useMediaQuery(NARROW);
  // What is told goes with the buttons in it; these stay.
  const save = useRef<HTMLButtonElement>(null);
  const draft = useRef<HTMLButtonElement>(null);
  useFocusAfterComparison(draft);
  const [asking, setAsking] = useAbove<true>();
  const ask = () => {
    keep();
    setAsking(true);
  };
  const coming = (
    <div className="post-form__ahead">
      <OutlookLine id={outlook} />
      <Suspense>
        <ChecksList onPlace={onPlace} />
      </Suspense>
    </div>
  );
  return (
    <>
      {narrow && coming}
      {narrow && <p className="post-form__required muted">{t('form.requiredMark')}</p>}
      <footer className="post-form__footer" ref={told}>
        <DraftNotice />
        {phase?.name === 'failed' && (
          <SaveFailure
            failure={phase.failure}
            stays={save}
            onRetry={() => (writes ? ask() : submit('save'))}
            onSaveAsNew={() => submit('saveAsNew')}
          />
        )}
        {!narrow && coming}
        <div className="post-form__actions">
          <div className="post-form__publish">
            {writes ? (
              <AskButton ref={save} describedBy={outlook} onAsk={ask} />
            ) : (
              <SaveButton ref={save} saving={phase?.name === 'sending' || pictures.waiting} describedBy={outlook} />
            )}
            <PublishMenu onAsk={ask} />
          </div>
          <DraftButton ref={draft} byKey={writes} onKeep={keep} />
          <button className="button post-form__preview" type="button" title={t('form.preview')} onClick={onPreview}>
            <Icon name="desktop" />
            <span>{t('form.preview')}</span>
          </button>
          <button className="button button--quiet" type="button" onClick={onCancel}>
            {t('form.cancel')}
          </button>
          {phase?.name === 'sending' && <StopButton stays={save} onStop={() => workspace.stop(workspace.state.form.sitting)} />}
          {!phase && pictures.waiting && <StopButton stays={save} onStop={pictures.forget} />}
          {!phase && !pictures.waiting && <GenerationHint unsaved={ahead} />}
          <FormNote missing={missing} pictures={pictures} stays={draft} />
        </div>
        {asking && <ApprovalDialog onClose={() => setAsking(null)} />}
      </footer>
    </>
  );
}

/** Two versions were compared that are one by now: what led there may have gone meanwhile. */
function useFocusAfterComparison(to: RefObject<HTMLElement | null>): void {
  const compares = useWorkspaceState(({ draft }) => draft?.name === 'conflict' && draft.open);
  const did = useRef(compares);
  useLayoutEffect(() => {
    if (did.current && !compares) keepFocus(to.current);
    did.current = compares;
  }, [compares, to]);
}

type Button = RefObject<HTMLButtonElement | null>;

/** Not `disabled`, which would take the focus from it; a second press does nothing while the first runs. */
function SaveButton({ ref, saving, describedBy }: { ref: Button; saving: boolean; describedBy: string }) {
  const { t } = useTranslation();
  const edits = useWorkspaceState(({ form }) => isLive(form));
  return (
    <button
      ref={ref}
      className="button button--primary"
      type="submit"
      aria-disabled={saving}
      aria-keyshortcuts="Control+S"
      aria-describedby={describedBy}
      title={shownShortcut('Ctrl+S')}
    >
      {saving && <span className="spinner" aria-hidden="true" />}
      {saving ? t('form.saving') : t(edits ? 'form.submitEdit' : 'form.submitCreate')}
    </button>
  );
}

/** For authors in its place: the draft is kept, and somebody is asked to publish it. */
function AskButton({ ref, describedBy, onAsk }: { ref: Button; describedBy: string; onAsk: () => void }) {
  const { t } = useTranslation();
  return (
    <button ref={ref} className="button button--primary" type="button" disabled={!useAble()} aria-describedby={describedBy} onClick={onAsk}>
      {t('approval.ask')}
    </button>
  );
}

/** Whether there is anything to keep. */
function useAble(): boolean {
  return useWorkspaceState(({ form }) => !isNothing(form));
}

/** What the pause in typing does by itself, for whoever wants to be sure. */
function DraftButton({ ref, byKey, onKeep }: { ref: Button; byKey: boolean; onKeep: () => void }) {
  const { t } = useTranslation();
  const saving = usePhase()?.name === 'sending';
  const shortcut = byKey ? { 'aria-keyshortcuts': 'Control+S', title: shownShortcut('Ctrl+S') } : {};
  return (
    <button
      ref={ref}
      className="button post-form__draft"
      type="button"
      disabled={!useAble()}
      aria-disabled={saving}
      onClick={onKeep}
      {...shortcut}
    >
      {t('publishing.save')}
    </button>
  );
}

/** Somebody else is at the same text, or oneself in another window: what came of it, and what has to be decided. */
function DraftNotice() {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const self = ownName();
  const conflict = useWorkspaceState(({ draft }) => draft?.name === 'conflict');
  const own = useWorkspaceState(({ draft }) => draft?.name === 'conflict' && self !== null && draft.theirs.life?.edited_by === self);
  const from = useWorkspaceState(({ mergedFrom }) => mergedFrom);
  const compare = () => {
    const { draft, form } = workspace.state;
    if (draft?.name === 'conflict') workspace.dispatch({ type: 'draftEnded', sitting: form.sitting, phase: { ...draft, open: true } });
  };
  if (conflict) {
    return (
      <div className="notice notice--problem" role="alert">
        <p>{t(own ? 'publishing.conflictOwn' : 'publishing.conflict')}</p>
        <button type="button" className="button" onClick={compare}>
          {t('publishing.compare')}
        </button>
      </div>
    );
  }
  if (from === null) return null;
  return (
    <p className="post-form__merged" role="status">
      {from === '' ? t('publishing.mergedUnknown') : from === self ? t('publishing.mergedOwn') : t('publishing.merged', { name: from })}
    </p>
  );
}

function StopButton({ stays, onStop }: { stays: Button; onStop: () => void }) {
  const { t } = useTranslation();
  const button = useLeftFocus<HTMLButtonElement>(() => focusOn(stays));
  return (
    <button ref={button} className="button button--quiet button--late" type="button" onClick={onStop}>
      {t('form.stop')}
    </button>
  );
}

/** One line beside the buttons: what is missing, what is waited for, or whether the unsaved text is kept. */
function FormNote({ missing, pictures, stays }: { missing: number; pictures: PicturesFirst; stays: Button }) {
  const { t } = useTranslation();
  const unsaved = useWorkspaceState((state) => state.unsaved);
  const kept = useWorkspaceState((state) => state.kept);
  const keeping = kept === null ? '' : ` ${t(kept ? 'form.keptLocally' : 'form.notKept')}`;
  const draft = useWorkspaceState((state) => state.draft);
  const idle = useMediaQuery(NARROW) ? '' : t('form.requiredMark');
  const saved = draft?.name === 'saved' ? t('publishing.savedAt', { time: formatTime(draft.at) }) : idle;
  const note = draft?.name === 'sending' ? t('publishing.saving') : unsaved ? `${t('form.unsaved')}.${keeping}` : saved;
  const awaits = useDraftAwaitsPictures();
  const draftWaits = awaits ? `${draftPicturesNote(t, pictures)}${keeping && `${keeping}.`}` : null;
  const about = missing > 0 ? t('form.missing', { count: missing }) : (picturesNote(t, pictures) ?? draftWaits);
  const unkept = useDraftFailure();
  // A publication that failed says so itself, and is what is tried again.
  const failure = usePhase() === null ? unkept : null;
  return (
    <p className={`post-form__note muted${unsaved || about !== null ? ' post-form__note--dirty' : ''}`} role="status">
      {about ?? (failure ? `${t('publishing.notSaved')} ${failure.reason}${keeping && `${keeping}.`}` : note)}
      {about === null && failure && <WayOn {...failure} stays={stays} />}
    </p>
  );
}

function WayOn({ wayOn, goOn, stays }: { wayOn: string; goOn: () => void; stays: Button }) {
  const button = useLeftFocus<HTMLButtonElement>(() => focusOn(stays));
  return (
    <button ref={button} type="button" className="button button--quiet button--small" onClick={goOn}>
      {wayOn}
    </button>
  );
}

/** Of a save that waits, or that ended by it. */
function picturesNote(t: Translate, { waiting, refused, pending, lost }: PicturesFirst): string | null {
  if (waiting) return pending.sending > 0 ? t('form.picturesSending', { count: pending.sending }) : t('media.fromAwaited');
  if (!refused) return null;
  if (pending.failed === 0) return lost ? t('media.fromLost') : null;
  return failedNote(t, pending);
}

/** What the draft waits for. */
function draftPicturesNote(t: Translate, { pending }: PicturesFirst): string {
  if (pending.failed > 0) return failedNote(t, pending);
  return t('form.draftPictures', { count: pending.sending, languages: namesOf(pending.sendingIn) });
}

function failedNote(t: Translate, { failed, failedIn }: PicturesFirst['pending']): string {
  return t('form.picturesFailed', { count: failed, languages: namesOf(failedIn) });
}

function namesOf(languages: readonly Language[]): string {
  return languages.map((language) => language.toUpperCase()).join(', ');
}
