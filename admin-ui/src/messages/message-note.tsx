import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { changeMessage, readMessage } from '../api/messages';
import type { Message } from '../api/types';
import { useSending } from '../people/use-sending';
import { MessageFailure } from './message-failure';

/** As the server bounds it. */
const LONGEST = 2000;

interface Props {
  message: Message;
  onSaved: (message: Message) => void;
  onDirty: (id: number, dirty: boolean) => void;
}

/** What staff note down of a message. Someone else's words are shown beside one's own, never written over unseen. */
export function MessageNote({ message, onSaved, onDirty }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { busy, failure, run } = useSending();
  const [words, setWords] = useState(message.note);
  /** The note that the words began from. */
  const [base, setBase] = useState(message.note);
  const [theirs, setTheirs] = useState<string | null>(null);
  const dirty = words !== base;

  // What came in meanwhile, as long as nothing of one's own stands there.
  if (!dirty && message.note !== base && theirs === null) {
    setBase(message.note);
    setWords(message.note);
  }
  useEffect(() => {
    onDirty(message.id, dirty);
    return () => onDirty(message.id, false);
  }, [message.id, dirty, onDirty]);

  async function save() {
    await run(async () => {
      const now = await readMessage(message.id);
      if (now.value.note !== base && now.value.note !== words) {
        setTheirs(now.value.note);
        setBase(now.value.note);
        return;
      }
      const saved = await changeMessage(message.id, { note: words }, now.etag);
      setTheirs(null);
      setBase(saved.value.note);
      setWords(saved.value.note);
      onSaved(saved.value);
    });
  }

  return (
    <div className="message__note">
      <label className="field" htmlFor={id}>
        <span className="field__label">{t('messages.note')}</span>
        <textarea id={id} rows={2} maxLength={LONGEST} value={words} onChange={({ target }) => setWords(target.value)} aria-describedby={`${id}-theirs`} />
      </label>
      <div id={`${id}-theirs`} role="alert">
        {theirs !== null && (
          <div className="notice">
            <p>{t('messages.noteChanged')}</p>
            <blockquote className="message__theirs">{theirs || t('messages.noteEmpty')}</blockquote>
          </div>
        )}
      </div>
      {dirty && (
        <div>
          <button type="button" className="button button--small" aria-disabled={busy} onClick={() => void save()}>
            {t('messages.noteSave')}
          </button>
        </div>
      )}
      <MessageFailure failure={failure} />
    </div>
  );
}
