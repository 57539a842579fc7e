import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { SaveFailure } from './save-failure';
import type { PicturesFirst, SaveKind } from './use-pictures-first';
import type { Workspace } from './use-workspace';

interface Props {
  workspace: Workspace;
  /** How many required fields are empty after an attempt to save. */
  missing: number;
  submit: (how: SaveKind) => void;
  /** The pictures a save waits for, or that did not arrive. */
  pictures: PicturesFirst;
  onPreview: () => void;
  onCancel: () => void;
}

/** Stays in view while the form scrolls: the buttons, what is missing, and what went wrong. */
export function FormFooter({ workspace, missing, submit, pictures, onPreview, onCancel }: Props) {
  const { t } = useTranslation();
  const { state, failure, dirty } = workspace;
  const saving = workspace.saving || pictures.waiting;
  return (
    <footer className="post-form__footer">
      {failure && <SaveFailure failure={failure} onRetry={() => submit('save')} onSaveAsNew={() => submit('saveAsNew')} />}
      <div className="post-form__actions">
        {/* Not `disabled`, which would take the focus from it; a second press does nothing while the first runs. */}
        <button className="button button--primary" type="submit" aria-disabled={saving}>
          {saving && <span className="spinner" aria-hidden="true" />}
          {saving ? t('form.saving') : t(state.base ? 'form.submitEdit' : 'form.submitCreate')}
        </button>
        <button className="button" type="button" onClick={onPreview}>
          <Icon name="desktop" />
          {t('form.preview')}
        </button>
        <button className="button button--quiet" type="button" disabled={workspace.saving} onClick={onCancel}>
          {t('form.cancel')}
        </button>
        <FormNote missing={missing} dirty={dirty} pictures={pictures} />
      </div>
    </footer>
  );
}

/** One line beside the buttons: what is missing, what is waited for, or that the text is kept though not saved. */
function FormNote({ missing, dirty, pictures }: { missing: number; dirty: boolean; pictures: PicturesFirst }) {
  const { t } = useTranslation();
  const kept = dirty ? `${t('form.unsaved')}. ${t('form.keptLocally')}` : t('form.requiredMark');
  const about = missing > 0 ? t('form.missing', { count: missing }) : picturesNote(t, pictures);
  return (
    <p className={`post-form__note muted${dirty || about !== null ? ' post-form__note--dirty' : ''}`} role="status">
      {about ?? kept}
    </p>
  );
}

function picturesNote(t: TFunction, { waiting, refused, pending }: PicturesFirst): string | null {
  if (waiting) return t('form.picturesSending', { count: pending.sending });
  if (!refused || pending.failed === 0) return null;
  return t('form.picturesFailed', { count: pending.failed, languages: pending.failedIn.map((language) => language.toUpperCase()).join(', ') });
}
