import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedPost } from '../api/types';
import { Icon } from '../ui/icon';
import { isEmptyText, missingFields, type FieldName } from './fields';
import { FormSettings } from './form-settings';
import { LanguageDesk } from './language-desk';
import { PreviewDialog } from './preview-dialog';
import { SaveFailure } from './save-failure';
import type { Workspace } from './use-workspace';
import { TEXT_FIELDS } from '../api/types';
import { useDesk } from './use-desk';

interface Props {
  ref: Ref<HTMLElement>;
  workspace: Workspace;
  posts: readonly ListedPost[];
}

/** Create and edit mode. Saving is refused only for empty titles and author; everything else may wait. */
export function PostForm({ ref, workspace, posts }: Props) {
  const { t } = useTranslation();
  const headingId = useId();
  const { state, saving, failure, dirty } = workspace;
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [previewing, setPreviewing] = useState(false);
  const desk = useDesk();
  const open = missing.filter((name) => missingFields(state.fields).includes(name));
  const emptyCount = TEXT_FIELDS.filter((field) => isEmptyText(state.fields[field])).length;

  /** Saves if everything required is there, otherwise leads to the first gap. */
  function submit(save: () => Promise<void>) {
    const gaps = missingFields(state.fields);
    setMissing(gaps);
    const [first] = gaps;
    if (first) desk.reveal(first);
    else void save();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit(workspace.save);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    submit(workspace.save);
  }

  return (
    <section className="panel form-panel" ref={ref} tabIndex={-1} aria-labelledby={headingId} aria-busy={workspace.opening !== null}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+S saves from any field */}
      <form className="post-form" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} data-mode={state.base ? 'edit' : 'create'}>
        <header className="post-form__header">
          <h2 className="panel__title" id={headingId}>
            {t(state.base ? 'form.edit' : 'form.create')}
            {state.base && <span className="post-form__id"> № {state.base.id}</span>}
          </h2>
          <p className="post-form__state muted">
            {emptyCount === 0 ? t('form.complete') : t('form.emptyCount', { count: emptyCount })}
            {dirty && <span className="post-form__dirty"> · {t('form.unsaved')}. {t('form.keptLocally')}</span>}
          </p>
        </header>
        <FormSettings workspace={workspace} posts={posts} missing={open} />
        <LanguageDesk workspace={workspace} desk={desk} missing={open} />
        {failure && <SaveFailure failure={failure} onRetry={() => submit(workspace.save)} onSaveAsNew={() => submit(workspace.saveAsNew)} />}
        <footer className="post-form__footer">
          <button className="button button--primary" type="submit" disabled={saving}>
            {saving && <span className="spinner" aria-hidden="true" />}
            {saving ? t('form.saving') : t(state.base ? 'form.submitEdit' : 'form.submitCreate')}
          </button>
          <button className="button" type="button" onClick={() => setPreviewing(true)}>
            <Icon name="desktop" />
            {t('form.preview')}
          </button>
          <button
            className="button button--quiet"
            type="button"
            disabled={saving}
            onClick={() => {
              setMissing([]);
              workspace.cancel();
            }}
          >
            {t('form.cancel')}
          </button>
          <p className="post-form__note muted" role="status">
            {open.length > 0 ? t('form.missing', { count: open.length }) : t('form.requiredMark')}
          </p>
        </footer>
      </form>
      {previewing && <PreviewDialog state={state} language={desk.language} onClose={() => setPreviewing(false)} />}
    </section>
  );
}
