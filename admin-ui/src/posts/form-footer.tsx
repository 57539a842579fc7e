import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { editedId, usePhase, useWorkspace, useWorkspaceState } from '../saving/use-workspace';
import { PublicationHint } from '../site/publication-hint';
import { Icon } from '../ui/icon';
import { shownShortcut } from '../ui/keyboard';
import { SaveFailure } from './save-failure';
import type { PicturesFirst, SaveKind } from './use-pictures-first';

interface Props {
  /** How many required fields are empty after an attempt to save. */
  missing: number;
  submit: (how: SaveKind) => void;
  /** The pictures a save waits for, or that did not arrive. */
  pictures: PicturesFirst;
  onPreview: () => void;
  onCancel: () => void;
}

/** Stays in view while the form scrolls: the buttons, what is missing, and what went wrong. */
export function FormFooter({ missing, submit, pictures, onPreview, onCancel }: Props) {
  const { t } = useTranslation();
  const phase = usePhase();
  const workspace = useWorkspace();
  const unsaved = useWorkspaceState((state) => state.unsaved);
  return (
    <footer className="post-form__footer">
      {phase?.name === 'failed' && <SaveFailure failure={phase.failure} onRetry={() => submit('save')} onSaveAsNew={() => submit('saveAsNew')} />}
      <div className="post-form__actions">
        <SaveButton saving={phase?.name === 'sending' || pictures.waiting} />
        <button className="button" type="button" onClick={onPreview}>
          <Icon name="desktop" />
          {t('form.preview')}
        </button>
        <button className="button button--quiet" type="button" onClick={onCancel}>
          {t('form.cancel')}
        </button>
        {phase?.name === 'sending' && <StopButton onStop={() => workspace.stop(workspace.state.form.session)} />}
        {!phase && pictures.waiting && <StopButton onStop={pictures.forget} />}
        {!phase && !pictures.waiting && <PublicationHint unsaved={unsaved} />}
        <FormNote missing={missing} pictures={pictures} />
      </div>
    </footer>
  );
}

/** Not `disabled`, which would take the focus from it; a second press does nothing while the first runs. */
function SaveButton({ saving }: { saving: boolean }) {
  const { t } = useTranslation();
  const edits = useWorkspaceState((state) => editedId(state) !== null);
  return (
    <button className="button button--primary" type="submit" aria-disabled={saving} aria-keyshortcuts="Control+S" title={shownShortcut('Ctrl+S')}>
      {saving && <span className="spinner" aria-hidden="true" />}
      {saving ? t('form.saving') : t(edits ? 'form.submitEdit' : 'form.submitCreate')}
    </button>
  );
}

function StopButton({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation();
  return (
    <button className="button button--quiet button--late" type="button" onClick={onStop}>
      {t('form.stop')}
    </button>
  );
}

/** One line beside the buttons: what is missing, what is waited for, or whether the unsaved text is kept. */
function FormNote({ missing, pictures }: { missing: number; pictures: PicturesFirst }) {
  const { t } = useTranslation();
  const unsaved = useWorkspaceState((state) => state.unsaved);
  const kept = useWorkspaceState((state) => state.kept);
  const keeping = kept === null ? '' : ` ${t(kept ? 'form.keptLocally' : 'form.notKept')}`;
  const note = unsaved ? `${t('form.unsaved')}.${keeping}` : t('form.requiredMark');
  const about = missing > 0 ? t('form.missing', { count: missing }) : picturesNote(t, pictures);
  return (
    <p className={`post-form__note muted${unsaved || about !== null ? ' post-form__note--dirty' : ''}`} role="status">
      {about ?? note}
    </p>
  );
}

function picturesNote(t: TFunction, { waiting, refused, pending }: PicturesFirst): string | null {
  if (waiting) return t('form.picturesSending', { count: pending.sending });
  if (!refused || pending.failed === 0) return null;
  return t('form.picturesFailed', { count: pending.failed, languages: pending.failedIn.map((language) => language.toUpperCase()).join(', ') });
}
