import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { ARE_USUAL, type ListedPost, TEXT_FIELDS } from '../api/types';
import { useMe } from '../auth/use-me';
import { type FormState, isLive, isNothing } from '../form/state';
import { ApprovalPanel } from '../life/approval-panel';
import { HistoryDrawer } from '../life/parts';
import { StateBadge } from '../life/state-badge';
import { isEmptyText } from '../form/empty';
import { missingFields, type FieldName } from '../form/fields';
import { currentSave } from '../saving/state';
import { useAbove } from '../saving/use-above';
import { editedId, useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';
import { refuseStrayFiles } from '../ui/stray-files';
import { dropStrayPresses } from '../ui/stray-presses';
import { keepFocus } from '../ui/keep-focus';
import { isShortcut } from '../ui/keyboard';
import { EditingNow } from './editing-now';
import { goesToNextField, nextField } from './enter-key';
import { FormFooter } from './form-footer';
import { FormSettings } from './form-settings';
import { LanguageDesk } from './language-desk';
import { PreviewDialog } from './parts';
import { useDesk } from './use-desk';
import { type SaveKind, usePicturesFirst } from './use-pictures-first';

interface Props {
  ref: RefObject<HTMLElement | null>;
  posts: readonly ListedPost[];
}

/** Create and edit mode. Saving is refused only for empty titles and author; everything else may wait. */
export function PostForm({ ref, posts }: Props) {
  const headingId = useId();
  const workspace = useWorkspace();
  const writes = useMe()?.role === 'author';
  const edits = useWorkspaceState(({ form }) => isLive(form));
  const opening = useWorkspaceState((state) => state.opening !== null);
  const [previewed, setPreviewed] = useState<FormState | null>(null);
  const desk = useDesk();
  const { missing, ask, forget } = useMissing();
  const pictures = usePicturesFirst((language) => desk.reveal(`content_${language}`));
  // Of the cards below it as well.
  useEffect(dropStrayPresses, []);
  useEffect(refuseStrayFiles, []);

  /** Saves if everything required is there, otherwise leads to the first gap. */
  function submit(how: SaveKind) {
    const first = ask();
    if (first) desk.reveal(first);
    else pictures.whenStored(how);
  }

  /** As the draft, unless there is nothing to keep, a publication is on its way, or a picture did not arrive. */
  function keep() {
    const { form } = workspace.state;
    const sending = currentSave(workspace.state)?.phase.name === 'sending';
    if (sending || isNothing(form) || pictures.showFailed()) return;
    void workspace.saveDraft();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit('save');
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (goesToNextField(event.nativeEvent)) {
      event.preventDefault();
      nextField(event.currentTarget, event.target as HTMLElement)?.focus();
    } else if (isShortcut(event, 's')) {
      event.preventDefault();
      if (writes) keep();
      else submit('save');
    }
  }

  return (
    <section className="panel form-panel" ref={ref} tabIndex={-1} aria-labelledby={headingId} aria-busy={opening}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+S saves from any field */}
      <form className="post-form" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} data-mode={edits ? 'edit' : 'create'}>
        <FormHeader headingId={headingId} />
        <ApprovalPanel onFocusLost={() => keepFocus(ref.current)} />
        <FormSettings posts={posts} missing={missing} />
        <LanguageDesk desk={desk} missing={missing} />
        <FormFooter
          missing={missing.length}
          submit={submit}
          keep={keep}
          writes={writes}
          pictures={pictures}
          onPlace={({ field, block }) => desk.reveal(field, block)}
          onPreview={() => setPreviewed(workspace.state.form)}
          onCancel={() => {
            forget();
            pictures.forget();
            workspace.cancel();
          }}
        />
      </form>
      {previewed && <PreviewDialog content={previewed} language={desk.language} onClose={() => setPreviewed(null)} />}
    </section>
  );
}

/** Required fields that were empty when saving was tried, and still are. */
function useMissing() {
  const workspace = useWorkspace();
  const [asked, setAsked] = useState<readonly FieldName[]>([]);
  const still = useWorkspaceState(({ form }) => missingFields(form.fields).join());
  return {
    missing: asked.filter((name) => still.split(',').includes(name)),
    /** Marks what is missing now, and answers the first of it. */
    ask: (): FieldName | undefined => {
      const gaps = missingFields(workspace.state.form.fields);
      setAsked(gaps);
      return gaps[0];
    },
    forget: () => setAsked([]),
  };
}

function FormHeader({ headingId }: { headingId: string }) {
  const { t } = useTranslation();
  const id = useWorkspaceState(editedId);
  const edits = useWorkspaceState(({ form }) => isLive(form));
  const state = useWorkspaceState(({ form }) => form.base?.life?.state ?? null);
  const life = useWorkspaceState(({ form }) => form.base?.life);
  const [reading, setReading] = useAbove<true>();
  const emptyCount = useWorkspaceState(({ form }) => TEXT_FIELDS.filter((field) => isEmptyText(form.fields[field])).length);
  return (
    <header className="post-form__header">
      <h2 className="panel__title" id={headingId}>
        {t(edits ? 'form.edit' : 'form.create')}
        {id !== null && <span className="post-form__id"> № {id}</span>}
      </h2>
      {state && <StateBadge state={state} />}
      {life && <EditingNow post={life} />}
      <p className="post-form__state muted">
        {emptyCount === 0 ? t(ARE_USUAL ? 'form.complete' : 'form.completeAll') : t('form.emptyCount', { count: emptyCount })}
      </p>
      {id !== null && (
        <button type="button" className="button button--quiet button--small" onClick={() => setReading(true)}>
          <Icon name="clock" />
          {t('history.open')}
        </button>
      )}
      {reading && id !== null && <HistoryDrawer id={id} onClose={() => setReading(null)} />}
    </header>
  );
}
