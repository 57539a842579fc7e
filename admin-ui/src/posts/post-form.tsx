import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedPost, TEXT_FIELDS } from '../api/types';
import { isEmptyText, missingFields, type FieldName } from './fields';
import { FormFooter } from './form-footer';
import { FormSettings } from './form-settings';
import { LanguageDesk } from './language-desk';
import { PreviewDialog } from './preview-dialog';
import type { Workspace } from './use-workspace';
import { useDesk } from './use-desk';
import { type SaveKind, usePicturesFirst } from './use-pictures-first';

interface Props {
  ref: Ref<HTMLElement>;
  workspace: Workspace;
  posts: readonly ListedPost[];
}

/** Create and edit mode. Saving is refused only for empty titles and author; everything else may wait. */
export function PostForm({ ref, workspace, posts }: Props) {
  const { t } = useTranslation();
  const headingId = useId();
  const { state } = workspace;
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [previewing, setPreviewing] = useState(false);
  const desk = useDesk();
  const pictures = usePicturesFirst(state, {
    save: (how) => void workspace[how](),
    reveal: (language) => desk.reveal(`content_${language}`),
  });
  const open = missing.filter((name) => missingFields(state.fields).includes(name));
  const emptyCount = TEXT_FIELDS.filter((field) => isEmptyText(state.fields[field])).length;

  /** Saves if everything required is there, otherwise leads to the first gap. */
  function submit(how: SaveKind) {
    const gaps = missingFields(state.fields);
    setMissing(gaps);
    const [first] = gaps;
    if (first) desk.reveal(first);
    else pictures.whenStored(how);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit('save');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    submit('save');
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
          </p>
        </header>
        <FormSettings workspace={workspace} posts={posts} missing={open} />
        <LanguageDesk workspace={workspace} desk={desk} missing={open} />
        <FormFooter
          workspace={workspace}
          missing={open.length}
          submit={submit}
          pictures={pictures}
          onPreview={() => setPreviewing(true)}
          onCancel={() => {
            setMissing([]);
            pictures.forget();
            workspace.cancel();
          }}
        />
      </form>
      {previewing && <PreviewDialog state={state} language={desk.language} onClose={() => setPreviewing(false)} />}
    </section>
  );
}
