import { useTranslation } from '../i18n/use-translation';
import type { Message } from '../api/types';
import { formatBaku } from '../i18n/dates';
import { copyWords } from '../ui/copy';
import type { Touched } from './use-notes';

interface Props {
  notes: readonly Touched[];
  onSaid: (sentence: string) => void;
  onDiscard: (message: Message) => void;
}

/**
 * Notes that are not saved and whose messages are not shown: of another folder, or deleted by somebody else. Of the latter no
 * row comes again, so the words are here, to be copied or given up.
 */
export function NotesElsewhere({ notes, onSaid, onDiscard }: Props) {
  const { t } = useTranslation();
  const any = notes.length > 0;
  return (
    // It is there before there is something to say: only then is that read out.
    <div className={any ? 'notice' : 'visually-hidden'}>
      <p role="status">{any && t('messages.notesElsewhere', { names: notes.map(({ message }) => message.name).join(', ') })}</p>
      {any && (
        <ul className="inbox__notes">
          {notes.map((note) => (
            <OneNote key={note.message.id} note={note} onSaid={onSaid} onDiscard={onDiscard} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OneNote({ note: { message, words }, onSaid, onDiscard }: Omit<Props, 'notes'> & { note: Touched }) {
  const { t, i18n } = useTranslation();
  const { name } = message;

  /** What comes of it is told only where the note still is. */
  async function copy(button: HTMLElement) {
    const copied = await copyWords(words);
    if (button.isConnected) onSaid(t(copied ? 'messages.noteCopied' : 'messages.noteNotCopied', { name }));
  }
  return (
    <li className="message__note">
      <p className="muted">{t('messages.wrote', { name, time: formatBaku(message.received_at, i18n.language) })}</p>
      <blockquote className="message__theirs">{words || t('messages.noteEmpty')}</blockquote>
      <div className="message__tools">
        {words && (
          <button
            type="button"
            className="button button--small"
            aria-label={t('messages.noteCopyLabel', { name })}
            onClick={({ currentTarget }) => void copy(currentTarget)}
          >
            {t('messages.noteCopy')}
          </button>
        )}
        <button
          type="button"
          className="button button--quiet button--small button--danger"
          aria-label={t('messages.noteDiscardLabel', { name })}
          onClick={() => window.confirm(t('messages.noteDiscardConfirm', { name })) && onDiscard(message)}
        >
          {t('messages.noteDiscard')}
        </button>
      </div>
    </li>
  );
}
