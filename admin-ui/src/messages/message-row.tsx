import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { goneInAnyCase } from '../api/errors';
import { deleteMessage, type MessageChange } from '../api/messages';
import type { Assignee, Message } from '../api/types';
import { formatBaku } from '../i18n/dates';
import { NotLoaded } from '../ui/not-loaded';
import { useWhileHere } from '../ui/while-here';
import { useLastChoice } from '../people/use-last-choice';
import { useSending } from '../people/use-sending';
import { MessageFailure, sentenceOf } from './message-failure';
import { MessageNote } from './message-note';
import { replyAddress } from './reply';
import { useFresh } from './use-fresh';
import { changeAsShown, isContested, isUnsaved, type Note, type Outcome } from './use-notes';
import { useSubject } from './use-subject';

interface Props {
  message: Message;
  assignees: UseQueryResult<readonly Assignee[]>;
  note: Note;
  onNote: (words: string) => void;
  /** Shown although a colleague has taken it from where one is. */
  strayed: boolean;
  /** Changes the message, as it is known here, together with its note; nothing if that has to be looked at first. */
  send: (known: Message, change: MessageChange) => Promise<Outcome>;
  /** Something is asked for: what was told before is over. */
  onAsk: () => void;
  /** It is another one now; whether this row is still shown. */
  onChanged: (message: Message, sentence: string, isHere: boolean) => void;
  /** Its words are shown, or not any more. */
  onOpen: (message: Message, isOpen: boolean) => void;
  /** It was read, and may be another one now. */
  onFresh: (now: Message) => void;
  /** It is not there any more. */
  onGone: (id: number, sentence: string) => void;
  /** Somebody else has deleted it. */
  onMissing: (message: Message) => void;
  /** Something did not work, and this row is not shown any more. */
  onUnheard: (message: Message, why: string) => void;
}

