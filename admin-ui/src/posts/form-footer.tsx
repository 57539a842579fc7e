import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { SaveFailure } from './save-failure';
import type { Workspace } from './use-workspace';

interface Props {
  workspace: Workspace;
  /** How many required fields are empty after an attempt to save. */
  missing: number;
  submit: (save: () => Promise<void>) => void;
  onPreview: () => void;
  onCancel: () => void;
}

/** Stays in view while the form scrolls: the buttons, what is missing, and what went wrong. */
export function FormFooter({ workspace, missing, submit, onPreview, onCancel }: Props) {
  const { t } = useTranslation();
  const { state, saving, failure, dirty } = workspace;
  return (
    <footer className="post-form__footer">
      {failure && <SaveFailure failure={failure} onRetry={() => submit(workspace.save)} onSaveAsNew={() => submit(workspace.saveAsNew)} />}
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
        <button className="button button--quiet" type="button" disabled={saving} onClick={onCancel}>
          {t('form.cancel')}
        </button>
        <FormNote missing={missing} dirty={dirty} />
      </div>
    </footer>
  );
}

/** One line beside the buttons: what is missing, or that the text is kept though not saved. */
function FormNote({ missing, dirty }: { missing: number; dirty: boolean }) {
  const { t } = useTranslation();
  const kept = dirty ? `${t('form.unsaved')}. ${t('form.keptLocally')}` : t('form.requiredMark');
  return (
    <p className={`post-form__note muted${dirty || missing > 0 ? ' post-form__note--dirty' : ''}`} role="status">
      {missing > 0 ? t('form.missing', { count: missing }) : kept}
    </p>
  );
}
