import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { keepFocus } from '../ui/keep-focus';
import { isUnsaved, type Note } from './use-notes';

/** As the server bounds it. */
const LONGEST = 2000;

interface Props {
  note: Note;
  busy: boolean;
  onType: (words: string) => void;
  onSave: () => void;
}

/** What staff note down of a message. Someone else's words are shown beside one's own, never written over unseen. */
export function MessageNote({ note, busy, onType, onSave }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const unsaved = isUnsaved(note);
  const before = useRef(unsaved);
  // The button goes when it has saved.
  useEffect(() => {
    if (before.current && !unsaved) keepFocus(field.current);
    before.current = unsaved;
  }, [unsaved]);

  return (
    <div className="message__note">
      <label className="field" htmlFor={id}>
        <span className="field__label">{t('messages.note')}</span>
        <textarea
          ref={field}
          id={id}
          rows={2}
          maxLength={LONGEST}
          value={note.words}
          onChange={({ target }) => onType(target.value)}
          aria-describedby={`${id}-theirs`}
        />
      </label>
      <div id={`${id}-theirs`} role="alert">
        {note.theirs !== null && (
          <div className="notice">
            <p>{t('messages.noteChanged')}</p>
            <blockquote className="message__theirs">{note.theirs || t('messages.noteEmpty')}</blockquote>
          </div>
        )}
      </div>
      {unsaved && (
        <div>
          <button type="button" className="button button--small" aria-disabled={busy} onClick={onSave}>
            {t('messages.noteSave')}
          </button>
        </div>
      )}
    </div>
  );
}