/** One message: who wrote, and behind that the words and what is done with them. */
export function MessageRow({
  message,
  assignees,
  note,
  strayed,
  onNote,
  send,
  onAsk,
  onChanged,
  onOpen,
  onFresh,
  onGone,
  onMissing,
  onUnheard,
}: Props) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { busy, failure, run, idle } = useSending({
    onGone: async () => onMissing(message),
    onUnheard: (why) => onUnheard(message, sentenceOf(t, why)),
  });
  const isHere = useWhileHere();
  const who = useRef<HTMLSelectElement>(null);
  const { shown: chosen, choose } = useLastChoice<number | null>(idle);
  // Words that are not saved are not hidden.
  const [open, setOpen] = useState(() => isUnsaved(note));
  const unsaved = isUnsaved(note);
  const { news, newest, look, forget, overtaken } = useFresh({ message, strayed, unsaved, onFresh, onMissing });
  const tellOpen = useEffectEvent(() => onOpen(message, open));
  useEffect(() => tellOpen(), [open]);
  const subject = useSubject(message.subject);
  const { name } = message;
  const time = formatBaku(message.received_at, i18n.language);

  function ask() {
    onAsk();
    forget();
  }
  async function change(wanted: MessageChange, sentence: string) {
    ask();
    await run(async () => {
      const { now, done } = await send(newest.current, wanted);
      if (done) {
        newest.current = now;
        return onChanged(now, sentence, isHere());
      }
      // Somebody else's note stands beside one's own now, or the message is another one.
      setOpen(true);
      notDone(now);
    });
  }
  /** A colleague was first. */
  function notDone(now: Message) {
    const said = overtaken(now, isContested(note, now));
    if (!isHere()) onUnheard(message, said || t('people.changed'));
  }
  /** The row stays where it is, and so does what is typed in it. */
  async function assign(who: number | null) {
    ask();
    await choose(who, {
      before: message.assigned_to?.id ?? null,
      save: async (next) => {
        let saved = false;
        await run(async () => {
          const { now, done } = await changeAsShown(newest.current, { assigned_to: next });
          if (done) newest.current = now;
          else notDone(now);
          saved = done;
        });
        return saved;
      },
      tell: () =>
        onChanged(
          newest.current,
          t('messages.assignedTo', { name: newest.current.assigned_to?.username ?? t('messages.nobody'), sender: name }),
          isHere(),
        ),
    });
  }
  async function remove() {
    if (!window.confirm(t('messages.deleteConfirm', { name }))) return;
    ask();
    await run(async () => {
      await goneInAnyCase(deleteMessage(message.id));
      onGone(message.id, t('messages.deleted', { name }));
    });
  }

  return (
    <li className={`message${message.read ? '' : ' message--unread'}`} data-message-id={message.id}>
      <h3 className="message__heading">
        <button
          type="button"
          className="message__head"
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={() => {
            setOpen(!open);
            forget();
            if (!open) look();
          }}
        >
          <span className="message__name" id={`${id}-name`}>
            {!message.read && <span className="message__mark">{t('messages.isNew')}</span>} {name}
          </span>
          <span className="message__subject">{subject}</span>
          <span className="message__time">{time}</span>
          {!open && <span className="message__first">{message.message}</span>}
        </button>
      </h3>
      <div id={`${id}-body`} className="message__body" hidden={!open}>
        <p className="message__words">{message.message}</p>
        <dl className="message__facts">
          <dt>{t('messages.email')}</dt>
          <dd>{message.email}</dd>
          {message.phone && (
            <>
              <dt>{t('messages.phone')}</dt>
              <dd>
                <a href={`tel:${message.phone.replace(/[^+\d]/g, '')}`}>{message.phone}</a>
              </dd>
            </>
          )}
          {message.suspected && (
            <>
              <dt>{t('messages.why')}</dt>
              <dd>{t(`messages.${message.suspected}`)}</dd>
            </>
          )}
          {message.handled_by && message.handled_at && (
            <>
              <dt>{t(`messages.${message.state}`)}</dt>
              <dd>{t('messages.handled', { name: message.handled_by, time: formatBaku(message.handled_at, i18n.language) })}</dd>
            </>
          )}
        </dl>
        <label className="message__assignee" htmlFor={`${id}-who`}>
          <span>{t('messages.assigned')}</span>
          <select
            ref={who}
            id={`${id}-who`}
            aria-describedby={`${id}-name`}
            value={(chosen ? chosen.value : message.assigned_to?.id) ?? ''}
            aria-disabled={busy}
            onChange={({ target }) => void assign(target.value ? Number(target.value) : null)}
          >
            <option value="">{t('messages.nobody')}</option>
            {known(assignees.data ?? [], message.assigned_to).map((user) => (
              <option key={user.id} value={user.id}>
                {user.username}
              </option>
            ))}
          </select>
        </label>
        {open && <NotLoaded of={assignees} words={t('messages.assigneesNotLoaded')} title={who} />}
        <MessageNote note={note} busy={busy} onType={onNote} onSave={() => void change({}, t('messages.noteSaved'))} />
        <div className="message__tools">
          {message.suspected ? (
            <button
              type="button"
              className="button button--primary"
              aria-disabled={busy}
              onClick={() => void change({ suspected: false }, t('messages.cleared', { name }))}
            >
              {t('messages.clear')}
            </button>
          ) : (
            <>
              <a className="button button--primary" href={replyAddress(message, subject, t('messages.wrote', { name, time }))}>
                {t('messages.reply')}
              </a>
              {message.state !== 'answered' && (
                <button
                  type="button"
                  className="button"
                  aria-disabled={busy}
                  onClick={() => void change({ state: 'answered' }, t('messages.nowAnswered', { name }))}
                >
                  {t('messages.markAnswered')}
                </button>
              )}
              {message.state !== 'archived' && (
                <button
                  type="button"
                  className="button"
                  aria-disabled={busy}
                  onClick={() => void change({ state: 'archived' }, t('messages.nowArchived', { name }))}
                >
                  {t('messages.archive')}
                </button>
              )}
              {message.state !== 'new' && (
                <button
                  type="button"
                  className="button"
                  aria-disabled={busy}
                  onClick={() => void change({ state: 'new' }, t('messages.nowNew', { name }))}
                >
                  {t('messages.back')}
                </button>
              )}
            </>
          )}
          <button
            type="button"
            className="button button--quiet button--danger"
            aria-disabled={busy}
            aria-label={t('messages.deleteLabel', { name })}
            onClick={() => void remove()}
          >
            {t('messages.delete')}
          </button>
        </div>
      </div>
      {/* Said also where the words were hidden meanwhile. */}
      <MessageFailure failure={failure} news={news} />
    </li>
  );
}

/** Whoever was asked may have left or lost the role since. */
function known(assignees: readonly Assignee[], chosen: Assignee | null | undefined): readonly Assignee[] {
  return chosen && !assignees.some(({ id }) => id === chosen.id) ? [...assignees, chosen] : assignees;
}
